import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { createTerminalStream, sendConsoleToLog } from "./log-output.ts";

test("requests, messages and errors are readable lines on a terminal", () => {
  let text = "";
  const write = (part: string) => {
    text += part;
  };
  const log = createLog("info", undefined, createTerminalStream({ write }));
  log.info({ requestId: "1", method: "GET", path: "/produtos", status: 200, ms: 12 }, "request");
  log.warn({ provider: "ViaCEP" }, "postal code lookup failed");
  log.error({ err: new Error("no such table"), requestId: "2" }, "request failed");
  const [request, warning, failure, ...stack] = text.split("\n");
  expect(request).toMatch(/^\d\d:\d\d:\d\d GET \/produtos 200 12 ms$/);
  expect(warning).toMatch(/^\d\d:\d\d:\d\d WARN postal code lookup failed provider="ViaCEP"$/);
  expect(failure).toMatch(/^\d\d:\d\d:\d\d ERROR request failed$/);
  expect(stack.join("\n")).toMatch(/^ {2}Error: no such table\n {2} +at /);
});

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
