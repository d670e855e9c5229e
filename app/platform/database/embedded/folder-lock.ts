import { DatabaseSync } from "node:sqlite";
import { DatabaseRefusal } from "#app/platform/database/refusal.ts";

const busy = 5;

/**
 * Holds a folder for this process until the returned function is called or the process is gone, however it goes.
 * Two engines over one folder destroy it without a word. SQLite's lock is the one that Node has: it holds against
 * other processes, other containers on the same machine, and a second call in this one.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  try {
    const lock = new DatabaseSync(file);
    lock.exec("BEGIN EXCLUSIVE");
    return () => lock.close();
  } catch (error) {
    throw isSqliteError(error, busy)
      ? new DatabaseRefusal(`DATA_DIR is in use: another process holds ${folder}`)
      : new DatabaseRefusal(`DATA_DIR cannot be locked: ${file}: ${(error as Error).message}`);
  }
}

function isSqliteError(error: unknown, code: number): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === code;
}
