import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
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
    await initialise(folder);
  }
}

/** What the build does: makes a database in the folder `aside`, packs its files and takes the folder away. */
export async function packDatabase(aside: string): Promise<void> {
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  await initialise(aside);
  await pipeline(packTar(aside), createGzip(), createWriteStream(packed));
  await rm(aside, { recursive: true });
}

async function initialise(folder: string): Promise<void> {
  const engine = await startDurableEngine(folder);
  await engine.close();
}
