import { expect, it } from "vitest";
import { migratedFolder } from "#tests/support/database-folders.ts";
import { runProgram } from "#tests/support/run-program.ts";

const databaseFolder = await migratedFolder();

it("is used for the engine's functions, and not for the parser, which would take 600 MB", {
  tags: ["nightly"],
}, async () => {
  // Compiled at once instead of in another thread, which may end after the program.
  const flags = ["--trace-wasm-compilation-times", "--wasm-sync-tier-up"];
  const program = "tests/programs/parse-statements.ts";
  const { code, output } = await runProgram([...flags, program, await databaseFolder()]);
  expect(code).toBe(0);
  const traced = output.matchAll(/using TurboFan, took \d+ ms and (\d+) \/ \d+ max\/total bytes/g);
  const sizes = [...traced].map(([, size]) => Number(size));
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(200e6);
});
