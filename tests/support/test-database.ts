import { afterAll, beforeEach, inject } from "vitest";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { Engine } from "#app/platform/database/embedded/engine.ts";
import { serveEngine } from "#app/platform/database/embedded/open.ts";
import { openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import { createTestDatabase, readMigratedDump, restoreInitialRows } from "./engines.ts";
import { testLog } from "./rows.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the test run's PostgreSQL; absent where tests run on the embedded engine. */
    postgresUrl?: string;
  }
}

let opened: Promise<OpenDatabase> | undefined;

/**
 * A migrated database for this test file: four categories, one settings row, nothing else. Call it at the top of the file:
 * it is reset before each test. The test files of a process share it, because opening one takes a second. The vitest
 * project (`embedded` or `postgres`) selects the engine.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  opened ??= open(inject("postgresUrl"));
  const shared = await opened;
  await restoreInitialRows(shared.database);
  beforeEach(() => restoreInitialRows(shared.database));
  return { ...shared, ...untilTheEndOfTheFile(shared) };
}

async function open(url: string | undefined): Promise<OpenDatabase> {
  if (url) return openPostgresDatabase(await createTestDatabase(url), testLog);
  const dump = await readMigratedDump();
  return serveEngine(await Engine.start({ loadDataDir: dump }), testLog);
}

function untilTheEndOfTheFile({
  subscribe,
  onGap,
}: OpenDatabase): Pick<OpenDatabase, "subscribe" | "onGap"> {
  const unsubscribers: (() => void)[] = [];
  const added = (unsubscribe: () => void) => {
    unsubscribers.push(unsubscribe);
    return unsubscribe;
  };
  afterAll(() => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  });
  return {
    subscribe: (listener) => added(subscribe(listener)),
    onGap: (listener) => added(onGap(listener)),
  };
}
