import { parseArgs } from "node:util";
import { runOfflineSuite } from "./offline/suite.ts";
import { runServerFaults } from "./server/suite.ts";

/**
 * Breaks things on purpose and counts what is left: `npm run test:faults -- --suite offline --runs 50 --seed 7`. Without
 * a suite all of them run; the seed is printed, and the same one breaks the same things.
 */
type Options = { runs: number; orders: number; seed: number };

const often = { kills: 20, databaseRestarts: 5, fullDisks: 2, storageCuts: 3, clockMoves: 4 };

const suites: Record<string, (options: Options) => Promise<void>> = {
  embedded: ({ orders, seed }) =>
    runServerFaults({ engine: "embedded", orders, seed, faults: often }),
  postgres: ({ orders, seed }) =>
    runServerFaults({ engine: "postgres", orders, seed, faults: often }),
  offline: runOfflineSuite,
};

const { values } = parseArgs({
  options: {
    suite: { type: "string" },
    /** Of the suite `offline`. */
    runs: { type: "string", default: "50" },
    /** Of the suites that break a server. */
    orders: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const chosen = Object.entries(suites).filter(([name]) => (values.suite ?? name) === name);
if (chosen.length === 0) throw new Error(`no suite is called ${values.suite}`);
const [runs, orders, seed] = [values.runs, values.orders, values.seed].map(Number) as [
  number,
  number,
  number,
];
for (const [name, suite] of chosen) {
  console.log(`${name}: seed ${seed}`);
  await suite({ runs, orders, seed });
}
