import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { DatabaseLog } from "#app/platform/database/database.ts";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import type { BeforeUpgrade } from "#app/platform/database/migrate.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";
import { ArchiveError } from "./archive-error.ts";
import { type ArchiveCounts, countEntries, verifyArchive, writeArchive } from "./archive-file.ts";
import { openTemporary } from "./databases.ts";
import { selectMediaStore } from "./pictures.ts";
import { restore } from "./restore.ts";

const backupPattern = /^pomar-(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/** "pomar-2026-11-21T030000Z.tar.gz" */
export function backupName(now: Date): string {
  return `pomar-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.tar.gz`;
}

/** The names of the backups in a folder, newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => backupPattern.test(name))
    .toSorted()
    .reverse();
}

/** Reads the time when a backup was created from its name. */
export function backupTime(name: string): number {
  return Date.parse(name.replace(backupPattern, "$1-$2-$3T$4:$5:$6Z"));
}

/** The result of copying or checking one backup; without `error` it succeeded. `at` is an ISO timestamp. */
type BackupResult = { at: string; file: string; error?: string };

/** `copied` is the last run of BACKUP_COMMAND, `checked` the last restoration of one. */
type BackupStatus = { copied?: BackupResult; checked?: BackupResult };

const statusFile = (folder: string) => path.join(folder, "status.json");

/** Reads what happened to the backups of a folder; empty where nothing was recorded. */
export async function readBackupStatus(folder: string): Promise<BackupStatus> {
  try {
    return JSON.parse(await readFile(statusFile(folder), "utf8")) as BackupStatus;
  } catch {
    return {};
  }
}

/** Runs work on a backup and records its result beside it; throws the error of the work. */
async function recordResult(
  kind: keyof BackupStatus,
  file: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const folder = path.dirname(file);
  const at = new Date().toISOString();
  const record = async (error?: string) => {
    const result = { at, file: path.basename(file), ...(error !== undefined && { error }) };
    const status = { ...(await readBackupStatus(folder)), [kind]: result };
    const temporary = `${statusFile(folder)}.part`;
    await writeFile(temporary, JSON.stringify(status), { mode: 0o600 });
    await rename(temporary, statusFile(folder));
  };
  try {
    await work();
  } catch (error) {
    await record((error as Error).message.slice(0, 500));
    throw error;
  }
  await record();
}

/** A larger file has only its checksums verified: its rows would need gigabytes of the disk. */
const maxRestoredBytes = 200 * 2 ** 20;

/**
 * Restores a backup into a temporary database in `dataDir` and compares every table and picture with what the backup says it
 * contains. Records the result.
 */
export async function checkBackup(dataDir: string, file: string): Promise<ArchiveCounts> {
  let counts: ArchiveCounts = { rows: 0, pictures: 0 };
  await recordResult("checked", file, async () => {
    if ((await stat(file)).size > maxRestoredBytes) {
      counts = countEntries((await verifyArchive(file)).tail);
      return;
    }
    const target = await openTemporary(dataDir);
    counts = await restore(file, target, createForgetfulStore).finally(() => target.close());
  });
  return counts;
}

/** Holds the last picture only, for as long as `restore` compares it. */
function createForgetfulStore(): MediaStore {
  let last: { name: string; bytes: Buffer } | undefined;
  return {
    list: async () => [],
    read: async (name) => (last?.name === name ? last.bytes : undefined),
    async write(name, bytes) {
      last = { name, bytes: Buffer.from(bytes) };
    },
    remove: async () => undefined,
  };
}

/** Runs the operator's BACKUP_COMMAND, which copies the file named by `BACKUP_FILE` to another machine. */
export function copyBackup(command: string, file: string, signal?: AbortSignal): Promise<void> {
  return recordResult("copied", file, async () => {
    const child = spawn(command, {
      shell: true,
      env: { ...process.env, BACKUP_FILE: file },
      stdio: ["ignore", "ignore", "pipe"],
      ...(signal && { signal }),
    });
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-300);
    });
    const [code] = await once(child, "close");
    if (code !== 0) throw new ArchiveError(`BACKUP_COMMAND exited with ${code}: ${output.trim()}`);
  });
}

const program = fileURLToPath(new URL("../../scripts/backup.ts", import.meta.url));
const incompletePattern = /\.tar\.gz\.[0-9a-f-]{36}\.part$/;
const nodeOptions = ["--max-semi-space-size=4"];
const maxBackups = 7;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const namedBackupLimitMs = 10 * 60_000;
const defaultTimes = { firstDelayMs: 15 * 60_000, intervalMs: 3_600_000 };

type BackupOptions = {
  /** Shell command that copies a new backup to another machine. */
  command?: string | undefined;
  createBackup?: (file: string, signal: AbortSignal) => Promise<void>;
  checkNewest?: (signal: AbortSignal) => Promise<void>;
  times?: typeof defaultTimes;
};

/**
 * Creates a backup each day in a folder, copies it, and deletes all but the newest seven; once a week restores the newest
 * into a temporary database. Backups and checks are child processes with low priority. Returns a function that stops, which also ends a
 * running one.
 */
export function startDailyBackups(
  folder: string,
  log: Log,
  {
    command,
    createBackup = (file, signal) => runProgram([file], signal),
    checkNewest = (signal) => runProgram(["--check"], signal),
    times = defaultTimes,
  }: BackupOptions = {},
): () => Promise<void> {
  const backup = {
    name: "daily backup",
    ...times,
    async run(signal: AbortSignal) {
      const [newest] = await listBackups(folder);
      if (newest && Date.now() - backupTime(newest) < dayMs) return;
      const file = path.join(folder, backupName(new Date()));
      await createBackup(file, signal);
      await deleteOldBackups(folder);
      log.info({ folder }, "created the daily backup");
      if (!command) return;
      await copyBackup(command, file, signal);
      log.info({ file }, "copied the backup by BACKUP_COMMAND");
    },
  };
  const check = {
    name: "weekly check of the newest backup",
    ...times,
    async run(signal: AbortSignal) {
      const [newest] = await listBackups(folder);
      const { checked } = await readBackupStatus(folder);
      if (!newest || Date.now() - Date.parse(checked?.at ?? "1970-01-01") < weekMs) return;
      await checkNewest(signal);
      log.info(
        { file: newest },
        "restored the newest backup into a temporary database: it is complete",
      );
    },
  };
  const stops = [backup, check].map((job) => startPeriodicJob(job, log));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Writes `{name}-{time}.tar.gz` to a folder of backups, which no job deletes. */
export async function createNamedBackup(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = backupName(new Date()).replace("pomar", name);
  await runProgram([path.join(folder, file)], AbortSignal.timeout(namedBackupLimitMs));
}

/**
 * Deletes all but the newest seven: only files named by this module. An incomplete backup, also one from before an upgrade, is deleted
 * after a day: a younger one may be in progress.
 */
export async function deleteOldBackups(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!incompletePattern.test(name)) continue;
    const file = path.join(folder, name);
    // Undefined for one that was completed, and renamed, meanwhile.
    const incomplete = await stat(file).catch(() => undefined);
    if (incomplete && Date.now() - incomplete.mtimeMs >= dayMs) await rm(file);
  }
  for (const name of (await listBackups(folder)).slice(maxBackups)) {
    await rm(path.join(folder, name));
  }
}

/** A system-call filter such as the systemd unit's may deny it: the backup then runs at normal priority. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The backup matters more than its priority.
  }
}

async function runProgram(args: string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    signal,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output = (output + chunk).slice(-2_000);
  });
  lowerPriority(child.pid);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(output.trim() || `the backup exited with ${code}`);
}

/**
 * Writes `backups/before-<migration>.tar.gz`, which is never pruned, since migrations cannot be reverted. When that fails,
 * the shop does not start and its database is unchanged.
 */
export function backUpBeforeUpgrade(
  env: Environment,
  log: Pick<DatabaseLog, "info">,
): BeforeUpgrade {
  return async (inTransaction, migration) => {
    const file = path.join(env.DATA_DIR, "backups", `before-${migration}.tar.gz`);
    const startedAt = performance.now();
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const source = { inTransaction, close: async () => undefined };
      const counts = await writeArchive(source, selectMediaStore(env), file);
      const durationMs = Math.round(performance.now() - startedAt);
      log.info({ file, ...counts, durationMs }, "created a backup before the upgrade");
    } catch (error) {
      throw new DatabaseStartError(
        `the backup before the upgrade cannot be written to ${file} (${(error as Error).message}): the database is unchanged`,
      );
    }
  };
}
