import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { collectDefaultMetrics } from "prom-client";
import type { Pages } from "#app/entry.server.tsx";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { DatabaseRefusal } from "#app/platform/database/refusal.ts";
import { type Environment, readEnvironment } from "#app/platform/env.ts";
import { createLog, type Log } from "#app/platform/log.ts";
import { seedDemo } from "#demo/seed.ts";
import type { Files } from "../answers/files.ts";
import { openMedia, openShop } from "../open-shop.ts";
import { demoPictures } from "../pages/build.ts";
import { installAdministrator } from "./administrator.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { listen } from "./listen.ts";
import { keepRetention } from "./retention.ts";
import { closeOnSignal } from "./shutdown.ts";
import { explainStartFailure } from "./start-failure.ts";
import { keepSwept } from "./sweeping.ts";
import { welcome } from "./welcome.ts";

/** The pages as they come out of a build, or out of the development server. */
export type Build = {
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

const patience = 2000;
const retryAfter = 200;

/** Starts the shop in this process and keeps it open until a signal; ends the process when it cannot. */
export async function runShop(
  variables: Record<string, string | undefined>,
  openBuild: (server: Server, env: Environment) => Promise<Build>,
): Promise<void> {
  const environment = readEnvironment(variables);
  if (!environment.ok) return fail(environment.problem);
  const { env } = environment;
  try {
    await start(env, openBuild);
  } catch (error) {
    fail(explainStartFailure(error, env) ?? error);
  }
}

async function start(env: Environment, openBuild: Parameters<typeof runShop>[1]): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
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
      return await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, log });
    } catch (error) {
      if (!(error instanceof DatabaseRefusal) || Date.now() > end) throw error;
      await setTimeout(retryAfter);
    }
  }
}

async function serve(
  env: Environment,
  log: Log,
  opened: OpenDatabase,
  openBuild: Parameters<typeof runShop>[1],
): Promise<void> {
  if (env.SEED === "demo") await fillEmptyShop(env, opened);
  const administrator = await installAdministrator(env, opened);
  const server = createServer();
  const { before, close, ...build } = await openBuild(server, env);
  const { listener, shop, metrics, live } = openShop({ env, opened, log, ...build });
  collectDefaultMetrics({ register: metrics.registry });
  const stopSweeping = keepSwept(shop, log);
  const stopRetention = keepRetention(shop, log);
  server.on("request", (request, response) => {
    if (before) before(request, response, () => listener(request, response));
    else listener(request, response);
  });
  closeOnSignal(server, live.close, async () => {
    await close?.();
    await Promise.all([stopSweeping(), stopRetention()]);
    await opened.close();
  });
  welcome(env, await listen(server, env.PORT, env.HOST), administrator);
}

async function fillEmptyShop({ DATA_DIR }: Environment, { database }: OpenDatabase): Promise<void> {
  const media = openMedia(DATA_DIR);
  const filled = await seedDemo({ database, media, pictures: demoPictures });
  if (filled) process.stdout.write("The shop was empty and has got the demonstration's goods\n");
}

function fail(reason: unknown): void {
  if (typeof reason === "string") process.stderr.write(`pomar: ${reason}\n`);
  else console.error(reason);
  process.exit(1);
}
