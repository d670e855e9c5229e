import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { unpackTar } from "modern-tar/fs";
import { readMigratedDump } from "#app/platform/database/test-databases.ts";

/** Puts a migrated embedded database, that nobody has used, into a data folder: its first start would take seconds. */
export async function addMigratedDatabase(dataDir: string): Promise<void> {
  const dump = Buffer.from(await (await readMigratedDump()).arrayBuffer());
  await pipeline(Readable.from([dump]), unpackTar(path.join(dataDir, "database")));
}
