import { mkdtempSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { openEmbeddedDatabase } from "#app/platform/database/embedded/open.ts";
import { testLog } from "./rows.ts";

/** The path of a database folder that does not exist yet; removed after the test. */
export function temporaryFolder(): string {
  const parent = createParent();
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return path.join(parent, "database");
}

/** The first start takes seconds: returns a function that gives each test a copy of one migrated database. */
export async function migratedFolder(): Promise<() => Promise<string>> {
  const parent = createParent();
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  const original = path.join(parent, "database");
  await (await openEmbeddedDatabase(original, testLog)).close();
  return async () => {
    const copy = temporaryFolder();
    await cp(original, copy, { recursive: true });
    return copy;
  };
}

function createParent(): string {
  return mkdtempSync(path.join(tmpdir(), "pomar-embedded-"));
}
