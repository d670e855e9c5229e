import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { ensureChromium } from "#tests/support/chromium.ts";
import { ensurePostgres } from "#tests/support/postgres.ts";

/**
 * `npm test` runs what CI needs, in under eight minutes on two cores; `npm run test:nightly` adds the long suites and
 * fails on flaky browser tests. The last line is `N passed, N failed`.
 */
type Result = { passed: number; failed: number; flaky: string[] };
type Suite = { name: string; run: () => Promise<Result> };

/** The runner ended without a report. */
const interrupted: Result = { passed: 0, failed: 1, flaky: [] };
const isNightly = process.argv.includes("--nightly");
const chromePath = ensureChromium();
await ensurePostgres();

const suites: Suite[] = [
  { name: "types, lint, imports, format, dead code", run: () => runProgram("npm", "run", "check") },
  { name: "unit and integration tests", run: runVitest },
  { name: "browser tests", run: runPlaywright },
];
const longSuites: Suite[] = [
  { name: "fuzzing", run: () => runProgram("npm", "run", "fuzz") },
  { name: "faults", run: () => runProgram("npm", "run", "test:faults") },
  { name: "attacks", run: () => runProgram("npm", "run", "attack") },
  { name: "load", run: () => runProgram("npm", "run", "test:load") },
  { name: "scale", run: () => runProgram("npm", "run", "bench:scale") },
];
if (isNightly) suites.push(...longSuites);

const results: (Result & { name: string; seconds: number })[] = [];
for (const { name, run } of suites) {
  console.log(`\n${name}`);
  const startedAt = performance.now();
  const result = await run();
  results.push({ name, ...result, seconds: (performance.now() - startedAt) / 1000 });
}
process.exitCode = printSummary() ? 0 : 1;

function printSummary(): boolean {
  const flaky = results.flatMap((result) => result.flaky);
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failures = results.reduce((total, result) => total + result.failed, 0);
  const failed = failures + (isNightly ? flaky.length : 0);
  if (flaky.length > 0) console.log(`\n${flaky.length} flaky, passed only on retry:`);
  for (const title of flaky) console.log(`  ${title}`);
  console.log("\nSuites:");
  for (const { name, seconds, ...count } of results) {
    const counts = `${count.passed} passed, ${count.failed} failed, ${count.flaky.length} flaky`;
    console.log(`  ${name}: ${counts}, ${Math.round(seconds)} s`);
  }
  if (!isNightly)
    console.log("  only in npm run test:nightly: long suites, rare events, both viewports");
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

async function runVitest(): Promise<Result> {
  const report = ".cache/vitest.json";
  const code = await run("vitest", [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile=${report}`,
  ]);
  const results = await readReport<{ numPassedTests: number; numFailedTests: number }>(report);
  if (!results) return interrupted;
  const { numPassedTests, numFailedTests } = results;
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, code === 0 ? 0 : 1),
    flaky: [],
  };
}

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
};

async function runPlaywright(): Promise<Result> {
  const report = ".cache/playwright.json";
  const code = await run("playwright", ["test", "--reporter=dot,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const results = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number };
    suites: PlaywrightSuite[];
  }>(report);
  if (!results) return interrupted;
  const { stats, suites } = results;
  return {
    passed: stats.expected,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1),
    flaky: suites.flatMap((suite) => listFlaky(suite, suite.title)),
  };
}

function listFlaky({ specs, suites = [] }: PlaywrightSuite, file: string): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "flaky")
      .map(({ projectName }) => `[${projectName}] ${file}: ${title}`),
  );
  return [...own, ...suites.flatMap((suite) => listFlaky(suite, file))];
}

/** Reads a report and deletes it, so that an interrupted run cannot read an older one. */
async function readReport<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  await rm(path, { force: true });
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** A program whose exit code is its only result. */
async function runProgram(command: string, ...args: string[]): Promise<Result> {
  const code = await run(command, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, flaky: [] };
}

/** Runs a program, shows its output and resolves with its exit code. */
function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
      env: {
        ...process.env,
        CHROME_PATH: chromePath,
        ...(isNightly && { NIGHTLY: "1" }),
        ...env,
      },
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
