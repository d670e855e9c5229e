import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { postgresMajor } from "./embedded/durable-engine.ts";
import { Engine } from "./embedded/engine.ts";
import { inTransaction } from "./embedded/open.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { keepPristine } from "./pristine.ts";

const folder = fileURLToPath(new URL("../../../.cache/test-database/", import.meta.url));

/** The embedded engine's files after the migrations, kept between runs: an engine's first start takes seconds. */
export async function migratedDump(): Promise<Blob> {
  const file = await nameOfDump();
  const kept = await readFile(path.join(folder, file)).catch(() => undefined);
  if (kept) return new Blob([kept]);
  const dump = await makeDump();
  await keep(file, dump);
  return dump;
}

/** Another one for every change of what goes into it. */
async function nameOfDump(): Promise<string> {
  const key = createHash("sha256").update(postgresMajor).update(keepPristine.toString());
  for (const { sha256 } of await readMigrations()) key.update(sha256);
  return `${key.digest("hex").slice(0, 16)}.tar`;
}

async function makeDump(): Promise<Blob> {
  const engine = await Engine.start({});
  await migrate(inTransaction(engine));
  await inTransaction(engine)(keepPristine);
  await engine.exec("CHECKPOINT");
  const dump = await engine.dumpDataDir("none");
  await engine.close();
  return dump;
}

async function keep(file: string, dump: Blob): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Written aside and renamed, since other test files may be doing the same.
  const aside = path.join(folder, randomUUID());
  await writeFile(aside, Buffer.from(await dump.arrayBuffer()));
  await rename(aside, path.join(folder, file));
  for (const other of await readdir(folder)) {
    if (other.endsWith(".tar") && other !== file)
      await rm(path.join(folder, other), { force: true });
  }
}
