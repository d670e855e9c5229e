import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { isDatabaseUnavailable, isTransactionConflict } from "./errors.ts";

const coded = (code: string) => Object.assign(new Error("reason"), { code });

test.each([
  ["a refused connection", coded("ECONNREFUSED")],
  ["a shutdown", coded("57P01")],
  ["a pooler without a server", coded("08P01")],
  ["too many connections", coded("53300")],
  ["a full disk", coded("53100")],
  ["a terminated connection", new Error("Connection terminated unexpectedly")],
  ["an exhausted pool", new Error("timeout exceeded when trying to connect")],
  ["an error wrapped by Drizzle", new DrizzleQueryError("SELECT 1", [], coded("57P03"))],
])("%s means that the database is unavailable", (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  ["a constraint violation", new DrizzleQueryError("INSERT", [], coded("23505"))],
  ["a programming error", new TypeError("x is not a function")],
  ["a string", "ECONNREFUSED"],
])("%s does not", (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test.each([
  ["a deadlock", new DrizzleQueryError("UPDATE", [], coded("40P01")), true],
  ["a serialization failure", coded("40001"), true],
  ["a constraint violation", coded("23505"), false],
  ["a string", "40P01", false],
])("of %s is known whether the same transaction may succeed now", (_, error, isConflict) => {
  expect(isTransactionConflict(error)).toBe(isConflict);
});
