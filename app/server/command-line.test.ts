import { expect, test } from "vitest";
import { readEnvironment } from "#app/platform/env.ts";
import { readCommandLine } from "./command-line.ts";

function read(args: string[], variables: Record<string, string> = {}) {
  const environment = readEnvironment(variables);
  if (!environment.ok) throw new Error(environment.problem);
  return readCommandLine(args, environment.env);
}

const onPostgres = { DATABASE_URL: "postgres://loja@db.example/loja" };

test("the shop is one process with the demonstration unless the arguments say otherwise", () => {
  expect(read([])).toEqual({ ok: true, workers: 1, empty: false });
  expect(read(["--workers", "1"])).toEqual({ ok: true, workers: 1, empty: false });
  expect(read(["--empty"])).toEqual({ ok: true, workers: 1, empty: true });
  expect(read(["--workers=3"], onPostgres)).toEqual({ ok: true, workers: 3, empty: false });
});

test.each([
  ["three", "--workers must be a whole number from 1 to 64"],
  ["0", "--workers must be a whole number from 1 to 64"],
  ["2", "--workers needs a PostgreSQL: the embedded database has one process. Set DATABASE_URL"],
])("--workers %s on the embedded database is rejected in one line", (workers, problem) => {
  expect(read(["--workers", workers])).toEqual({ ok: false, problem });
});

test("unknown arguments are rejected in one line", () => {
  const result = read(["--wokers", "2"], onPostgres);
  expect(result).toMatchObject({ ok: false, problem: expect.stringMatching(/^[^\n]*--wokers/) });
});
