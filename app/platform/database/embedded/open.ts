import { mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import {
  changeChannel,
  createChangeFeed,
  type DatabaseLog,
  type OpenDatabase,
} from "#app/platform/database/database.ts";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import { type BeforeUpgrade, type InTransaction, migrate } from "#app/platform/database/migrate.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";
import { copyFolder, lockFolder, prepareFolder } from "./data-folder.ts";
import { startDurableEngine } from "./durability.ts";
import { type Engine, outOfRoom } from "./engine.ts";

const backupPattern = /^pomar-.*\.tar\.gz$/;

/** One line with the reason of a failed start and what to do: free space, fix permissions, or restore a backup. */
export async function explainStartFailure(
  folder: string,
  error: unknown,
): Promise<DatabaseStartError> {
  const message = error instanceof Error ? error.message : String(error);
  const reason = fatalMessage(message);
  if (outOfRoom.test(message)) {
    return startError(
      `DATA_DIR: the disk of ${folder} is full (${reason}). Free space and start again`,
      error,
    );
  }
  if (
    /permission denied|EACCES|operation not permitted|EPERM|read-only file system/i.test(message)
  ) {
    return startError(`DATA_DIR: ${await describeOwner(folder)} (${reason})`, error);
  }
  return startError(await describeDamage(folder, reason), error);
}

function startError(message: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(message, { cause });
}

/** PostgreSQL's last fatal message, without time and process id. */
function fatalMessage(message: string): string {
  const found = [...message.matchAll(/(?:FATAL|PANIC):\s+([^|\n]+)/g)].at(-1)?.[1];
  return (found ?? message.split("\n", 1)[0] ?? "").trim();
}

async function describeOwner(folder: string): Promise<string> {
  const owner = await stat(folder).then(
    ({ uid }) => `uid ${uid}`,
    () => "another user",
  );
  const dataDir = path.dirname(folder);
  return `${folder} belongs to ${owner} and this process is uid ${process.getuid?.()}: run the shop as the owner, or chown -R ${dataDir} to its user`;
}

/** Names the damaged folder, the newest backup and the command that restores it. */
async function describeDamage(folder: string, reason: string): Promise<string> {
  const dataDir = path.dirname(folder);
  const backup = await findNewestBackup(dataDir);
  const file = backup ?? "FILE";
  const source = backup ? "" : ` (no backup in ${path.join(dataDir, "backups")})`;
  return `DATA_DIR: the database in ${folder} is damaged (${reason}). Stop the shop, move ${folder} and ${path.join(dataDir, "media")} to another place, and run: npm run restore -- ${file}${source}`;
}

async function findNewestBackup(dataDir: string): Promise<string | undefined> {
  const folder = path.join(dataDir, "backups");
  const names = (await readdir(folder).catch(() => [])).filter((name) => backupPattern.test(name));
  const newest = names.sort().at(-1);
  return newest && path.join(folder, newest);
}

/** The interval of a PostgreSQL server's checkpoints. */
const defaultIntervalMs = 300_000;

/**
 * Does the work of PostgreSQL's background processes, which the embedded engine lacks: vacuum, planner statistics, and
 * checkpoints so that the next start has little to replay. An unchanged database is left alone. Returns a function that
 * stops and waits for a run in progress.
 */
export function startDatabaseMaintenance(
  engine: Pick<PGlite, "query">,
  log: DatabaseLog,
  intervalMs = defaultIntervalMs,
): () => Promise<void> {
  let maintained: string | undefined;
  return startPeriodicJob(
    {
      name: "maintenance of the embedded database",
      firstDelayMs: intervalMs,
      intervalMs,
      async run() {
        if ((await readLogPosition(engine)) === maintained) return;
        await maintain(engine);
        maintained = await readLogPosition(engine);
      },
    },
    log,
  );
}

/** One statement at a time, so that requests run in between. */
async function maintain(engine: Pick<PGlite, "query">): Promise<void> {
  const { rows } = await engine.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) {
    await engine.query(`VACUUM ${name}`);
    await engine.query(`ANALYZE ${name}`);
  }
  await engine.query("CHECKPOINT");
}

/** The position in the write-ahead log, which moves with every write. */
async function readLogPosition(engine: Pick<PGlite, "query">): Promise<string | undefined> {
  const { rows } = await engine.query<{ at: string }>(
    "SELECT pg_current_wal_insert_lsn()::text AS at",
  );
  return rows[0]?.at;
}

/** Opens the embedded PostgreSQL in `folder`, created when missing, for this process only; migrated. */
export async function openEmbeddedDatabase(
  folder: string,
  log: DatabaseLog,
  beforeUpgrade?: BeforeUpgrade,
): Promise<OpenDatabase> {
  const { engine, lost, close } = await openEngine(folder);
  try {
    const open = await serveEngine(engine, log, beforeUpgrade);
    const stopMaintenance = startDatabaseMaintenance(engine, log);
    lost.then((error) => log.error({ err: error }, error.message));
    engine.onDamage = async (error) => {
      log.error({ err: error }, await describeDamage(folder, error.message));
    };
    const shutDown = async () => {
      await stopMaintenance();
      await close();
    };
    let closing: Promise<void> | undefined;
    return {
      ...open,
      crashed: Promise.race([open.crashed, lost]),
      async copyFiles(to) {
        // Leaves the copy little to replay: replaying also skips up to 32 order numbers.
        await engine.exec("CHECKPOINT");
        await engine.runExclusive(() => copyFolder(folder, to));
      },
      close() {
        closing ??= shutDown();
        return closing;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Locks `folder`, creates its database when missing, and starts an engine. `lost` resolves when the lock is gone. */
export async function openEngine(folder: string) {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  try {
    await prepareFolder(folder);
    await lock.recordOwner();
    const engine = await startDurableEngine(folder).catch(async (error) => {
      throw await explainStartFailure(folder, error);
    });
    return {
      engine,
      lost: lock.lost,
      async close() {
        await engine.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A running engine as the shop's database; migrated. Closes the engine when that fails. */
export async function serveEngine(
  engine: Engine,
  log: DatabaseLog,
  beforeUpgrade?: BeforeUpgrade,
): Promise<OpenDatabase> {
  const { subscribe, onGap, publish } = createChangeFeed(log);
  try {
    await migrate(inEmbeddedTransaction(engine), { log, beforeUpgrade });
    await engine.listen(changeChannel, publish);
  } catch (error) {
    await engine.close();
    throw error;
  }
  engine.crashed.then((error) => log.error({ err: error }, error.message));
  return {
    database: drizzle(engine),
    engine: "embedded",
    subscribe,
    onGap,
    crashed: engine.crashed,
    isDamaged: () => engine.damage !== undefined,
    connections: () => ({
      total: 1,
      idle: engine.pendingRequests === 0 ? 1 : 0,
      waiting: Math.max(0, engine.pendingRequests - 1),
    }),
    close: () => engine.close(),
  };
}

export function inEmbeddedTransaction(engine: Engine): InTransaction {
  return (work) =>
    engine.transaction((tx) =>
      work(async (text, values) => {
        if (values) return (await tx.query<Record<string, unknown>>(text, values)).rows;
        return (await tx.exec(text)).at(-1)?.rows ?? [];
      }),
    );
}
