import { expect, test } from "vitest";
import { escapeControls } from "./log.ts";

test("what a visitor types cannot end a log line or steer a terminal", () => {
  expect(escapeControls("/a\nb\u001b[31m\u202e")).toBe("/a\\u{a}b\\u{1b}[31m\\u{202e}");
  expect(escapeControls("x".repeat(9000))).toHaveLength(500);
});
