import { expect, test } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { createTerminalStream } from "./terminal-log.ts";

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
