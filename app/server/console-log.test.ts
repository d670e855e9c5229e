import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { sendConsoleToLog } from "./console-log.ts";

test("console output goes to the log without personal data", () => {
  const lines: string[] = [];
  const log = createLog("info", undefined, { write: (line: string) => void lines.push(line) });
  onTestFinished(sendConsoleToLog(log));
  console.warn('The URL path "%s" could not be decoded', "/%ff/maria@example.com");
  console.error(new Error("CEP 29010-002 not found"));
  const [warning, error] = lines.map((line) => JSON.parse(line));
  expect(warning).toMatchObject({
    level: 40,
    msg: expect.stringContaining("could not be decoded"),
  });
  expect(error).toMatchObject({ level: 50, msg: expect.stringContaining("not found") });
  expect(lines.join("")).not.toMatch(/maria|29010/);
});
