import { expect, test } from "vitest";
import { errorWithoutParameters, escapeControls } from "./log.ts";

test("what a visitor types cannot end a log line or steer a terminal", () => {
  expect(escapeControls("/a\nb\u001b[31m\u202e")).toBe("/a\\u{a}b\\u{1b}[31m\\u{202e}");
  expect(escapeControls("x".repeat(9000))).toHaveLength(500);
});

test("a failed query is logged without what customers wrote", () => {
  const error = Object.assign(new Error("Failed query: insert\nparams: Maria,Rua 1\nCasa 2"), {
    params: ["Maria"],
  });
  const logged = errorWithoutParameters(error);
  expect(logged.message).toBe("Failed query: insert");
  expect(logged.stack).toContain("log.test.ts");
  expect(JSON.stringify(logged)).not.toMatch(/Maria|Rua|Casa/);
});
