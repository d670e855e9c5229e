import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "#app/platform/log.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";

const program = fileURLToPath(new URL("../../scripts/backup.ts", import.meta.url));
const backupPattern = /^pomar-(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;
const incompletePattern = /^pomar-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz\.[0-9a-f-]{36}\.part$/;
/** Measured: 245 MB instead of 900 and half the time, since optimizing the engine's code does not pay for one run. */
const nodeOptions = ["--liftoff-only", "--max-semi-space-size=4"];
const maxBackups = 7;
const dayMs = 86_400_000;
const defaultTimes = { firstDelayMs: 15 * 60_000, intervalMs: 3_600_000 };

/** "pomar-2026-11-21T030000Z.tar.gz" */
export function backupName(now: Date): string {
  return `pomar-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.tar.gz`;
}

/**
 * Creates a backup each day in a folder, in a child process with low priority, and deletes all but the newest seven.
 * Returns a function that stops, which also ends a running backup.
 */
export function startDailyBackups(
  folder: string,
  log: Log,
  createBackup: (file: string, signal: AbortSignal) => Promise<void> = runBackup,
  times = defaultTimes,
): () => Promise<void> {
  const job = {
    name: "daily backup",
    ...times,
    async run(signal: AbortSignal) {
      if (!(await isDue(folder, new Date()))) return;
      await createBackup(path.join(folder, backupName(new Date())), signal);
      await deleteOldBackups(folder);
      log.info({ folder }, "created the daily backup");
    },
  };
  return startPeriodicJob(job, log);
}

/** Newest first. */
async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => backupPattern.test(name))
    .toSorted()
    .reverse();
}

async function isDue(folder: string, now: Date): Promise<boolean> {
  const [newest] = await listBackups(folder);
  const created = newest?.replace(backupPattern, "$1-$2-$3T$4:$5:$6Z");
  return !created || now.getTime() - Date.parse(created) >= dayMs;
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

async function runBackup(file: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [...nodeOptions, program, file], {
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
