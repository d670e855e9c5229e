import { access, constants, mkdir, stat } from "node:fs/promises";
import type { RequestListener, Server } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";
import { collectDefaultMetrics } from "prom-client";
import { backUpBeforeUpgrade } from "#app/archive/backups.ts";
import { installPixBank } from "#app/domain/outgoing/pix/commands.server.ts";
import { readPushKey } from "#app/domain/outgoing/push/commands.server.ts";
import { lowDiskBytes } from "#app/domain/reports/dashboard/warnings.ts";
import type { Pages } from "#app/entry.server.tsx";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { DatabaseStartError, isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { openDatabaseFromEnvironment } from "#app/platform/database/open.ts";
import { hostAndDatabase } from "#app/platform/database/postgres/connection.ts";
import { hasRoom, isDiskFull } from "#app/platform/disk.ts";
import { type Environment, findUnknownSettings, readEnvironment } from "#app/platform/env.ts";
import { createLog, type Log } from "#app/platform/log.ts";
import { hasPixBank, readPixBankSettings } from "#app/platform/pix/settings.ts";
import { takeListeningSocket } from "#app/server/http/http-server.ts";
import { demoPicturesFolder, prepareEmptyShop, seedDemo } from "#demo/seed.ts";
import {
  type AdministratorAccount,
  explainStartError,
  installAdministrator,
  printWelcome,
  readCommandLine,
} from "./command-line.ts";
import {
  checkPort,
  createHttpServer,
  limitRequestsAhead,
  listen,
  proxyTimeouts,
  serverUrl,
} from "./http/http-server.ts";
import { collectFromWorkers, serveWorkerMetrics, shareMetrics } from "./http/metrics.ts";
import type { StaticFiles } from "./http/static-files.ts";
import { startMaintenance } from "./jobs/maintenance.ts";
import { createTerminalStream, sendConsoleToLog } from "./log-output.ts";
import { openMedia } from "./open-media.ts";
import { type LocalReceivers, openShop, startSending } from "./open-shop.ts";
import type { RouteManifest } from "./pages/page-routes.ts";
import { shutDownOnSignal, watchShutdownSignals } from "./shutdown.ts";
import { startWorkers, workerNumber } from "./workers.ts";

/** Pages and files, from a build or from the development server. */
export type Build = {
  pages: Pages;
  routes: RouteManifest;
  files?: StaticFiles;
  development?: boolean;
  localReceivers?: LocalReceivers;
  /** Sees requests first and passes on those it does not handle. */
  before?: (
    request: Parameters<RequestListener>[0],
    response: Parameters<RequestListener>[1],
    next: () => void,
  ) => void;
  close?(): Promise<void>;
};

type OpenBuild = (server: Server, env: Environment) => Promise<Build>;

const retryMs = 2000;
const retryDelayMs = 200;
/** A database server that starts with the machine needs so long. */
const databaseRetryMs = 30_000;
const databaseRetryDelayMs = 2_000;
/** Two segments of the database's log. */
const neededRoomBytes = 32 * 2 ** 20;
/** An attempt to connect that takes longer is said, so that nobody waits for a silent program. */
const slowAttemptMs = 1_500;

/**
 * Runs the shop until a shutdown signal, in this process or in the workers that `args` request. A start error prints one
 * line and exits with 1.
 */
export async function runShop(
  variables: Record<string, string | undefined>,
  openBuild: OpenBuild,
  args: string[] = [],
): Promise<void> {
  const environment = readEnvironment(variables);
  if (!environment.ok) return exitWithError(environment.problem);
  const bank = readPixBankSettings(environment.env);
  if (!bank.ok) return exitWithError(bank.problem);
  const commandLine = readCommandLine(args, environment.env);
  if (!commandLine.ok) return exitWithError(commandLine.problem);
  const env = commandLine.empty ? { ...environment.env, SEED: "none" as const } : environment.env;
  try {
    const log = openLog(env);
    if (workerNumber() === undefined) await checkStart(variables, env, log);
    if (commandLine.workers > 1) await runPrimary(env, log, commandLine.workers);
    else await runServer(env, log, openBuild);
  } catch (error) {
    exitWithError(explainStartError(error, env) ?? error);
  }
}

/** Finds what would stop the start before the database is opened, and perhaps migrated. */
async function checkStart(
  variables: Record<string, string | undefined>,
  env: Environment,
  log: Log,
): Promise<void> {
  for (const { name, meant } of findUnknownSettings(variables)) {
    log.warn({ setting: name }, meant ? `unknown setting: is ${meant} meant?` : "unknown setting");
  }
  if (variables.LISTEN_FDS) return;
  await retryBriefly(
    () => checkPort(env.PORT, env.HOST),
    (error) => (error as NodeJS.ErrnoException).code === "EADDRINUSE",
  );
}

/** Prepares the shop once for all workers, then starts and supervises them. */
async function runPrimary(env: Environment, log: Log, count: number): Promise<void> {
  const shutdown = watchShutdownSignals();
  await prepareDataFolder(env.DATA_DIR);
  const opened = await openDatabaseWithRetry(env, log, shutdown);
  const administrator = await prepareShop(env, opened).finally(() => opened.close());
  serveWorkerMetrics();
  // Checks the variables once; the workers inherit them.
  takeListeningSocket();
  const workers = startWorkers(count, log, (code) => process.exit(code));
  const stop = async () => process.exit((await workers.stop(env.DRAIN_SECONDS * 1000)) ? 0 : 1);
  if (shutdown.aborted) return stop();
  shutdown.addEventListener("abort", stop);
  printWelcome(env, serverUrl(env.HOST, await workers.listening), administrator);
}

async function runServer(env: Environment, log: Log, openBuild: OpenBuild): Promise<void> {
  await prepareDataFolder(env.DATA_DIR);
  const opened = await openDatabaseWithRetry(env, log);
  opened.crashed.then((error) => replaceProcess(env, opened, error));
  try {
    await serve(env, log, opened, openBuild);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Only a new process opens a crashed database. For want of room this one answers that the shop is unavailable until there is
 * room, and then starts the program again in its place, since nobody may restart it.
 */
async function replaceProcess(env: Environment, opened: OpenDatabase, error: Error): Promise<void> {
  if (!isDiskFull(error)) process.exit(1);
  print(
    `${describeFullDisk(env)}, and the database has ended; the shop starts again when there is room`,
  );
  await waitForRoom(env);
  // Resources that the crashed engine cannot close end with the process, which is replaced in any case.
  await opened.close().catch(() => undefined);
  // Windows has no such function.
  process.execve?.(process.execPath, [
    process.execPath,
    ...process.execArgv,
    ...process.argv.slice(1),
  ]);
  process.exit(1);
}

/** JSON lines; readable text on a terminal. */
function openLog(env: Environment): Log {
  const terminal = process.stdout.isTTY ? createTerminalStream(process.stdout) : undefined;
  return createLog(env.LOG_LEVEL, workerNumber(), terminal);
}

/** Creates the data folder, readable by its owner only; throws when it is not writable. */
async function prepareDataFolder(folder: string): Promise<void> {
  await createFolder(path.resolve(folder)).catch((error) => {
    // The error names the parent that could not be created.
    throw Object.assign(error, { path: folder });
  });
  await access(folder, constants.W_OK);
}

/** Node's recursive `mkdir` never returns below /proc, where ENOENT does not mean that the parent is missing. */
async function createFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  await createFolder(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have created it meanwhile.
    if (error.code !== "EEXIST") throw error;
  });
}

/** Each attempt that takes long or fails is a line of the error output. `shutdown` ends the attempts. */
async function openDatabaseWithRetry(
  env: Environment,
  log: Log,
  shutdown?: AbortSignal,
): Promise<OpenDatabase> {
  const open = () => openDatabaseFromEnvironment(env, log, backUpBeforeUpgrade(env, log));
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  if (!url) return openWhenThereIsRoom(env, open);
  const deadline = Date.now() + databaseRetryMs;
  for (;;) {
    const slow = setTimeout(() => {
      print(`waiting for the database ${hostAndDatabase(url)}`);
    }, slowAttemptMs);
    try {
      return await open();
    } catch (error) {
      const isTemporary = error instanceof DatabaseStartError && isDatabaseUnavailable(error.cause);
      if (!isTemporary || Date.now() > deadline || shutdown?.aborted) throw error;
      print(`${error.message}; trying again in ${databaseRetryDelayMs / 1000} s`);
    } finally {
      clearTimeout(slow);
    }
    await delay(databaseRetryDelayMs);
  }
}

/** An embedded database that does not start on a full disk, as after it ended for want of room, is started when there is room. */
async function openWhenThereIsRoom(
  env: Environment,
  open: () => Promise<OpenDatabase>,
): Promise<OpenDatabase> {
  const openBriefly = () => retryBriefly(open, (error) => error instanceof DatabaseStartError);
  try {
    return await openBriefly();
  } catch (error) {
    if (await hasRoom(env.DATA_DIR, neededRoomBytes)) throw error;
    print(`${describeFullDisk(env)}; the shop starts when there is room`);
    await waitForRoom(env);
    return openBriefly();
  }
}

function describeFullDisk({ DATA_DIR }: Environment): string {
  return `the disk of DATA_DIR ${DATA_DIR} is full`;
}

async function waitForRoom({ DATA_DIR }: Environment): Promise<void> {
  while (!(await hasRoom(DATA_DIR, neededRoomBytes))) await delay(retryMs);
}

/** The previous process may still hold port and folder. */
async function retryBriefly<T>(
  work: () => Promise<T>,
  isTemporary: (error: unknown) => boolean,
): Promise<T> {
  const deadline = Date.now() + retryMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || Date.now() > deadline) throw error;
      await delay(retryDelayMs);
    }
  }
}

/** Fills an empty database and generates its secrets once, also when several processes start at the same time. */
async function prepareShop(env: Environment, opened: OpenDatabase): Promise<AdministratorAccount> {
  // First: the administrator is the author of the demonstration's business.
  const administrator = await installAdministrator(env, opened);
  if (env.SEED === "demo" || env.SEED === "catalogue") await seedEmptyShop(env, opened);
  if (env.SEED === "none") await prepareEmptyShop(opened.database);
  await readPushKey(opened.database);
  await installPixBank(opened.database, {
    isSet: hasPixBank(env),
    isAlone: opened.engine === "embedded",
  });
  return administrator;
}

async function seedEmptyShop(env: Environment, { database }: OpenDatabase): Promise<void> {
  const media = openMedia(env, database);
  const business = { administrator: env.ADMIN_EMAIL, now: new Date() };
  const wasEmpty = await seedDemo({
    database,
    media,
    pictures: demoPicturesFolder,
    ...(env.SEED === "demo" && { business }),
  });
  if (wasEmpty) process.stdout.write("Filled the empty shop with demonstration data\n");
}

/** A wrong endpoint, bucket or key is logged at the start, not with the first visitor. The shop runs without pictures. */
function reportStorageErrors(env: Environment, { database }: OpenDatabase, log: Log): void {
  if (!env.S3_ENDPOINT) return;
  openMedia(env, database)
    .list("site-assets")
    .catch((error) =>
      log.error({ err: error }, "cannot read the picture storage: check the S3_* settings"),
    );
}

async function serve(
  env: Environment,
  log: Log,
  opened: OpenDatabase,
  openBuild: OpenBuild,
): Promise<void> {
  const isWorker = workerNumber() !== undefined;
  const administrator = isWorker ? undefined : await prepareShop(env, opened);
  const shutdown = watchShutdownSignals();
  const server = env.TRUST_PROXY ? createHttpServer(proxyTimeouts) : createHttpServer();
  const { before, close, ...build } = await openBuild(server, env);
  if (!build.development) sendConsoleToLog(log);
  const { listener, shop, registry, live, senders } = openShop({
    env,
    opened,
    log,
    isClosing: () => shutdown.aborted,
    ...(isWorker && { collectMetrics: collectFromWorkers }),
    ...build,
  });
  collectDefaultMetrics({ register: registry });
  if (isWorker) shareMetrics(registry);
  const stopMaintenance = await startMaintenance({ shop, opened, env, log });
  reportStorageErrors(env, opened, log);
  const freeBytes = await shop.machine.disk.freeBytes();
  if (freeBytes < lowDiskBytes) log.warn({ freeBytes }, "the disk of DATA_DIR is almost full");
  const stopOutbox = startSending(env, opened, senders, log);
  const respond = limitRequestsAhead((request, response) => {
    if (before) before(request, response, () => listener(request, response));
    else listener(request, response);
  });
  server.on("request", respond);
  shutDownOnSignal(shutdown, server, {
    drainMs: env.DRAIN_SECONDS * 1000,
    endStreams: live.close,
    async close() {
      await close?.();
      await Promise.all([stopMaintenance(), stopOutbox()]);
      await opened.close();
    },
  });
  const url = await listen(server, env.PORT, env.HOST);
  if (administrator) printWelcome(env, url, administrator);
}

function exitWithError(reason: unknown): void {
  if (typeof reason === "string") print(reason);
  else process.stderr.write(`${inspect(reason)}\n`);
  process.exit(1);
}

function print(line: string): void {
  process.stderr.write(`pomar: ${line}\n`);
}
