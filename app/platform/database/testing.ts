import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, inject } from "vitest";
import type { OpenDatabase } from "./database.ts";
import { Engine } from "./embedded/engine.ts";
import { inTransaction, serveEngine } from "./embedded/open.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { openPostgresDatabase } from "./postgres/open.ts";
import { keepPristine, restorePristine } from "./pristine.ts";
import { createTestDatabase } from "./test-databases.ts";
import { testLog } from "./test-log.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the test run's PostgreSQL; absent where tests run on the embedded engine. */
    postgresUrl?: string;
  }
}

/**
 * A migrated database of this test file's own: four categories, one settings row, nothing else. Call it at the top of
 * the file: it is put back to that state before each test and closed after the last. The project that vitest runs the
 * file in (`embedded` or `postgres`) decides the engine.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = inject("postgresUrl");
  const open = url
    ? await openPostgresDatabase(await createTestDatabase(url), testLog)
    : await openInMemory();
  beforeEach(() => restorePristine(open.database));
  afterAll(() => open.close());
  return open;
}

async function openInMemory(): Promise<OpenDatabase> {
  const dump = await migratedDump();
  return serveEngine(await Engine.start({ loadDataDir: dump }), testLog);
}

/** The embedded engine's files after the migrations, kept between runs: the first start of an engine takes seconds. */
async function migratedDump(): Promise<Blob> {
  const key = createHash("sha256").update(keepPristine.toString());
  for (const { sha256 } of await readMigrations()) key.update(sha256);
  const folder = new URL("../../../.cache/test-database/", import.meta.url);
  const file = new URL(`${key.digest("hex").slice(0, 16)}.tar`, folder);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return new Blob([kept]);
  const engine = await Engine.start({});
  await migrate(inTransaction(engine));
  await inTransaction(engine)(keepPristine);
  await engine.exec("CHECKPOINT");
  const dump = await engine.dumpDataDir("none");
  await engine.close();
  await mkdir(folder, { recursive: true });
  // Written aside and renamed, since other test files may be doing the same.
  const aside = `${fileURLToPath(file)}.${randomUUID()}`;
  await writeFile(aside, Buffer.from(await dump.arrayBuffer()));
  await rename(aside, file);
  return dump;
}
