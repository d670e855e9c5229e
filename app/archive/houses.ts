import path from "node:path";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import type { Environment } from "#app/platform/env.ts";
import { objectStorageOf } from "#app/platform/env.ts";
import { createFolderStore } from "#app/platform/media/folder-store.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import { createObjectStore } from "#app/platform/media/object-store.ts";
import { askForCopy } from "./control.ts";
import {
  openCopiedFiles,
  openEmbeddedCopy,
  openEmbeddedPlace,
  openPostgresPlace,
  type Place,
} from "./place.ts";
import { Refusal } from "./refusal.ts";

/** The pictures of the shop with this id, where the environment says that they are. */
export function mediaOf(env: Environment, inBucket = true): (shop: string) => MediaStore {
  const storage = inBucket ? objectStorageOf(env) : undefined;
  return (shop) =>
    storage
      ? createObjectStore(storage, async () => shop)
      : createFolderStore(path.join(env.DATA_DIR, "media"));
}

/** The environment's database to read from, whether or not its shop is running. */
export async function openToRead(env: Environment): Promise<Place> {
  const { DATA_DIR, DATABASE_URL } = env;
  if (DATABASE_URL) return openServer(env, DATABASE_URL);
  const copy = await askForCopy(DATA_DIR);
  return copy ? openCopiedFiles(copy) : openEmbeddedCopy(DATA_DIR);
}

/** The environment's database to write to. */
export function openToWrite(env: Environment): Promise<Place> {
  const { DATA_DIR, DATABASE_URL } = env;
  return DATABASE_URL ? openServer(env, DATABASE_URL) : openEmbeddedPlace(DATA_DIR);
}

/** Directly where that is possible: a pooler forgets a session's settings. */
function openServer({ DATABASE_DIRECT_URL }: Environment, url: string): Promise<Place> {
  return DATABASE_DIRECT_URL
    ? openPostgresPlace(DATABASE_DIRECT_URL, "DATABASE_DIRECT_URL")
    : openPostgresPlace(url, "DATABASE_URL");
}

/** Refuses a PostgreSQL that a shop has open: it would go on with what it remembers. */
export async function refuseOpenShop({ inTransaction }: Place, which: string): Promise<void> {
  const [row] = await inTransaction((run) =>
    run(`SELECT count(*)::int AS others FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'pomar%' AND pid <> pg_backend_pid()`),
  );
  if (Number(row?.others) > 0) {
    throw new Refusal(`a shop is open on ${which}: stop it first, and start it again afterwards`);
  }
}

/** One line for a failure that whoever asked can mend; anything else is thrown. */
export function explain(error: unknown): string {
  const known = ["Refusal", "DatabaseStartError", "StorageUnavailable"];
  if (!(error instanceof Error) || !known.includes(error.name)) throw error;
  const isOpen =
    error instanceof DatabaseStartError && error.message.startsWith("DATA_DIR is in use");
  return isOpen ? `${error.message}. Stop the shop first.` : error.message;
}
