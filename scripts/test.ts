import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { ensureChromium } from "#tests/support/chromium.ts";
import { ensurePostgres } from "#tests/support/postgres.ts";

/** Everything CI asks: the gate, the unit and integration tests, the browser tests; one closing line. */
type Count = { passed: number; failed: number };

const chrome = ensureChromium();
const steps = [gate, unitTests, browserTests];
const total: Count = { passed: 0, failed: 0 };
for (const step of steps) {
  const { passed, failed } = await step();
  total.passed += passed;
  total.failed += failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function gate(): Promise<Count> {
  const code = await run("npm", ["run", "--silent", "check"]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

async function unitTests(): Promise<Count> {
  await ensurePostgres();
  const report = ".cache/vitest.json";
  const code = await run("vitest", [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile=${report}`,
  ]);
  const { numPassedTests, numFailedTests, numTotalTestSuites } = await readJson<{
    numPassedTests: number;
    numFailedTests: number;
    numTotalTestSuites: number;
  }>(report);
  if (numTotalTestSuites === 0) return { passed: 0, failed: 1 };
  return { passed: numPassedTests, failed: Math.max(numFailedTests, code === 0 ? 0 : 1) };
}

async function browserTests(): Promise<Count> {
  const report = ".cache/playwright.json";
  const code = await run("playwright", ["test", "--reporter=dot,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const { stats } = await readJson<{
    stats: { expected: number; unexpected: number; flaky: number };
  }>(report);
  if (stats.flaky > 0) console.log(`${stats.flaky} browser test(s) passed only when repeated`);
  const failed = Math.max(stats.unexpected, code === 0 ? 0 : 1);
  return { passed: stats.expected + stats.flaky, failed };
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}

/** Runs a program of the project's, shows what it prints, and resolves with its exit code. */
function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
      env: { ...process.env, CHROME_PATH: chrome, ...env },
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
