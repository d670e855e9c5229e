import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isMediaName, type MediaStore } from "./media-store.ts";

/** Files below a local folder, which is made when the first one is written. */
export function createFolderStore(folder: string): MediaStore {
  function pathOf(name: string): string {
    if (!isMediaName(name)) throw new RangeError(`not a media name: ${JSON.stringify(name)}`);
    return path.join(folder, name);
  }

  return {
    async read(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
        throw error;
      }
    },
    async write(name, bytes) {
      const file = pathOf(name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeWhole(file, bytes);
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async list(name) {
      const found = await readdir(pathOf(name), { recursive: true, withFileTypes: true }).catch(
        ignoreMissing,
      );
      return found
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .map((file) => file.replaceAll(path.sep, "/"));
    },
  };
}

/** No folder, no files. */
function ignoreMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}

/** Written aside, synced and renamed: a reader, or a power cut, meets the whole file or none. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  const handle = await open(aside, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(aside, file);
  await syncFolder(path.dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system keeps names by journal.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
