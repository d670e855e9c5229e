import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { Pool } from "pg";
import {
  copyFolder,
  lockFolder,
  prepareFolder,
} from "#app/platform/database/embedded/data-folder.ts";
import { startDurableEngine } from "#app/platform/database/embedded/durability.ts";
import { inEmbeddedTransaction, openEngine } from "#app/platform/database/embedded/open.ts";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import type { InTransaction } from "#app/platform/database/migrate.ts";
import { checkServer, poolOptions } from "#app/platform/database/postgres/connection.ts";
import { inPostgresTransaction } from "#app/platform/database/postgres/open.ts";
import { isDiskFull, requireRoom, sizeOfFolder } from "#app/platform/disk.ts";
import type { Environment } from "#app/platform/env.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";
import { ArchiveError } from "./archive-error.ts";
import { requestCopy } from "./running-shop.ts";

/** The line for a failure that the operator can fix; any other error is thrown again. */
export function describeFailure(error: unknown): string {
  const isExpected =
    error instanceof ArchiveError ||
    error instanceof DatabaseStartError ||
    error instanceof StorageUnavailable ||
    isDiskFull(error) ||
    (error instanceof Error && error.message.includes("No space left on device"));
  if (!(isExpected && error instanceof Error)) throw error;
  const isInUse = error.message.startsWith("DATA_DIR is in use");
  return isInUse ? `${error.message}. Stop the shop first.` : error.message;
}

/** A source or target of rows: a database without a running shop. Opening it runs no migrations. */
export type ArchiveDatabase = {
  inTransaction: InTransaction;
  close(): Promise<void>;
};

/** The environment's database as a source, whether or not its shop is running. */
export async function openSource(env: Environment): Promise<ArchiveDatabase> {
  const { DATA_DIR, DATABASE_URL } = env;
  if (DATABASE_URL) return openServer(env, DATABASE_URL);
  const copy = await requestCopy(DATA_DIR);
  if (!copy) return openEmbeddedCopy(DATA_DIR);
  return openCopiedFiles(copy).catch(async (error) => {
    await rm(path.dirname(copy), { recursive: true, force: true });
    throw error;
  });
}

/** The environment's database as a target. */
export function openTarget(env: Environment): Promise<ArchiveDatabase> {
  const { DATA_DIR, DATABASE_URL } = env;
  return DATABASE_URL ? openServer(env, DATABASE_URL) : openEmbedded(DATA_DIR);
}

/** Prefers the direct address: a pooler does not preserve session settings. */
function openServer({ DATABASE_DIRECT_URL }: Environment, url: string): Promise<ArchiveDatabase> {
  return DATABASE_DIRECT_URL
    ? openPostgres(DATABASE_DIRECT_URL, "DATABASE_DIRECT_URL")
    : openPostgres(url, "DATABASE_URL");
}

const databaseFolder = (dataDir: string) => path.join(dataDir, "database");

/** The embedded database of a data folder, created when missing; throws while a shop has it open. */
export async function openEmbedded(dataDir: string): Promise<ArchiveDatabase> {
  const { engine, close } = await openEngine(databaseFolder(dataDir));
  return { inTransaction: inEmbeddedTransaction(engine), close };
}

/**
 * A copy of a data folder's embedded database, so that no byte of the folder changes; throws while a shop has it open.
 * Closing deletes the copy.
 */
export async function openEmbeddedCopy(dataDir: string): Promise<ArchiveDatabase> {
  const folder = databaseFolder(dataDir);
  if (!existsSync(folder)) throw new ArchiveError(`DATA_DIR ${dataDir} holds no database`);
  const lock = await lockFolder(folder);
  try {
    await requireRoom(dataDir, await sizeOfFolder(folder));
    const copy = path.join(await createCopyFolder(dataDir), "database");
    const removeCopy = () => rm(path.dirname(copy), { recursive: true, force: true });
    const database = await copyFolder(folder, copy)
      .then(() => openCopiedFiles(copy))
      .catch(async (error) => {
        await removeCopy();
        throw error;
      });
    return {
      ...database,
      async close() {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** An empty embedded database for this program alone. Closing deletes it. */
export async function openTemporary(dataDir: string): Promise<ArchiveDatabase> {
  return openCopiedFiles(path.join(await createCopyFolder(dataDir), "database"));
}

/** Named after this process, so that the next backup deletes it if this process is killed. */
function createCopyFolder(dataDir: string): Promise<string> {
  return mkdtemp(path.join(dataDir, `copy-${process.pid}-`));
}

/** The files, which are initialized when there are none, for this program alone, without a lock. Closing deletes them. */
async function openCopiedFiles(folder: string): Promise<ArchiveDatabase> {
  await prepareFolder(folder);
  const engine = await startDurableEngine(folder);
  return {
    inTransaction: inEmbeddedTransaction(engine),
    async close() {
      await engine.close();
      await rm(path.dirname(folder), { recursive: true, force: true });
    },
  };
}

/** The PostgreSQL at `url`, with one connection; an error begins with `variable`, the setting that names it. */
export async function openPostgres(url: string, variable: string): Promise<ArchiveDatabase> {
  const pool = new Pool({ ...poolOptions(url), max: 1 });
  pool.on("error", () => undefined);
  try {
    await checkServer(pool, url, variable);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { inTransaction: inPostgresTransaction(pool), close: () => pool.end() };
}

/** Throws when a shop has the PostgreSQL open: it would continue with stale caches. */
export async function rejectRunningShop(
  { inTransaction }: ArchiveDatabase,
  variable: string,
): Promise<void> {
  const [row] = await inTransaction((run) =>
    run(`SELECT count(*)::int AS others FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'pomar%' AND pid <> pg_backend_pid()`),
  );
  if (Number(row?.others) > 0) {
    throw new ArchiveError(
      `a shop is running on ${variable}: stop it first, and start it again afterwards`,
    );
  }
}
