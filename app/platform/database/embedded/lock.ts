import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseStartError } from "#app/platform/database/errors.ts";

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

/** Where a running shop listens for programs on the same machine. A long data folder gets a socket in the temporary folder. */
export function controlSocketPath(dataDir: string): string {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\pomar-${name}`;
  const address = path.join(dataDir, "control.sock");
  return address.length < maxSocketPathLength ? address : path.join(tmpdir(), `pomar-${name}.sock`);
}
