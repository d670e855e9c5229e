import type { MediaStore } from "#app/platform/media/media-store.ts";
import { createPictures, type Pictures } from "#app/platform/media/pictures.ts";

/** Pictures stored in memory. */
export function createMemoryPictures(): Pictures {
  return createPictures(createMemoryStore(), createMemoryStore());
}

function createMemoryStore(): MediaStore {
  const files = new Map<string, Buffer>();
  return {
    read: async (name) => files.get(name),
    write: async (name, bytes) => void files.set(name, Buffer.from(bytes)),
    remove: async (name) => void files.delete(name),
    list: async (folder) => [...files.keys()].filter((name) => name.startsWith(`${folder}/`)),
  };
}
