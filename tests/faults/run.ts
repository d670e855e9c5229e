import { parseArgs } from "node:util";
import { testSeed } from "#tests/support/test-run.ts";
import { runOfflineSuite } from "./offline/suite.ts";
import { runServerFaults } from "./server/suite.ts";

/**
 * Injects faults and checks every acknowledged order: `TEST_SEED=7 npm run test:faults -- --suite offline --runs 50`.
 * Without `--suite` all suites run.
 */
type Options = { runs: number; orders: number; seed: number };

const faults = { kills: 20, databaseRestarts: 5, fullDisks: 2, storageCuts: 3, clockMoves: 4 };

const suites: Record<string, (options: Options) => Promise<void>> = {
  embedded: ({ orders, seed }) => runServerFaults({ engine: "embedded", orders, seed, faults }),
  postgres: ({ orders, seed }) => runServerFaults({ engine: "postgres", orders, seed, faults }),
  offline: runOfflineSuite,
};

const { values } = parseArgs({
  options: {
    suite: { type: "string" },
    /** The number of runs of the suite `offline`. */
    runs: { type: "string", default: "50" },
    /** The number of orders in the suites `embedded` and `postgres`. */
    orders: { type: "string", default: "10000" },
  },
});
const chosen = Object.entries(suites).filter(([name]) => (values.suite ?? name) === name);
if (chosen.length === 0) throw new Error(`unknown suite: ${values.suite}`);
const options = {
  runs: Number(values.runs),
  orders: Number(values.orders),
  seed: testSeed,
};
for (const [name, suite] of chosen) {
  console.log(`${name}: TEST_SEED=${testSeed}`);
  await suite(options);
}
