import { chmod, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseRefusal } from "#app/platform/database/refusal.ts";
import { postgresMajor } from "./durable-engine.ts";
import { layDatabase } from "./fresh-database.ts";

/**
 * Makes `folder` one that the engine may open: initialises it when there is none, refuses one of another PostgreSQL,
 * and takes away what a killed process left. The caller holds the folder's lock.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(whenMissing(() => []));
  if (entries.length === 0) await initialise(folder);
  else await checkVersion(folder);
  await chmod(folder, 0o700);
  await rm(path.join(folder, "postmaster.pid"), { force: true });
}

/** Under another name first, so that a start cut short leaves no half-made database behind. */
async function initialise(folder: string): Promise<void> {
  const aside = `${folder}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { mode: 0o700 });
  await layDatabase(aside);
  await syncTree(aside);
  await rename(aside, folder);
  await syncFolder(path.dirname(folder));
}

async function checkVersion(folder: string): Promise<void> {
  const file = path.join(folder, "PG_VERSION");
  const version = await readFile(file, "utf8").catch(whenMissing(() => undefined));
  if (version === undefined) {
    throw new DatabaseRefusal(`DATA_DIR: ${folder} holds files but no database (no PG_VERSION)`);
  }
  if (version.trim() !== postgresMajor) {
    throw new DatabaseRefusal(
      `DATA_DIR: ${folder} was written by PostgreSQL ${version.trim()}, this version of the shop has ${postgresMajor}`,
    );
  }
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await syncFile(path.join(entry.parentPath, entry.name), entry.isDirectory());
  }
  await syncFolder(folder);
}

const syncFolder = (folder: string) => syncFile(folder, true);

async function syncFile(file: string, isFolder: boolean): Promise<void> {
  // Windows opens no folders, and syncs only what may be written.
  if (isFolder && process.platform === "win32") return;
  const handle = await open(file, isFolder ? "r" : "r+");
  await handle.sync().finally(() => handle.close());
}

function whenMissing<T>(value: () => T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT") return value();
    throw error;
  };
}
