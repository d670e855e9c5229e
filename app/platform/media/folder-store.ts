import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isMediaName, type MediaStore } from "./media-store.ts";

/** Files in a local folder, created with the first file. */
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
      await writeAtomically(file, bytes);
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

function ignoreMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}

/** Writes a temporary file, syncs and renames it: readers and power cuts find a complete file or none. */
async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its file system journals names.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
