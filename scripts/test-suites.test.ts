import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  readPlaywrightReport,
  readVitestReport,
  runSuites,
  type Suite,
  summarize,
} from "./test-suites.ts";

const program = (name: string, code: string): Suite => ({
  name,
  command: [process.execPath, "--eval", code],
});
const nightly = { isNightly: true, testSeed: 7, seconds: 61 };

/** A suite that writes this report, and leaves its file in a folder of the test. */
async function reporting(
  name: string,
  report: object,
  readReport: typeof readVitestReport,
): Promise<Suite> {
  const folder = await mkdtemp(join(tmpdir(), "pomar-report-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "report.json");
  const [file, text] = [path, JSON.stringify(report)].map((value) => JSON.stringify(value));
  const code = `require("fs").writeFileSync(${file}, ${text})`;
  return { ...program(name, code), readReport: () => readReport(path) };
}

const dividesMessage =
  "\x1b[31mAssertionError\x1b[39m: expected 1 to be 2\n    at a.test.ts:3:5\n    at file:///node_modules/vitest/run.js:9:1";
const vitestReport = {
  testResults: [
    {
      name: join(process.cwd(), "a.test.ts"),
      status: "failed",
      startTime: 1000,
      endTime: 2500,
      assertionResults: [
        { fullName: "adds", status: "passed", failureMessages: [] },
        { fullName: "divides", status: "failed", failureMessages: [dividesMessage] },
        { fullName: "waits", status: "pending", failureMessages: [] },
      ],
    },
    {
      name: join(process.cwd(), "b.test.ts"),
      status: "failed",
      message: "Cannot find module 'c'",
      startTime: 1000,
      endTime: 1200,
      assertionResults: [],
    },
  ],
};
const vitestFailures = [
  "a.test.ts: divides\n  AssertionError: expected 1 to be 2\n      at a.test.ts:3:5",
  "b.test.ts\n  Cannot find module 'c'",
];

/** Runs the suites and returns what was printed, without durations and the path of this program. */
async function printRun(suites: readonly Suite[]): Promise<string> {
  const texts: string[] = [];
  const print = (text: string) => texts.push(text);
  const results = await runSuites(suites, { maxSuiteMs: 5_000, showsProgress: false, print });
  texts.push(summarize(results, nightly).text);
  return texts
    .join("\n")
    .replaceAll(process.execPath, "node")
    .replace(/\d+ s$/gm, "0 s");
}

test("a suite that fails, cannot start or does not end leaves the others running", async () => {
  const text = await printRun(
    [
      program("failing", "process.exit(3)"),
      { name: "missing", command: ["no-such-program"] as [string] },
      program("endless", "setInterval(() => {}, 1000)"),
      program("passing", ""),
    ].map((suite) => ({ ...suite, isAlone: true })),
  );
  expect(text).toBe(`failing: 0 passed, 1 failed, 0 flaky, 0 s
  node: exit code 3
missing: 0 passed, 1 failed, 0 flaky, 0 s
  no-such-program: spawn no-such-program ENOENT
endless: 0 passed, 1 failed, 0 flaky, 0 s
  node: ended by SIGTERM
passing: 1 passed, 0 failed, 0 flaky, 0 s
Duration: 1 min 1 s, TEST_SEED=7
1 passed, 3 failed`);
});

test("a suite prints the end of its output without colors and its failed tests by name", async () => {
  const noisy =
    'console.log("....\\x1b[31mred\\x1b[39m"); console.log(process.env.NO_COLOR); process.exit(3)';
  const suites = [
    program("checks", noisy),
    program("quiet", 'console.log("...")'),
    await reporting("tests", vitestReport, readVitestReport),
  ].map((suite) => ({ ...suite, isAlone: true }));
  expect(await printRun(suites)).toBe(`checks: 0 passed, 1 failed, 0 flaky, 0 s
  node: exit code 3
  ....red
  1
quiet: 1 passed, 0 failed, 0 flaky, 0 s
tests: 1 passed, 2 failed, 0 flaky, 0 s
  a.test.ts: divides
    AssertionError: expected 1 to be 2
        at a.test.ts:3:5
  b.test.ts
    Cannot find module 'c'

1 not run on this machine:
  tests: a.test.ts: waits
Slowest test files:
  1.5 s a.test.ts
  0.2 s b.test.ts
Duration: 1 min 1 s, TEST_SEED=7
2 passed, 3 failed`);
});

test("suites run together when they are ready, and one that runs alone begins after them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pomar-suites-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  /** Ends when the file is there. */
  const waiting = (file: string) =>
    `setInterval(() => require("fs").existsSync(${JSON.stringify(join(folder, file))}) && process.exit(), 10)`;
  const writing = (file: string) =>
    `require("fs").writeFileSync(${JSON.stringify(join(folder, file))}, "")`;
  const suites = [
    { ...program("alone", writing("last")), isAlone: true },
    program("first", waiting("second")),
    {
      ...program("second", writing("second")),
      ready: writeFile(join(folder, "ready"), ""),
    },
    program(
      "third",
      `require("fs").existsSync(${JSON.stringify(join(folder, "last"))}) && process.exit(1)`,
    ),
  ];
  const lines: string[] = [];
  await runSuites(suites, {
    maxSuiteMs: 5_000,
    showsProgress: false,
    print: (text) => lines.push(text),
  });
  const names = lines.map((line) => line.split(":")[0]);
  expect(lines.join("\n")).not.toContain("1 failed");
  expect(names.slice(0, 3).sort()).toEqual(["first", "second", "third"]);
  expect(names.slice(3)).toEqual(["alone"]);
});

test("failed, broken and skipped tests are listed by name with their messages", async () => {
  const suite = await reporting("tests", vitestReport, readVitestReport);
  const silent = {
    ...program("silent", ""),
    isAlone: true,
    ...(suite.readReport && { readReport: suite.readReport }),
  };
  const results = await runSuites([suite, silent], { showsProgress: false, print: () => {} });
  expect(results).toMatchObject([
    { passed: 1, failed: vitestFailures, skipped: ["a.test.ts: waits"] },
    // The first suite's report must not count for the second.
    { passed: 0, failed: ["no report"] },
  ]);
});

test("a browser test is listed with its file, its last error, and the time of all its runs", async () => {
  const run = (duration: number, message?: string) => ({
    duration,
    ...(message && { error: { message, snippet: "> 7 | click()" } }),
  });
  const spec = (title: string, status: string, results: object[]) => ({
    title,
    tests: [{ status, results }],
  });
  const report = {
    suites: [
      {
        title: "cart.test.ts",
        specs: [spec("adds", "expected", [run(700)])],
        suites: [
          {
            title: "a full cart",
            specs: [spec("removes", "unexpected", [run(400, "first"), run(500, "second")])],
          },
        ],
      },
    ],
    errors: [{ message: "no Chromium" }],
  };
  const suite = await reporting("browser", report, readPlaywrightReport);
  const [result] = await runSuites([suite], { showsProgress: false, print: () => {} });
  expect(result).toMatchObject({
    passed: 1,
    failed: ["cart.test.ts: removes\n  second\n  > 7 | click()", "outside of tests\n  no Chromium"],
    files: [{ file: "cart.test.ts", ms: 1600 }],
  });
});

const empty = { passed: 2, failed: [], flaky: [], skipped: [], seconds: 1, files: [] };

test("a flaky test fails a nightly run only", () => {
  const results = [{ ...empty, name: "browser", flaky: ["cart"] }];
  expect(summarize(results, nightly)).toMatchObject({ isSuccess: false });
  const daily = summarize(results, { ...nightly, isNightly: false });
  expect(daily.isSuccess).toBe(true);
  expect(daily.text).toContain("browser: cart");
});

test("the ten slowest files of all suites are listed", () => {
  const filesOf = (kind: string) =>
    Array.from({ length: 8 }, (_, index) => ({ file: `${kind}-${index}`, ms: index * 1000 }));
  const { text } = summarize(
    ["unit", "browser"].map((name) => ({ ...empty, name, files: filesOf(name) })),
    nightly,
  );
  expect(text.match(/^ {2}\d\.\d s .*$/gm)).toEqual(
    [7, 6, 5, 4, 3].flatMap((seconds) => [
      `  ${seconds}.0 s unit-${seconds}`,
      `  ${seconds}.0 s browser-${seconds}`,
    ]),
  );
});
