import { expect, test } from "vitest";
import { describeWarnings, type OperationState } from "./warnings.ts";

const now = new Date("2026-11-23T12:00:00Z");
const fine: OperationState = {
  freeBytes: 2 ** 30,
  isDiskFull: false,
  newestBackupAt: Date.parse("2026-11-22T13:00:00Z"),
  copied: { at: "2026-11-22T13:00:00Z", file: "x" },
  checked: { at: "2026-11-20T13:00:00Z", file: "x" },
};

test("a machine with space and backups has no warning, nor has one without backups of its own", () => {
  expect(describeWarnings(fine, now)).toEqual([]);
  expect(describeWarnings({ freeBytes: 2 ** 30, isDiskFull: false }, now)).toEqual([]);
});

test.each<[Partial<OperationState>, string]>([
  [{ freeBytes: 312.6 * 2 ** 20 }, "Restam só 312 MB no disco"],
  [{ freeBytes: 0, isDiskFull: true }, "está cheio"],
  [{ newestBackupAt: Date.parse("2026-11-19T13:00:00Z") }, "O último backup é de 19/11/2026"],
  [{ checked: { at: "2026-11-20T13:00:00Z", file: "x", error: "damaged" } }, "20/11/2026 não pôde"],
  [{ copied: { at: "2026-11-22T13:00:00Z", file: "x", error: "" } }, "não foi copiado"],
])("%j is one warning", (change, text) => {
  expect(describeWarnings({ ...fine, ...change }, now)).toEqual([expect.stringContaining(text)]);
});
