import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readVitestReport, runSuites, type Suite, summarize } from "./test-suites.ts";

const program = (name: string, code: string): Suite => ({
  name,
  command: [process.execPath, "--eval", code],
});
const nightly = { isNightly: true, testSeed: 7 };

test("a suite that fails, cannot start or does not end leaves the others running", async () => {
  const results = await runSuites(
    [
      program("failing", "process.exit(3)"),
      { name: "missing", command: ["no-such-program"] },
      program("endless", "setInterval(() => {}, 1000)"),
      program("passing", ""),
    ],
    5_000,
  );
  const { text, isSuccess } = summarize(results, nightly);
  expect(isSuccess).toBe(false);
  expect(text.replaceAll(process.execPath, "node").replace(/\d+ s$/gm, "0 s")).toBe(`
3 failed:
  failing: node: exit code 3
  missing: no-such-program: spawn no-such-program ENOENT
  endless: node: ended by SIGTERM

Suites:
  failing: 0 passed, 1 failed, 0 flaky, 0 s
  missing: 0 passed, 1 failed, 0 flaky, 0 s
  endless: 0 passed, 1 failed, 0 flaky, 0 s
  passing: 1 passed, 0 failed, 0 flaky, 0 s
Duration: 0 min, TEST_SEED=7
1 passed, 3 failed`);
});

test("failed, broken and skipped tests are listed by name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pomar-report-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "report.json");
  const one = (fullName: string, status: string) => ({ fullName, status });
  const report = {
    testResults: [
      {
        name: join(process.cwd(), "a.test.ts"),
        status: "failed",
        assertionResults: [
          one("adds", "passed"),
          one("divides", "failed"),
          one("waits", "pending"),
        ],
      },
      { name: join(process.cwd(), "b.test.ts"), status: "failed", assertionResults: [] },
    ],
  };
  const writeReport = `require("fs").writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(JSON.stringify(report))})`;
  const suite = { ...program("tests", writeReport), readReport: () => readVitestReport(path) };
  const silent = { ...program("silent", ""), readReport: () => readVitestReport(path) };
  expect(await runSuites([suite, silent])).toMatchObject([
    {
      passed: 1,
      failed: ["a.test.ts: divides", "b.test.ts"],
      skipped: ["a.test.ts: waits"],
    },
    // The first suite's report must not count for the second.
    { passed: 0, failed: ["no report"] },
  ]);
});

test("a flaky test fails a nightly run only", () => {
  const results = [
    { name: "browser", passed: 2, failed: [], flaky: ["cart"], skipped: [], seconds: 1 },
  ];
  expect(summarize(results, nightly)).toMatchObject({ isSuccess: false });
  const daily = summarize(results, { ...nightly, isNightly: false });
  expect(daily.isSuccess).toBe(true);
  expect(daily.text).toContain("browser: cart");
});
