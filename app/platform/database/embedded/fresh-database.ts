import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip, createGzip } from "node:zlib";
import { packTar, unpackTar } from "modern-tar/fs";
import { startDurableEngine } from "./durable-engine.ts";

/** Where the build leaves the files of a database in which nothing has been done yet. */
const packed = fileURLToPath(new URL("../../../../build/database.tar.gz", import.meta.url));

/** Puts a database's files into `folder`, which is empty: those of the build, since making them takes seconds. */
export async function layDatabase(folder: string): Promise<void> {
  if (existsSync(packed)) {
    await pipeline(createReadStream(packed), createGunzip(), unpackTar(folder));
  } else {
    await runInitdb(folder);
  }
}

/** What the build does: makes a database and packs its files. Under its name there is the whole pack or none. */
export async function packDatabase(): Promise<void> {
  const folder = `${packed}.folder`;
  const aside = `${packed}.part`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runInitdb(folder);
  await pipeline(packTar(folder), createGzip(), createWriteStream(aside));
  await rename(aside, packed);
  await rm(folder, { recursive: true });
}

/** PGlite makes the files of whoever starts over an empty folder. */
async function runInitdb(folder: string): Promise<void> {
  const engine = await startDurableEngine(folder);
  await engine.close();
}
