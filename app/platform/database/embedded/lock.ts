import { DatabaseSync } from "node:sqlite";
import { DatabaseStartError } from "#app/platform/database/errors.ts";

const busy = 5;

/**
 * Locks a folder for this process until the returned function is called or the process ends, however it ends. Two
 * engines over one folder destroy it silently. SQLite provides the only file lock that Node has: it holds against
 * other processes, other containers on the same machine, and a second call in this process.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  try {
    const lock = new DatabaseSync(file);
    lock.exec("BEGIN EXCLUSIVE");
    return () => lock.close();
  } catch (error) {
    throw isSqliteError(error, busy)
      ? new DatabaseStartError(`DATA_DIR is in use: another process holds ${folder}`)
      : new DatabaseStartError(`DATA_DIR cannot be locked: ${file}: ${(error as Error).message}`);
  }
}

function isSqliteError(error: unknown, code: number): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === code;
}
