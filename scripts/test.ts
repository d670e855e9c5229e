import { ensureChromium } from "#tests/support/chromium.ts";
import { ensurePostgres } from "#tests/support/postgres.ts";
import { isNightly, testSeed } from "#tests/support/test-run.ts";
import {
  readPlaywrightReport,
  readVitestReport,
  runSuites,
  type Suite,
  summarize,
} from "./test-suites.ts";

/**
 * `npm test` runs what CI needs, in 6 minutes on two quiet cores and in 13 on busy ones; `npm run test:nightly` adds the long suites and fails on
 * flaky browser tests. These come before Vitest's, since a run fails there most often. Without a terminal there is one line per
 * suite with its failures. The last line is `N passed, N failed`.
 */
const vitestReport = ".cache/vitest.json";
const playwrightReport = ".cache/playwright.json";
const timedReport = ".cache/vitest-timed.json";
const timedBrowserReport = ".cache/playwright-timed.json";

const suites: Suite[] = [
  { name: "types, lint, imports, format, dead code", command: ["npm", "run", "check"] },
  {
    name: "browser tests",
    command: [
      "playwright",
      "test",
      "--reporter=dot,json",
      ...(isNightly ? ["--grep-invert=@timed"] : []),
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    readReport: () => readPlaywrightReport(playwrightReport),
  },
  {
    name: "unit and integration tests",
    command: ["vitest", "run", "--reporter=dot", "--reporter=json", `--outputFile=${vitestReport}`],
    readReport: () => readVitestReport(vitestReport),
  },
];
const longSuites: Suite[] = [
  {
    name: "timed tests, alone",
    command: [
      "vitest",
      "run",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile=${timedReport}`,
      "--maxWorkers=1",
      "tests/nightly/timed",
    ],
    env: { TIMED: "1" },
    readReport: () => readVitestReport(timedReport),
  },
  {
    name: "timed browser tests, alone",
    command: [
      "playwright",
      "test",
      "--reporter=dot,json",
      "--workers=1",
      "--retries=0",
      "--grep=@timed",
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: timedBrowserReport },
    readReport: () => readPlaywrightReport(timedBrowserReport),
  },
  { name: "fuzzing", command: ["npm", "run", "fuzz"] },
  { name: "faults", command: ["npm", "run", "test:faults"] },
  { name: "attacks", command: ["npm", "run", "attack"] },
  { name: "load", command: ["npm", "run", "test:load"] },
  {
    name: "scale",
    command: ["npm", "run", "bench:scale"],
    // A million orders have no target, and take nine minutes.
    env: { SCALE_ORDERS: "100000" },
  },
];

process.env.CHROME_PATH = ensureChromium();
await ensurePostgres();
const showsProgress = process.stdout.isTTY === true;
const results = await runSuites(isNightly ? [...suites, ...longSuites] : suites, { showsProgress });
const { text, isSuccess } = summarize(results, { isNightly, testSeed, showsProgress });
console.log(text);
process.exitCode = isSuccess ? 0 : 1;
