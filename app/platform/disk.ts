import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { open, readdir, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { DatabaseStartError } from "./database/errors.ts";

/**
 * Throws when the data folder belongs to another user: the files that a program such as `npm run backup` creates there
 * as root could not be opened by the shop. The message contains the command that runs it as the owner.
 */
export function rejectForeignDataDir(
  dataDir: string,
  command: string,
  currentUid = process.getuid?.(),
): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || currentUid === undefined || owner === currentUid) return;
  const user = userName(owner);
  throw new DatabaseStartError(
    `DATA_DIR ${dataDir} belongs to the user ${user}. Run this as that user: systemd-run --pty --pipe --wait -p User=${user} ` +
      `-p WorkingDirectory=${process.cwd()} -p EnvironmentFile=/etc/pomar/pomar.env -p Environment=DATA_DIR=${dataDir} ${command}`,
  );
}

function userName(uid: number): string {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return lines.find((line) => line.split(":")[2] === String(uid))?.split(":")[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}

/** The disk of the data folder, and of the database as far as a failed write shows. */
export type Disk = {
  /** Remembers a write that failed because the disk was full; whether it did. */
  noteFailure(error: unknown): boolean;
  /** Returns whether the last write failed because the disk was full. Tries a write, and clears the failure when that succeeds. */
  isFull(): Promise<boolean>;
  freeBytes(): Promise<number>;
};

/** The machine that the shop runs on. */
export type Machine = {
  disk: Disk;
  /** Returns whether the database found its files damaged. */
  isDatabaseDamaged(): boolean;
  /** Sentences about disk and backups for the seller. */
  listWarnings(): Promise<string[]>;
  /** Writes a backup of the shop whose file starts with this name; it is never deleted. */
  backUp(name: string): Promise<void>;
};

const fullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Returns whether the error, or what caused it, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (fullCodes.has((one as { code?: string }).code ?? "")) return true;
  }
  return false;
}

/** Returns whether the disk of `folder` has so many free bytes. */
export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes;
}

/** The room that the shop needs to go on with its own writes while something large is written beside them. */
const reservedBytes = 64 * 2 ** 20;

/** Throws an error with the code ENOSPC unless the disk of `folder` has room for so many bytes, and for the shop's own writes. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const missing = bytes + reservedBytes - bavail * bsize;
  if (missing <= 0) return;
  const megabytes = Math.ceil(missing / 2 ** 20);
  throw Object.assign(
    new Error(`the disk of ${folder} has too little room: ${megabytes} MB more are needed`),
    {
      code: "ENOSPC",
    },
  );
}

/** The size of all files in a folder, in bytes. */
export async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries.filter((one) => one.isFile())) {
    // A file may have been deleted meanwhile.
    const file = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += file?.size ?? 0;
  }
  return bytes;
}

/** A machine without problems, for tests of other things. */
export const healthyMachine: Machine = {
  disk: { noteFailure: isDiskFull, isFull: async () => false, freeBytes: async () => Infinity },
  isDatabaseDamaged: () => false,
  listWarnings: async () => [],
  backUp: async () => undefined,
};

/** Larger than what an order adds to the database's files. */
const probe = Buffer.alloc(2 ** 20);

/** `writeToDatabase` writes a little; the database may be on another machine. */
export function createDisk(folder: string, writeToDatabase: () => Promise<unknown>): Disk {
  let hasFailed = false;
  let probing: Promise<void> | undefined;

  async function tryWrite(): Promise<void> {
    // The file first: PostgreSQL ends when it cannot extend its log.
    await writeFile(path.join(folder, `.write-test-${randomUUID()}`));
    await writeToDatabase();
    hasFailed = false;
  }

  return {
    noteFailure(error) {
      const isFull = isDiskFull(error);
      hasFailed ||= isFull;
      return isFull;
    },
    async isFull() {
      if (!hasFailed) return false;
      probing ??= tryWrite().finally(() => {
        probing = undefined;
      });
      await probing.catch(() => undefined);
      return hasFailed;
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

async function writeFile(file: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(probe);
    await handle.sync();
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}
