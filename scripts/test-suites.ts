import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { relative } from "node:path";

/** A command of the test run. Without `readReport` its exit code is its only result. */
export type Suite = {
  name: string;
  command: [program: string, ...args: string[]];
  env?: Record<string, string>;
  readReport?: () => Promise<Report | undefined>;
};

/** The tests of a suite; those without a count are listed by title. */
export type Report = { passed: number; failed: string[]; flaky: string[]; skipped: string[] };
export type SuiteResult = Report & { name: string; seconds: number };

/** A suite that does not end would hide the results of the others. */
const maxSuiteMinutes = 90;

/** Runs the suites one after the other, whether or not earlier ones failed. */
export async function runSuites(
  suites: readonly Suite[],
  maxSuiteMs = maxSuiteMinutes * 60_000,
): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const suite of suites) {
    console.log(`\n${suite.name}: ${suite.command.join(" ")}`);
    const startedAt = performance.now();
    const problem = await run(suite, maxSuiteMs);
    const report = await readResult(suite, problem);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    results.push({ name: suite.name, ...report, seconds });
  }
  return results;
}

async function readResult({ readReport }: Suite, problem: string | undefined): Promise<Report> {
  const empty = { passed: 0, failed: [], flaky: [], skipped: [] };
  if (!readReport) return problem ? { ...empty, failed: [problem] } : { ...empty, passed: 1 };
  const report = await readReport();
  if (!report) return { ...empty, failed: [problem ?? "no report"] };
  return problem && report.failed.length === 0 ? { ...report, failed: [problem] } : report;
}

/** Runs a suite, shows its output and resolves with the reason of a failure. */
function run({ command: [program, ...args], env }: Suite, timeout: number) {
  return new Promise<string | undefined>((resolve) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
      env: { ...process.env, ...env },
      timeout,
    });
    child.once("error", (error) => resolve(`${program}: ${error.message}`));
    child.once("exit", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(`${program}: ${signal ? `ended by ${signal}` : `exit code ${code}`}`);
    });
  });
}

/** The last lines of a run: what failed, each suite, and `N passed, N failed`. A flaky test fails a nightly run. */
export function summarize(
  results: readonly SuiteResult[],
  { isNightly, testSeed }: { isNightly: boolean; testSeed: number },
) {
  const list = (title: string, kind: "failed" | "flaky" | "skipped") => {
    const titles = results.flatMap((result) => result[kind].map((one) => `${result.name}: ${one}`));
    return titles.length > 0 ? ["", `${titles.length} ${title}:`, ...titles.map(indent)] : [];
  };
  const sum = (count: (result: SuiteResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const failed = sum((result) => result.failed.length + (isNightly ? result.flaky.length : 0));
  const lines = [
    ...(isNightly ? list("not run on this machine", "skipped") : []),
    ...list("flaky, passed only on retry", "flaky"),
    ...list("failed", "failed"),
    ...["", "Suites:"],
    ...results.map((result) => indent(describeSuite(result))),
    ...(isNightly
      ? []
      : ["  only in npm run test:nightly: long suites, rare events, both viewports"]),
    `Duration: ${Math.round(sum(({ seconds }) => seconds) / 60)} min, TEST_SEED=${testSeed}`,
    `${sum(({ passed }) => passed)} passed, ${failed} failed`,
  ];
  return { text: lines.join("\n"), isSuccess: failed === 0 };
}

const indent = (line: string) => `  ${line}`;

function describeSuite({ name, passed, failed, flaky, seconds }: SuiteResult): string {
  return `${name}: ${passed} passed, ${failed.length} failed, ${flaky.length} flaky, ${seconds} s`;
}

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
};

/** Vitest's JSON report. A file that cannot be loaded counts as one failed test. */
export async function readVitestReport(path: string): Promise<Report | undefined> {
  const report = await takeReport<VitestReport>(path);
  const tests = report?.testResults.flatMap(({ name, status, assertionResults: tests }) => {
    const file = relative(process.cwd(), name);
    const isBroken = status === "failed" && !tests.some((test) => test.status === "failed");
    return [
      ...tests.map((test) => ({ title: `${file}: ${test.fullName}`, status: test.status })),
      ...(isBroken ? [{ title: file, status: "failed" }] : []),
    ];
  });
  return tests && sortTests(tests);
}

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
};

/** Playwright's JSON report. */
export async function readPlaywrightReport(path: string): Promise<Report | undefined> {
  const report = await takeReport<{ suites: PlaywrightSuite[] }>(path);
  // A browser test is skipped where its viewport has nothing to test, not because something is missing.
  return report && { ...sortTests(report.suites.flatMap((one) => listTests(one))), skipped: [] };
}

function listTests({ specs, suites = [], title: file }: PlaywrightSuite, path = file) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status }) => ({
      title: `[${projectName}] ${path}: ${title}`,
      status,
    })),
  );
  return [...own, ...suites.flatMap((one): typeof own => listTests(one, path))];
}

const statusNames = { expected: "passed", unexpected: "failed", pending: "skipped" };

function sortTests(tests: readonly { title: string; status: string }[]): Report {
  const select = (wanted: string) =>
    tests
      .filter(
        ({ status }) => (statusNames[status as keyof typeof statusNames] ?? status) === wanted,
      )
      .map(({ title }) => title);
  const [failed, flaky, skipped] = [select("failed"), select("flaky"), select("skipped")];
  return { passed: select("passed").length, failed, flaky, skipped };
}

/** Reads a report and deletes it: an interrupted run must not read an older one. A truncated report counts as none. */
async function takeReport<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  await rm(path, { force: true });
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}
