import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ensureChromium, ensureFullChromium } from "#tests/support/chromium.ts";
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
 * `npm test` runs what CI needs, in six minutes on two quiet cores; `npm run test:nightly` adds the long suites and fails on
 * flaky browser tests. The suites run at the same time, since each waits for a third of its time; one that measures or kills runs
 * alone. `npm test -- series` runs the tests whose path contains the word. The last line is `N passed, N failed`.
 */
const subjects = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const vitestReport = ".cache/vitest.json";
const playwrightReport = ".cache/playwright.json";
const timedReport = ".cache/vitest-timed.json";
const timedBrowserReport = ".cache/playwright-timed.json";

/** The check needs no build and runs beside it. */
const isBuilt = promisify(execFile)(process.execPath, ["scripts/build.mjs"]);
const check: Suite = {
  name: "types, lint, imports, format, dead code",
  command: ["npm", "run", "check"],
};
const tests: Suite[] = [
  {
    name: "browser tests",
    command: [
      "playwright",
      "test",
      "--reporter=dot,json",
      ...(isNightly ? ["--grep-invert=@timed"] : []),
      ...subjects.map((subject) => `e2e/.*${subject}`),
      "--pass-with-no-tests",
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    ready: isBuilt,
    readReport: () => readPlaywrightReport(playwrightReport),
  },
  {
    name: "unit and integration tests",
    command: [
      "vitest",
      "run",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile=${vitestReport}`,
      ...subjects,
      "--passWithNoTests",
    ],
    ready: isBuilt,
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
  { name: "scale", command: ["npm", "run", "bench", "--", "scale"] },
];

process.env.CHROME_PATH = ensureChromium();
// The nightly tests of notices and of the installed shop need it.
if (isNightly) ensureFullChromium();
await ensurePostgres();
const startedAt = performance.now();
const results = await runSuites(
  [
    ...(subjects.length > 0 ? [] : [check]),
    ...tests,
    ...(isNightly ? longSuites.map((suite) => ({ ...suite, isAlone: true })) : []),
  ],
  { showsProgress: process.stdout.isTTY === true },
);
const seconds = Math.round((performance.now() - startedAt) / 1000);
const { text, isSuccess } = summarize(results, { isNightly, testSeed, seconds });
console.log(text);
process.exitCode = isSuccess ? 0 : 1;
