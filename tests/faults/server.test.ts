import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, test, vi } from "vitest";
import { findPostgres } from "#tests/support/postgres.ts";
import { runServerFaults } from "./server/suite.ts";

const few = { kills: 2, databaseRestarts: 1, fullDisks: 1, storageCuts: 1, clockMoves: 1 };
const hasPostgres = (await findPostgres()) !== undefined;

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
beforeAll(() => promisify(execFile)(process.execPath, ["scripts/build.mjs", "pages"]));

// Side by side: each waits most of its time, for what it broke to come back.
describe.concurrent("nothing is lost, doubled or made up while the shop breaks", () => {
  test("on the embedded database", () =>
    runServerFaults({ engine: "embedded", orders: 400, seed: 1, faults: few }));

  // Without PostgreSQL on the machine, the embedded database alone is tried.
  test.skipIf(!hasPostgres)("on PostgreSQL, with two processes", () =>
    runServerFaults({ engine: "postgres", orders: 400, seed: 2, faults: few }),
  );
});
