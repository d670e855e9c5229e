import { parseArgs } from "node:util";
import { runOfflineSuite } from "./offline/suite.ts";

/**
 * Breaks things on purpose and counts what is left: `npm run test:faults -- --suite offline --runs 50 --seed 7`. Without
 * a suite all of them run; the seed is printed, and the same one breaks the same things.
 */
type Suite = (options: { runs: number; seed: number }) => Promise<void>;

const suites: Record<string, Suite> = { offline: runOfflineSuite };

const { values } = parseArgs({
  options: {
    suite: { type: "string" },
    runs: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const chosen = Object.entries(suites).filter(([name]) => (values.suite ?? name) === name);
if (chosen.length === 0) throw new Error(`no suite is called ${values.suite}`);
for (const [name, suite] of chosen) {
  console.log(`${name}: ${values.runs} runs, seed ${values.seed}`);
  await suite({ runs: Number(values.runs), seed: Number(values.seed) });
}
