import { constants } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import path from "node:path";

const lanes = 16;

/**
 * Copies a folder in which nobody writes meanwhile, as fast as it goes: somebody is waiting to write. A file system that
 * can shares its blocks.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const target = (entry: { parentPath: string; name: string }) =>
    path.join(to, path.relative(from, path.join(entry.parentPath, entry.name)));
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const folder of entries.filter((entry) => entry.isDirectory())) {
    await mkdir(target(folder), { recursive: true });
  }
  const queue = entries.filter((entry) => entry.isFile()).values();
  async function lane(): Promise<void> {
    for (const file of queue) {
      const source = path.join(file.parentPath, file.name);
      await copyFile(source, target(file), constants.COPYFILE_FICLONE);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
}
