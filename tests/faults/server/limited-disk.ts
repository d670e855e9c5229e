import { execFile } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { removeFolder, temporaryFolder } from "#tests/support/shop-process.ts";

const run = promisify(execFile);
/** The mount's source names the process that created it. */
const mountSource = (pid: number) => `pomar-${pid}`;
const chunk = Buffer.alloc(2 ** 22);

/** A folder on a small disk of its own. Only root can mount one; otherwise the disk cannot be filled. */
export type Disk = {
  folder: string;
  /** Writes until the disk is full, and then frees so many bytes. */
  fill?(free?: number): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
};

export async function prepareDisk(size = "1500m"): Promise<Disk> {
  await removeStale();
  const folder = await temporaryFolder();
  const ballast = path.join(folder, "ballast");
  const isMounted = await run("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${size},mode=1777`,
    mountSource(process.pid),
    folder,
  ]).then(
    () => true,
    () => false,
  );
  return {
    folder,
    ...(isMounted && { fill: (free) => fill(ballast, free) }),
    free: () => rm(ballast, { force: true }),
    async remove() {
      if (isMounted) await run("umount", [folder]);
      await removeFolder(folder);
    },
  };
}

/** Unmounts the disks of runs that were killed. */
async function removeStale(): Promise<void> {
  const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
  for (const [, pid, folder = ""] of mounts.matchAll(/^pomar-(\d+) (\S+) tmpfs /gm)) {
    if (isRunning(Number(pid))) continue;
    // Lazy, because a process of that run may still hold files open.
    await run("umount", ["--lazy", folder]).then(
      () => removeFolder(folder),
      (error) => console.warn(`${folder} is still mounted: ${error.message}`),
    );
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function fill(file: string, free = 0): Promise<void> {
  const handle = await open(file, "w");
  try {
    for (let size = chunk.length; size > 0; size = Math.floor(size / 2)) await writeAll(size);
    await handle.truncate((await handle.stat()).size - free);
  } finally {
    await handle.close();
  }

  async function writeAll(size: number): Promise<void> {
    for (;;) {
      const written = await handle.write(chunk, 0, size).catch(() => undefined);
      if (!written || written.bytesWritten < size) return;
    }
  }
}
