import path from "node:path";
import { readSettings } from "#app/domain/company/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import { objectStorageOf } from "#app/platform/env.ts";
import {
  createFolderStore,
  createObjectStore,
  type MediaStore,
} from "#app/platform/media/media-store.ts";
import { createPictures, type Pictures } from "#app/platform/media/pictures.ts";

/** The originals of all pictures, uploaded or seeded: in the bucket, otherwise in the data folder. */
export function openMedia(env: Environment, database: Database): MediaStore {
  const storage = objectStorageOf(env);
  return storage
    ? createObjectStore(storage, bucketFolder(database))
    : createFolderStore(path.join(env.DATA_DIR, "media"));
}

/** Resized pictures are stored on this machine, because each process can create them again. */
export function openPictures(env: Environment, database: Database): Pictures {
  const variants = createFolderStore(path.join(env.DATA_DIR, "media-variants"));
  return createPictures(openMedia(env, database), variants);
}

/** Named after the shop's id, so that shops that share a bucket never list or delete each other's pictures. */
function bucketFolder(database: Database): () => Promise<string> {
  let id: string | undefined;
  return async () => {
    if (id) return id;
    id = (await readSettings(database)).id;
    return id;
  };
}

/** Maps a picture to its public URL in the bucket; undefined when this server serves originals. */
export function publicPictureUrls(
  env: Environment,
  database: Database,
): ((name: string) => Promise<string>) | undefined {
  const { S3_PUBLIC_URL: baseUrl } = env;
  if (!baseUrl) return undefined;
  const folder = bucketFolder(database);
  return async (name) => `${baseUrl}/${await folder()}/${name}`;
}
