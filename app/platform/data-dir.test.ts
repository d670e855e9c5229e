import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rejectForeignDataDir } from "./disk.ts";

test("programs reject the data folder of another user and print the command for it", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "pomar-owner-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const run = (uid?: number) => () => rejectForeignDataDir(dataDir, "npm run backup", uid);
  expect(run()).not.toThrow();
  expect(run((process.getuid?.() ?? 0) + 1)).toThrow(
    /^DATA_DIR \S+ belongs to the user \S+\. [^\n]* User=\S+ [^\n]*DATA_DIR=\S+ npm run backup$/,
  );
  expect(() =>
    rejectForeignDataDir(path.join(dataDir, "missing"), "npm run backup", 1),
  ).not.toThrow();
});
