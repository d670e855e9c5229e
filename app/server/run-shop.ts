import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { collectDefaultMetrics } from "prom-client";
import type { Pages } from "#app/entry.server.tsx";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import { openDatabaseFromEnvironment } from "#app/platform/database/open.ts";
import { type Environment, readEnvironment } from "#app/platform/env.ts";
import { createLog, type Log } from "#app/platform/log.ts";
import { seedDemo } from "#demo/seed.ts";
import { type Administrator, installAdministrator } from "./administrator.ts";
import { readCommandLine } from "./command-line.ts";
import { prepareDataFolder } from "./data-folder.ts";
import type { Files } from "./http/static-files.ts";
import { gatherFromWorkers, shareMetrics, tellWorkersMetrics } from "./http/worker-metrics.ts";
import { keepPosting } from "./jobs/post.ts";
import { keepRetention } from "./jobs/retention.ts";
import { keepSafe } from "./jobs/safekeeping.ts";
import { keepSwept } from "./jobs/sweeping.ts";
import { addressOf, listen } from "./listen.ts";
import { openMedia } from "./open-media.ts";
import { openShop } from "./open-shop.ts";
import { demoPictures } from "./pages/pages-build.ts";
import { closeWhenTold, toldToEnd } from "./shutdown.ts";
import { explainStartFailure } from "./start-failure.ts";
import { welcome } from "./welcome.ts";
import { startWorkers, workerNumber } from "./workers.ts";

/** The pages as they come out of a build, or out of the development server. */
type Build = {
  pages: Pages;
  files?: Files;
  development?: boolean;
  /** Sees requests first; what it does not know it passes on. */
  before?: (
    request: Parameters<RequestListener>[0],
    response: Parameters<RequestListener>[1],
    next: () => void,
  ) => void;
  close?(): Promise<void>;
};

type OpenBuild = (server: Server, env: Environment) => Promise<Build>;

const patience = 2000;
const retryAfter = 200;

/**
 * Starts the shop and keeps it open until a signal; ends the process when it cannot. The shop is this process, or as
 * many workers as `args` say.
 */
export async function runShop(
  variables: Record<string, string | undefined>,
  openBuild: OpenBuild,
  args: string[] = [],
): Promise<void> {
  const environment = readEnvironment(variables);
  if (!environment.ok) return fail(environment.problem);
  const { env } = environment;
  const commandLine = readCommandLine(args, env);
  if (!commandLine.ok) return fail(commandLine.problem);
  try {
    if (commandLine.workers > 1) await lead(env, commandLine.workers);
    else await start(env, openBuild);
  } catch (error) {
    fail(explainStartFailure(error, env) ?? error);
  }
}

/** Prepares the shop once for all workers, and keeps that many at work. */
async function lead(env: Environment, count: number): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  const ending = toldToEnd();
  await prepareDataFolder(env.DATA_DIR);
  const opened = await openPatiently(env, log);
  const administrator = await prepareShop(env, opened).finally(() => opened.close());
  tellWorkersMetrics();
  const workers = startWorkers(count, log, (code) => process.exit(code));
  const stop = async () => process.exit((await workers.stop(env.DRAIN_SECONDS * 1000)) ? 0 : 1);
  if (ending.aborted) return stop();
  ending.addEventListener("abort", stop);
  welcome(env, addressOf(env.HOST, await workers.listening), administrator);
}

async function start(env: Environment, openBuild: OpenBuild): Promise<void> {
  const log = createLog(env.LOG_LEVEL, workerNumber());
  await prepareDataFolder(env.DATA_DIR);
  const opened = await openPatiently(env, log);
  opened.crashed.then(() => process.exit(1));
  try {
    await serve(env, log, opened, openBuild);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** A shop that is just closing still holds its folder, and a database may be starting beside us: worth a moment. */
async function openPatiently(env: Environment, log: Log): Promise<OpenDatabase> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await openDatabaseFromEnvironment(env, log);
    } catch (error) {
      if (!(error instanceof DatabaseStartError) || Date.now() > end) throw error;
      await setTimeout(retryAfter);
    }
  }
}

/** What several processes on an empty database do once between them: its goods, its administrator. */
async function prepareShop(env: Environment, opened: OpenDatabase): Promise<Administrator> {
  if (env.SEED === "demo") await fillEmptyShop(env, opened);
  return installAdministrator(env, opened);
}

async function serve(
  env: Environment,
  log: Log,
  opened: OpenDatabase,
  openBuild: OpenBuild,
): Promise<void> {
  const isWorker = workerNumber() !== undefined;
  const administrator = isWorker ? undefined : await prepareShop(env, opened);
  const ending = toldToEnd();
  const server = createServer();
  const { before, close, ...build } = await openBuild(server, env);
  const isClosing = () => ending.aborted;
  const { listener, shop, metrics, live } = openShop({
    env,
    opened,
    log,
    isClosing,
    ...(isWorker && { gatherMetrics: gatherFromWorkers }),
    ...build,
  });
  collectDefaultMetrics({ register: metrics.registry });
  if (isWorker) shareMetrics(metrics.registry);
  const stopSweeping = keepSwept(shop, log);
  const stopRetention = keepRetention(shop, log);
  const stopPosting = keepPosting(env, opened, log);
  const stopKeeping = await keepSafe(env.DATA_DIR, opened, log);
  server.on("request", (request, response) => {
    if (before) before(request, response, () => listener(request, response));
    else listener(request, response);
  });
  closeWhenTold(ending, server, {
    drain: env.DRAIN_SECONDS * 1000,
    endStreams: live.close,
    async close() {
      await close?.();
      await Promise.all([stopSweeping(), stopRetention(), stopPosting(), stopKeeping()]);
      await opened.close();
    },
  });
  const address = await listen(server, env.PORT, env.HOST);
  if (administrator) welcome(env, address, administrator);
}

async function fillEmptyShop(env: Environment, { database }: OpenDatabase): Promise<void> {
  const media = openMedia(env, database);
  const filled = await seedDemo({ database, media, pictures: demoPictures });
  if (filled) process.stdout.write("The shop was empty and has got the demonstration's goods\n");
}

function fail(reason: unknown): void {
  if (typeof reason === "string") process.stderr.write(`pomar: ${reason}\n`);
  else console.error(reason);
  process.exit(1);
}
