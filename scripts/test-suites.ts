import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { relative } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";

/** A command of the test run. Without `readReport` its exit code is its only result. */
export type Suite = {
  name: string;
  command: [program: string, ...args: string[]];
  env?: Record<string, string>;
  /** It would disturb the others, or be disturbed: it begins when they have ended. */
  isAlone?: boolean;
  /** A promise of the files that the suite needs, such as the built pages; if it rejects, the suite fails. */
  ready?: Promise<unknown>;
  readReport?: () => Promise<Report | undefined>;
};

/** The tests of a suite: those without a count by title, of failed ones with their messages. */
export type Report = {
  passed: number;
  failed: string[];
  flaky: string[];
  skipped: string[];
  /** The durations of its files. */
  files: FileDuration[];
};
type FileDuration = { file: string; ms: number };
export type SuiteResult = Report & { name: string; seconds: number };

/** A suite that does not end would hide the results of the others. */
const maxSuiteMinutes = 90;

type RunOptions = {
  maxSuiteMs?: number;
  /** True if a line at the end of the terminal counts the tests that have passed. */
  showsProgress: boolean;
  print?: (text: string) => void;
};

/**
 * Runs the suites at the same time, since each waits for a third of its time, and then those that have to be alone, whether or
 * not earlier ones failed. Each prints one line when it ends, with its failures.
 */
export async function runSuites(
  suites: readonly Suite[],
  { maxSuiteMs = maxSuiteMinutes * 60_000, showsProgress, print = console.log }: RunOptions,
): Promise<SuiteResult[]> {
  const progress = showsProgress ? showCounts(suites) : undefined;
  const runOne = async (suite: Suite): Promise<SuiteResult> => {
    const obstacle = await suite.ready?.then(() => undefined, String);
    const startedAt = performance.now();
    const problem =
      obstacle ?? (await run(suite, maxSuiteMs, (dots) => progress?.count(suite, dots)));
    const report = await readResult(suite, problem);
    const result = { name: suite.name, ...report, seconds: secondsSince(startedAt) };
    progress?.clear();
    print([describeSuite(result), ...result.failed.map(indent)].join("\n"));
    return result;
  };
  const together = await Promise.all(suites.filter(({ isAlone }) => !isAlone).map(runOne));
  const alone: SuiteResult[] = [];
  for (const suite of suites.filter(({ isAlone }) => isAlone)) alone.push(await runOne(suite));
  progress?.clear();
  return [...together, ...alone];
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000);

/** One line that is replaced as tests pass: how many of each suite, by the dots of the reporters. */
function showCounts(suites: readonly Suite[]) {
  const counts = new Map(suites.map(({ name }) => [name, 0]));
  const clear = () => process.stdout.write("\r\x1b[K");
  return {
    clear,
    count(suite: Suite, dots: number) {
      counts.set(suite.name, (counts.get(suite.name) ?? 0) + dots);
      const running = [...counts].filter(([, count]) => count > 0);
      const text = running.map(([name, count]) => `${name}: ${count}`).join(", ");
      clear();
      process.stdout.write(text.slice(0, (process.stdout.columns ?? 80) - 1));
    },
  };
}

async function readResult({ readReport }: Suite, problem: string | undefined): Promise<Report> {
  const empty = { passed: 0, failed: [], flaky: [], skipped: [], files: [] };
  if (!readReport) return problem ? { ...empty, failed: [problem] } : { ...empty, passed: 1 };
  const report = await readReport();
  if (!report) return { ...empty, failed: [problem ?? "no report"] };
  return problem && report.failed.length === 0 ? { ...report, failed: [problem] } : report;
}

/** The limit of output that is not shown: its last lines name the failure. */
const maxOutputLines = 100;
/** The time after the end of a program in which a grandchild may hold its output open. */
const maxOutputDelayMs = 1000;

/** Runs a suite and resolves with the reason of a failure and the end of its output. `count` gets the dots of each piece of it. */
function run(
  { command: [program, ...args], env }: Suite,
  timeout: number,
  count: (dots: number) => void,
) {
  return new Promise<string | undefined>((resolve) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
      env: { ...process.env, ...withoutColors, ...env },
      timeout,
    });
    child.stdout.on("data", (data: Buffer) => count(data.toString().split("·").length - 1));
    let lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(stripVTControlCharacters(line));
        lines = lines.slice(-maxOutputLines);
      });
    }
    child.once("error", (error) => resolve(`${program}: ${error.message}`));
    child.once("exit", (code, signal) => {
      if (code === 0) return resolve(undefined);
      const reason = `${program}: ${signal ? `ended by ${signal}` : `exit code ${code}`}`;
      const finish = () => resolve([reason, ...lines].join("\n"));
      child.once("close", finish);
      setTimeout(finish, maxOutputDelayMs).unref();
    });
  });
}

/** The variables for programs that do not look at their output. */
const withoutColors = { NO_COLOR: "1", FORCE_COLOR: undefined };

type SummaryOptions = {
  isNightly: boolean;
  testSeed: number;
  /** The duration of the whole run: the suites overlap. */
  seconds: number;
};

/**
 * The last lines of a run: what was not run or is flaky, the slowest files, and `N passed, N failed`. A flaky test fails a
 * nightly run.
 */
export function summarize(
  results: readonly SuiteResult[],
  { isNightly, testSeed, seconds }: SummaryOptions,
) {
  const list = (title: string, kind: "flaky" | "skipped") => {
    const titles = results.flatMap((result) => result[kind].map((one) => `${result.name}: ${one}`));
    return titles.length > 0 ? ["", `${titles.length} ${title}:`, ...titles.map(indent)] : [];
  };
  const sum = (count: (result: SuiteResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const failed = sum((result) => result.failed.length + (isNightly ? result.flaky.length : 0));
  const lines = [
    ...(isNightly ? list("not run on this machine", "skipped") : []),
    ...list("flaky, passed only on retry", "flaky"),
    ...listSlowestFiles(results),
    ...(isNightly
      ? []
      : ["Only in npm run test:nightly: long suites, rare events, both viewports"]),
    `Duration: ${formatDuration(seconds)}, TEST_SEED=${testSeed}`,
    `${sum(({ passed }) => passed)} passed, ${failed} failed`,
  ];
  return { text: lines.join("\n"), isSuccess: failed === 0 };
}

const formatDuration = (seconds: number) => `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

const maxSlowFiles = 10;

function listSlowestFiles(results: readonly SuiteResult[]): string[] {
  const files = results.flatMap(({ files }) => files).sort((one, other) => other.ms - one.ms);
  if (files.length === 0) return [];
  const slowest = files.slice(0, maxSlowFiles);
  const lines = slowest.map(({ file, ms }) => indent(`${(ms / 1000).toFixed(1)} s ${file}`));
  return ["Slowest test files:", ...lines];
}

const indent = (text: string) => text.replace(/^(?=.)/gm, "  ");

function describeSuite({ name, passed, failed, flaky, seconds }: SuiteResult): string {
  return `${name}: ${passed} passed, ${failed.length} failed, ${flaky.length} flaky, ${seconds} s`;
}

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    /** The message of a file that could not be loaded. */
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};

type Test = { title: string; status: string; messages?: readonly string[] };

/** Vitest's JSON report. A file that cannot be loaded counts as one failed test. */
export async function readVitestReport(path: string): Promise<Report | undefined> {
  const report = await takeReport<VitestReport>(path);
  if (!report) return undefined;
  const results = report.testResults.map(({ name, ...result }) => ({
    file: relative(process.cwd(), name),
    ...result,
  }));
  const tests = results.flatMap(({ file, status, message = "", assertionResults }): Test[] => {
    const isBroken =
      status === "failed" && !assertionResults.some((test) => test.status === "failed");
    return [
      ...assertionResults.map(({ fullName, status, failureMessages }) => ({
        title: `${file}: ${fullName}`,
        status,
        messages: failureMessages ?? [],
      })),
      ...(isBroken ? [{ title: file, status, messages: [message] }] : []),
    ];
  });
  const files = results.map(({ file, startTime, endTime }) => ({ file, ms: endTime - startTime }));
  return { ...sortTests(tests), files: sumDurations(files) };
}

type PlaywrightTest = {
  status: string;
  results: { duration: number; error?: { message?: string; snippet?: string } }[];
};
type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: PlaywrightTest[] }[];
};
type PlaywrightReport = { suites: PlaywrightSuite[]; errors?: { message?: string }[] };

/** Playwright's JSON report. Errors outside of tests, such as of the global setup, count as one failed test each. */
export async function readPlaywrightReport(path: string): Promise<Report | undefined> {
  const report = await takeReport<PlaywrightReport>(path);
  if (!report) return undefined;
  const tests = report.suites.flatMap((suite) => listTests(suite));
  const errors = (report.errors ?? []).map(({ message = "" }): Test => {
    return { title: "outside of tests", status: "failed", messages: [message] };
  });
  return { ...sortTests([...tests, ...errors]), files: sumDurations(tests) };
}

function listTests({ specs, suites = [], title }: PlaywrightSuite, file = title) {
  const tests = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      title: `${file}: ${spec.title}`,
      status,
      messages: results.flatMap(({ error }) => (error ? [describeError(error)] : [])).slice(-1),
      file,
      ms: results.reduce((total, { duration }) => total + duration, 0),
    })),
  );
  return [...tests, ...suites.flatMap((suite): typeof tests => listTests(suite, file))];
}

function describeError({ message = "", snippet = "" }: { message?: string; snippet?: string }) {
  return [message, snippet].filter((text) => text !== "").join("\n");
}

function sumDurations(parts: readonly FileDuration[]): FileDuration[] {
  const totals = new Map<string, number>();
  for (const { file, ms } of parts) totals.set(file, (totals.get(file) ?? 0) + ms);
  return [...totals].map(([file, ms]) => ({ file, ms }));
}

const statusNames = { expected: "passed", unexpected: "failed", pending: "skipped" };
const frameOfRunner = /^\s+at .*(?:node_modules|new Promise)/;
/** A page's whole text would hide the other failures. */
const maxMessageLines = 20;

function sortTests(tests: readonly Test[]): Omit<Report, "files"> {
  const select = (result: string) =>
    tests.filter(
      ({ status }) => (statusNames[status as keyof typeof statusNames] ?? status) === result,
    );
  const titles = (result: string) => select(result).map(({ title }) => title);
  return {
    passed: select("passed").length,
    failed: select("failed").map(describeFailure),
    flaky: titles("flaky"),
    skipped: titles("skipped"),
  };
}

/** The title, and the messages below it. */
function describeFailure({ title, messages = [] }: Test): string {
  const text = stripVTControlCharacters(messages.join("\n"));
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !frameOfRunner.test(line));
  return [title, ...lines.slice(0, maxMessageLines).map(indent)].join("\n");
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
