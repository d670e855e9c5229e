import { constants, createReadStream, createWriteStream, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip, createGzip } from "node:zlib";
import { packTar, unpackTar } from "modern-tar/fs";
import pLimit from "p-limit";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import { postgresMajor, startDurableEngine } from "./durability.ts";

/**
 * Prepares `folder` for the engine: initializes a missing one, rejects one of another PostgreSQL version, and removes
 * the pid file of a killed process. The caller holds the folder's lock.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(ifMissing(() => []));
  if (entries.length === 0) await initialize(folder);
  else await checkVersion(folder);
  await chmod(folder, 0o700);
  await rm(path.join(folder, "postmaster.pid"), { force: true });
}

/** Uses a temporary name, so that an interrupted start leaves no incomplete database. */
async function initialize(folder: string): Promise<void> {
  const temporary = `${folder}.new`;
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { mode: 0o700 });
  await createDatabaseFiles(temporary);
  await syncTree(temporary);
  await rename(temporary, folder);
  await syncFolder(path.dirname(folder));
}

async function checkVersion(folder: string): Promise<void> {
  const file = path.join(folder, "PG_VERSION");
  const version = await readFile(file, "utf8").catch(ifMissing(() => undefined));
  if (version === undefined) {
    throw new DatabaseStartError(`DATA_DIR: ${folder} holds files but no database (no PG_VERSION)`);
  }
  if (version.trim() !== postgresMajor) {
    throw new DatabaseStartError(
      `DATA_DIR: ${folder} was written by PostgreSQL ${version.trim()}, this version of the shop has ${postgresMajor}`,
    );
  }
}

/** The build stores the files of an empty database here, since creating them takes seconds. */
const packedDatabase = fileURLToPath(new URL("../../../../build/database.tar.gz", import.meta.url));

async function createDatabaseFiles(folder: string): Promise<void> {
  if (existsSync(packedDatabase)) {
    await pipeline(createReadStream(packedDatabase), createGunzip(), unpackTar(folder));
  } else {
    await runInitdb(folder);
  }
}

/** Run by the build. The archive appears under its name only when it is complete. */
export async function packDatabase(): Promise<void> {
  const folder = `${packedDatabase}.folder`;
  const temporary = `${packedDatabase}.part`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runInitdb(folder);
  await pipeline(packTar(folder), createGzip(), createWriteStream(temporary));
  await rename(temporary, packedDatabase);
  await rm(folder, { recursive: true });
}

/** PGlite initializes an empty folder when it starts. */
async function runInitdb(folder: string): Promise<void> {
  const engine = await startDurableEngine(folder);
  await engine.close();
}

const copyConcurrency = 16;

/** Copies a folder to which nothing writes meanwhile. File systems that can share blocks do so. */
export async function copyFolder(source: string, target: string): Promise<void> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const targetOf = (entry: { parentPath: string; name: string }) =>
    path.join(target, path.relative(source, path.join(entry.parentPath, entry.name)));
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const folder of entries.filter((entry) => entry.isDirectory())) {
    await mkdir(targetOf(folder), { recursive: true });
  }
  const files = entries.filter((entry) => entry.isFile());
  await pLimit(copyConcurrency).map(files, (file) =>
    copyFile(path.join(file.parentPath, file.name), targetOf(file), constants.COPYFILE_FICLONE),
  );
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await syncFile(path.join(entry.parentPath, entry.name), entry.isDirectory());
  }
  await syncFolder(folder);
}

const syncFolder = (folder: string) => syncFile(folder, true);

async function syncFile(file: string, isFolder: boolean): Promise<void> {
  // Windows cannot open folders, and syncs only files opened for writing.
  if (isFolder && process.platform === "win32") return;
  const handle = await open(file, isFolder ? "r" : "r+");
  await handle.sync().finally(() => handle.close());
}

function ifMissing<T>(value: () => T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT") return value();
    throw error;
  };
}
