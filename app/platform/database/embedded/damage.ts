import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseStartError } from "#app/platform/database/errors.ts";

const backupPattern = /^pomar-.*\.tar\.gz$/;

/** One line with the reason of a failed start and what to do: free space, fix permissions, or restore a backup. */
export async function explainStartFailure(
  folder: string,
  error: unknown,
): Promise<DatabaseStartError> {
  const message = error instanceof Error ? error.message : String(error);
  const reason = fatalMessage(message);
  if (/no space left|ENOSPC|disk quota/i.test(message)) {
    return startError(
      `DATA_DIR: the disk of ${folder} is full (${reason}). Free space and start again`,
      error,
    );
  }
  if (
    /permission denied|EACCES|operation not permitted|EPERM|read-only file system/i.test(message)
  ) {
    return startError(`DATA_DIR: ${await describeOwner(folder)} (${reason})`, error);
  }
  return startError(await describeDamage(folder, reason), error);
}

function startError(message: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(message, { cause });
}

/** PostgreSQL's last fatal message, without time and process id. */
function fatalMessage(message: string): string {
  const found = [...message.matchAll(/(?:FATAL|PANIC):\s+([^|\n]+)/g)].at(-1)?.[1];
  return (found ?? message.split("\n", 1)[0] ?? "").trim();
}

async function describeOwner(folder: string): Promise<string> {
  const owner = await stat(folder).then(
    ({ uid }) => `uid ${uid}`,
    () => "another user",
  );
  const dataDir = path.dirname(folder);
  return `${folder} belongs to ${owner} and this process is uid ${process.getuid?.()}: run the shop as the owner, or chown -R ${dataDir} to its user`;
}

/** Names the damaged folder, the newest backup and the command that restores it. */
export async function describeDamage(folder: string, reason: string): Promise<string> {
  const dataDir = path.dirname(folder);
  const backup = await findNewestBackup(dataDir);
  const file = backup ?? "FILE";
  const source = backup ? "" : ` (no backup in ${path.join(dataDir, "backups")})`;
  return `DATA_DIR: the database in ${folder} is damaged (${reason}). Stop the shop, move ${folder} and ${path.join(dataDir, "media")} to another place, and run: npm run restore -- ${file}${source}`;
}

async function findNewestBackup(dataDir: string): Promise<string | undefined> {
  const folder = path.join(dataDir, "backups");
  const names = (await readdir(folder).catch(() => [])).filter((name) => backupPattern.test(name));
  const newest = names.sort().at(-1);
  return newest && path.join(folder, newest);
}
