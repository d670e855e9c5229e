import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "#app/platform/log.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";
import { copyBackup } from "./backup-check.ts";
import { backupName, backupTime, listBackups, readBackupStatus } from "./backup-status.ts";

const program = fileURLToPath(new URL("../../scripts/backup.ts", import.meta.url));
const incompletePattern = /^pomar-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz\.[0-9a-f-]{36}\.part$/;
/** Measured: 245 MB instead of 900 and half the time, since optimizing the engine's code does not pay for one run. */
const nodeOptions = ["--liftoff-only", "--max-semi-space-size=4"];
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
 * into memory. Backups and checks are child processes with low priority. Returns a function that stops, which also ends a
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
      log.info({ file: newest }, "restored the newest backup into memory: it is complete");
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

/** Deletes all but the newest seven: only files named by this module. An incomplete backup is deleted after a day: a younger one may be in progress. */
export async function deleteOldBackups(folder: string): Promise<void> {
  const yesterday = backupName(new Date(Date.now() - dayMs));
  for (const name of await readdir(folder)) {
    if (incompletePattern.test(name) && name < yesterday) await rm(path.join(folder, name));
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
