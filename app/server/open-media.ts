import path from "node:path";
import type { Database } from "#app/platform/database/database.ts";
import { settings } from "#app/platform/database/schema.ts";
import type { Environment } from "#app/platform/env.ts";
import { createFolderStore } from "#app/platform/media/folder-store.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import { createObjectStore } from "#app/platform/media/object-store.ts";
import { createPictures, type Pictures } from "#app/platform/media/pictures.ts";
import { storageOf } from "#app/platform/storage-env.ts";

/** The originals of all pictures: uploads and those of the demonstration shop. */
export function openMedia(env: Environment, database: Database): MediaStore {
  const storage = storageOf(env);
  return storage
    ? createObjectStore(storage, folderInBucket(database))
    : createFolderStore(path.join(env.DATA_DIR, "media"));
}

/** What is made of the originals stays on this machine: it can be made again, and any process may lack it. */
export function openPictures(env: Environment, database: Database): Pictures {
  const variants = createFolderStore(path.join(env.DATA_DIR, "media-variants"));
  return createPictures(openMedia(env, database), variants);
}

/** The folder's name is the shop's own id, so that a shop never lists, and never sweeps, another's pictures. */
function folderInBucket(database: Database): () => Promise<string> {
  let id: string | undefined;
  return async () => {
    if (id) return id;
    const [row] = await database.select({ id: settings.id }).from(settings).limit(1);
    if (!row) throw new Error("the shop has no row of settings");
    id = row.id;
    return id;
  };
}

/** Where a browser finds an original by itself; undefined when it is to ask us. */
export function publicAddresses(
  env: Environment,
  database: Database,
): ((name: string) => Promise<string>) | undefined {
  const { S3_PUBLIC_URL: address } = env;
  if (!address) return undefined;
  const folder = folderInBucket(database);
  return async (name) => `${address}/${await folder()}/${name}`;
}
