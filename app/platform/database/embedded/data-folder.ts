import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  readlinkSync,
  statSync,
} from "node:fs";
import {
  chmod,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
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

const sqliteBusy = 5;
const checkIntervalMs = 1_000;
const socketTimeoutMs = 1_000;

export type FolderLock = {
  /** Writes this process into the folder, once it exists: other processes see it even without the lock file. */
  recordOwner(): Promise<void>;
  /** Resolves when the lock file was deleted or replaced, so that another process could open the folder. */
  lost: Promise<Error>;
  release(): Promise<void>;
};

/**
 * Locks a database folder for this process until it is released or the process ends. Two engines over one folder destroy
 * it silently, so the lock is threefold: SQLite's file lock (the only one that Node has, valid across containers), the
 * control socket of a running shop, and the process recorded in the folder. The last two hold when the file is deleted.
 */
export async function lockFolder(
  folder: string,
  intervalMs = checkIntervalMs,
): Promise<FolderLock> {
  const file = `${folder}.lock`;
  const connection = lockFile(folder, file);
  try {
    await rejectOwner(folder);
  } catch (error) {
    connection.close();
    throw error;
  }
  const { lost, stop } = watchFile(file, intervalMs);
  const record = recordPath(folder);
  let isRecorded = false;
  return {
    async recordOwner() {
      if (process.platform !== "linux") return;
      await writeFile(record, JSON.stringify(describeProcess(process.pid, folder)));
      isRecorded = true;
    },
    lost,
    async release() {
      stop();
      if (isRecorded) await rm(record, { force: true });
      connection.close();
    },
  };
}

function lockFile(folder: string, file: string): DatabaseSync {
  try {
    const connection = new DatabaseSync(file);
    connection.exec("BEGIN EXCLUSIVE");
    return connection;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) {
      throw inUse(`another process has ${folder} open`, file);
    }
    throw new DatabaseStartError(`DATA_DIR cannot be locked: ${file}: ${(error as Error).message}`);
  }
}

function inUse(reason: string, file: string): DatabaseStartError {
  return new DatabaseStartError(
    `DATA_DIR is in use: ${reason}. Do not delete ${path.basename(file)}: two processes destroy the database`,
  );
}

/** Throws when a process that does not hold the lock file has the folder open, because the file was deleted. */
async function rejectOwner(folder: string): Promise<void> {
  const owner = readOwner(folder);
  if (owner) throw inUse(`process ${owner.pid} has ${folder} open`, `${folder}.lock`);
  if (await hasListener(controlSocketPath(path.dirname(folder)))) {
    throw inUse(`a running shop answers for ${folder}`, `${folder}.lock`);
  }
}

type Owner = { pid: number; started: string; namespace: string; folder: string };

const recordPath = (folder: string) => path.join(folder, "pomar.pid");

/** The recorded process if it is still running. The record of another machine, boot, container or copy is stale. */
function readOwner(folder: string): Owner | undefined {
  try {
    const owner: Owner = JSON.parse(readFileSync(recordPath(folder), "utf8"));
    const current = describeProcess(owner.pid, folder);
    const isSame =
      owner.started === current.started &&
      owner.namespace === current.namespace &&
      owner.folder === current.folder;
    return isSame ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** Identifies a running process by start time, so that a reused pid differs. Throws where there is no such process. */
function describeProcess(pid: number, folder: string): Owner {
  const { dev, ino } = statSync(folder);
  // The start time is field 22; the second, the name in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return {
    pid,
    started: `${readBootId()} ${fields[19]}`,
    namespace: readlinkSync("/proc/self/ns/pid"),
    folder: `${dev}:${ino}`,
  };
}

/** Empty where the process may not read it, as with systemd's ProcSubset=pid. */
function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

async function hasListener(address: string): Promise<boolean> {
  const socket = connect(address);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(socketTimeoutMs) });
    return true;
  } catch (error) {
    // A listener that does not accept in time exists all the same.
    return error instanceof Error && error.name === "AbortError";
  } finally {
    socket.destroy();
  }
}

function watchFile(file: string, intervalMs: number): { lost: Promise<Error>; stop(): void } {
  const { promise: lost, resolve } = Promise.withResolvers<Error>();
  const locked = statSync(file).ino;
  const timer = setInterval(() => {
    if (statSync(file, { throwIfNoEntry: false })?.ino === locked) return;
    clearInterval(timer);
    resolve(new Error(`${file} was deleted or replaced: stopping before another process opens it`));
  }, intervalMs);
  timer.unref();
  return { lost, stop: () => clearInterval(timer) };
}

const maxSocketPathLength = 100;

/**
 * Returns the socket on which a running shop listens for programs on the same machine. A long data folder gets a socket in the
 * temporary folder.
 */
export function controlSocketPath(dataDir: string): string {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\pomar-${name}`;
  const address = path.join(dataDir, "control.sock");
  return address.length < maxSocketPathLength ? address : path.join(tmpdir(), `pomar-${name}.sock`);
}
