import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { installSystemPackages } from "#tests/support/system-packages.ts";

const hasPromtool =
  existsSync("/usr/bin/promtool") ||
  installSystemPackages(["prometheus"], "promtool checks the alert rules", { RUNLEVEL: "1" });
if (!hasPromtool) console.warn("No promtool found: the alert rules are not checked");

test.skipIf(!hasPromtool)("Prometheus accepts the alert rules", async () => {
  const { stdout } = await promisify(execFile)("promtool", ["check", "rules", "docs/alerts.yml"]);
  expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
});

test.skipIf(!hasPromtool)("the rules fire for the conditions that they name", async () => {
  const { stdout } = await promisify(execFile)("promtool", [
    "test",
    "rules",
    "tests/nightly/alerts.yml",
  ]);
  expect(stdout).toContain("SUCCESS");
});
