import { afterAll, beforeEach, inject } from "vitest";
import type { OpenDatabase } from "./database.ts";
import { Engine } from "./embedded/engine.ts";
import { serveEngine } from "./embedded/open.ts";
import { testLog } from "./fixtures.ts";
import { openPostgresDatabase } from "./postgres/open.ts";
import { createTestDatabase, readMigratedDump, restoreInitialRows } from "./test-databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the test run's PostgreSQL; absent where tests run on the embedded engine. */
    postgresUrl?: string;
  }
}

/**
 * Opens a migrated database for this test file: four categories, one settings row, nothing else. Call it at the top of
 * the file: it is reset before each test and closed after the last. The vitest project (`embedded` or `postgres`)
 * selects the engine.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = inject("postgresUrl");
  const open = url
    ? await openPostgresDatabase(await createTestDatabase(url), testLog)
    : await openInMemory();
  beforeEach(() => restoreInitialRows(open.database));
  afterAll(() => open.close());
  return open;
}

async function openInMemory(): Promise<OpenDatabase> {
  const dump = await readMigratedDump();
  return serveEngine(await Engine.start({ loadDataDir: dump }), testLog);
}
