import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { Engine } from "#app/platform/database/embedded/engine.ts";
import { inTransaction } from "#app/platform/database/embedded/open.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import { type ArchiveCounts, countEntries, verifyArchive } from "./archive-file.ts";
import { recordResult } from "./backup-status.ts";
import { ArchiveError } from "./errors.ts";
import { restore } from "./restore.ts";

/** Of a larger file only the checksums are verified: its rows would need gigabytes of memory. */
const maxRestoredBytes = 200 * 2 ** 20;

/**
 * Restores a backup into a database in memory and compares every table and picture with what the backup says it contains.
 * Records the result.
 */
export async function checkBackup(file: string): Promise<ArchiveCounts> {
  let counts: ArchiveCounts = { rows: 0, pictures: 0 };
  await recordResult("checked", file, async () => {
    if ((await stat(file)).size > maxRestoredBytes) {
      counts = countEntries((await verifyArchive(file)).tail);
      return;
    }
    const engine = await Engine.start({});
    try {
      const target = { inTransaction: inTransaction(engine), close: () => engine.close() };
      counts = await restore(file, target, createForgetfulStore);
    } finally {
      await engine.close();
    }
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
