import { hash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import path from "node:path";
import { json } from "node:stream/consumers";
import pLimit from "p-limit";
import { Pool } from "pg";
import { buckets } from "#app/domain/media/rules.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import {
  controlSocketPath,
  copyFolder,
  lockFolder,
  prepareFolder,
} from "#app/platform/database/embedded/data-folder.ts";
import { startDurableEngine } from "#app/platform/database/embedded/durability.ts";
import { inTransaction as inEmbedded, openEngine } from "#app/platform/database/embedded/open.ts";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import type { InTransaction, RunSql } from "#app/platform/database/migrate.ts";
import { checkServer, poolOptions } from "#app/platform/database/postgres/connection.ts";
import { inTransaction as inPostgres } from "#app/platform/database/postgres/open.ts";
import { type Environment, objectStorageOf } from "#app/platform/env.ts";
import {
  createFolderStore,
  createObjectStore,
  type MediaStore,
  StorageUnavailable,
} from "#app/platform/media/media-store.ts";

/** Why a backup, restore or move was not done, in one line for the operator; nothing was changed. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}

/** The line for a failure that the operator can fix; any other error is thrown again. */
export function describeFailure(error: unknown): string {
  const isExpected =
    error instanceof ArchiveError ||
    error instanceof DatabaseStartError ||
    error instanceof StorageUnavailable;
  if (!isExpected) throw error;
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
  return copy ? openCopiedFiles(copy) : openEmbeddedCopy(DATA_DIR);
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
  return { inTransaction: inEmbedded(engine), close };
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
    const parent = await mkdtemp(path.join(dataDir, `copy-${process.pid}-`));
    const copy = path.join(parent, "database");
    await copyFolder(folder, copy);
    const database = await openCopiedFiles(copy);
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

/** A copy of the files for this program alone, which needs no lock. Closing deletes it. */
async function openCopiedFiles(folder: string): Promise<ArchiveDatabase> {
  await prepareFolder(folder);
  const engine = await startDurableEngine(folder);
  return {
    inTransaction: inEmbedded(engine),
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
  return { inTransaction: inPostgres(pool), close: () => pool.end() };
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

/** Opens the pictures of the shop with a given id: in the configured bucket, otherwise in DATA_DIR. */
export function selectMediaStore(env: Environment, useBucket = true): (shop: string) => MediaStore {
  const storage = useBucket ? objectStorageOf(env) : undefined;
  return (shop) =>
    storage
      ? createObjectStore(storage, async () => shop)
      : createFolderStore(path.join(env.DATA_DIR, "media"));
}

type CopyFiles = NonNullable<OpenDatabase["copyFiles"]>;

/**
 * Serves requests of programs on the same machine. Only one process may open the embedded database, so a backup
 * requests a copy of its files from the running shop. The socket in the data folder is accessible to its owner only.
 */
export async function startControlServer(
  dataDir: string,
  copyFiles: CopyFiles,
): Promise<() => Promise<void>> {
  const server = createServer(async ({ url = "" }, response) => {
    try {
      const folder = await createCopy(dataDir, Number(url.slice(1)), copyFiles);
      response.end(JSON.stringify({ folder }));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ problem: String(error) }));
    }
  });
  const address = controlSocketPath(dataDir);
  // This process holds the folder's lock, so an existing socket is left from a killed process.
  await rm(address, { force: true });
  server.listen(address);
  await once(server, "listening");
  if (process.platform !== "win32") await chmod(address, 0o600);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Requests a copy of the database from the shop that runs on a data folder; undefined when none answers. */
async function requestCopy(dataDir: string): Promise<string | undefined> {
  const sent = request({ socketPath: controlSocketPath(dataDir), path: `/${process.pid}` }).end();
  const response = await once(sent, "response").catch(() => undefined);
  if (!response) return undefined;
  const { folder, problem } = (await json(response[0])) as { folder?: string; problem?: string };
  if (!folder) throw new Error(`the running shop could not copy its database: ${problem}`);
  return folder;
}

/** Copies contain the requesting process's id. Those of ended processes are deleted, as large as the database. */
async function createCopy(
  dataDir: string,
  requesterPid: number,
  copyFiles: CopyFiles,
): Promise<string> {
  for (const entry of await readdir(dataDir)) {
    const [, owner] = /^copy-(\d+)-/.exec(entry) ?? [];
    if (owner && !isRunning(Number(owner))) {
      await rm(path.join(dataDir, entry), { recursive: true, force: true });
    }
  }
  const parent = await mkdtemp(path.join(dataDir, `copy-${requesterPid}-`));
  const folder = path.join(parent, "database");
  await copyFiles(folder);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const copyConcurrency = 4;

/** The sorted names of all pictures in a store. */
export async function listPictures(store: MediaStore): Promise<string[]> {
  const names = await Promise.all(buckets.map((bucket) => store.list(bucket)));
  return names.flat().toSorted();
}

/** A picture with its checksum; undefined when it was removed meanwhile. */
export async function readPicture(store: MediaStore, name: string) {
  const bytes = await store.read(name);
  return bytes && { name, bytes, sha256: hash("sha256", bytes) };
}

/** Writes a picture and reads it back; throws when the bytes differ. */
export async function writePicture(
  store: MediaStore,
  picture: { name: string; bytes: Buffer; sha256: string },
): Promise<void> {
  await store.write(picture.name, picture.bytes);
  if ((await readPicture(store, picture.name))?.sha256 !== picture.sha256) {
    throw new Error(`${picture.name} differs from the source after copying`);
  }
}

/** The pictures that rows refer to and the store does not hold. */
export async function listMissingPictures(run: RunSql, store: MediaStore): Promise<string[]> {
  const rows = await run(`SELECT DISTINCT found[1] AS name FROM (
    SELECT to_jsonb(one)::text AS body FROM products AS one
    UNION ALL SELECT to_jsonb(one)::text FROM categories AS one
    UNION ALL SELECT to_jsonb(one)::text FROM recipes AS one
    UNION ALL SELECT to_jsonb(one)::text FROM settings AS one
  ) AS texts, regexp_matches(body, '/media/([A-Za-z0-9._/-]+)', 'g') AS found ORDER BY name`);
  const stored = new Set(await listPictures(store));
  return rows.map(({ name }) => String(name)).filter((name) => !stored.has(name));
}

/** Copies and verifies every picture whose bytes differ in the target. Returns the total and the number copied. */
export async function copyPictures(
  source: MediaStore,
  target: MediaStore,
): Promise<{ all: number; copied: number }> {
  const names = await listPictures(source);
  const existing = new Set(await listPictures(target));
  const copied = await pLimit(copyConcurrency).map(names, async (name) => {
    const picture = await readPicture(source, name);
    if (!picture) return false;
    if (existing.has(name) && (await readPicture(target, name))?.sha256 === picture.sha256) {
      return false;
    }
    await writePicture(target, picture);
    return true;
  });
  return { all: names.length, copied: copied.filter(Boolean).length };
}
