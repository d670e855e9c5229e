import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

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

/** When a backup was created, from its name. */
export function backupTime(name: string): number {
  return Date.parse(name.replace(backupPattern, "$1-$2-$3T$4:$5:$6Z"));
}

/** The result of copying or checking one backup; without `error` it succeeded. `at` is an ISO timestamp. */
type BackupResult = { at: string; file: string; error?: string };

/** `copied` is the last run of BACKUP_COMMAND, `checked` the last restoration into memory. */
type BackupStatus = { copied?: BackupResult; checked?: BackupResult };

const statusFile = (folder: string) => path.join(folder, "status.json");

/** What happened to the backups of a folder; empty where nothing was recorded. */
export async function readBackupStatus(folder: string): Promise<BackupStatus> {
  try {
    return JSON.parse(await readFile(statusFile(folder), "utf8")) as BackupStatus;
  } catch {
    return {};
  }
}

/** Runs work on a backup and records its result beside it; throws the error of the work. */
export async function recordResult(
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
