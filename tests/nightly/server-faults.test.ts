import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, test, vi } from "vitest";
import { runServerFaults } from "#tests/faults/server/suite.ts";
import { findPostgres } from "#tests/support/postgres.ts";
import { testSeed } from "#tests/support/test-run.ts";

const faults = { kills: 2, databaseRestarts: 1, fullDisks: 1, storageCuts: 1, clockMoves: 1 };
const hasPostgres = (await findPostgres()) !== undefined;

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
beforeAll(() => promisify(execFile)(process.execPath, ["scripts/build.mjs", "pages"]));

// Concurrent, because each waits most of the time for a restart.
describe.concurrent("no order is lost, duplicated or invented under faults", () => {
  test("on the embedded database", () =>
    runServerFaults({ engine: "embedded", orders: 400, seed: testSeed, faults }));

  test.skipIf(!hasPostgres)("on PostgreSQL, with two processes", () =>
    runServerFaults({ engine: "postgres", orders: 400, seed: testSeed + 1, faults }),
  );
});
