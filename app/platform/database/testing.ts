import { afterAll, beforeEach, inject } from "vitest";
import type { OpenDatabase } from "./database.ts";
import { Engine } from "./embedded/engine.ts";
import { serveEngine } from "./embedded/open.ts";
import { migratedDump } from "./migrated-dump.ts";
import { openPostgresDatabase } from "./postgres/open.ts";
import { restorePristine } from "./pristine.ts";
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
