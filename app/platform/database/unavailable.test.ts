import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "./unavailable.ts";

const coded = (code: string) => Object.assign(new Error("said so"), { code });

test.each([
  ["a refused connection", coded("ECONNREFUSED")],
  ["a shutdown", coded("57P01")],
  ["a pooler without a server", coded("08P01")],
  ["too many connections", coded("53300")],
  ["a full disk", coded("53100")],
  ["a broken line", new Error("Connection terminated unexpectedly")],
  ["no free place in the pool", new Error("timeout exceeded when trying to connect")],
  ["any of them under Drizzle", new DrizzleQueryError("SELECT 1", [], coded("57P03"))],
])("%s is the database away", (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  ["a broken rule", new DrizzleQueryError("INSERT", [], coded("23505"))],
  ["a fault of ours", new TypeError("x is not a function")],
  ["a word", "ECONNREFUSED"],
])("%s is not", (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
