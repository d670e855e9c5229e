import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { unpackTar } from "modern-tar/fs";
import { readMigratedDump } from "./engines.ts";

/** Copies a migrated, unused embedded database into a data folder: creating one takes seconds. */
export async function addMigratedDatabase(dataDir: string): Promise<void> {
  const dump = Buffer.from(await (await readMigratedDump()).arrayBuffer());
  await pipeline(Readable.from([dump]), unpackTar(path.join(dataDir, "database")));
}
