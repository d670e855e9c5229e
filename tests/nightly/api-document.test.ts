import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startApi } from "#tests/integration/api-shop.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
const { database } = await openTestDatabase();
const url = await startApi({ database });
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "pomar-api-"));
  const response = await fetch(`${url}/api/openapi.json`);
  await writeFile(path.join(folder, "openapi.json"), await response.text());
  await writeFile(path.join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** Too large for the project's dependencies: npm downloads these programs when the test runs. */
async function runTool(...args: string[]): Promise<string> {
  // A program that finds something exits with 1: the test shows what it found.
  const { stdout, stderr } = await run("npx", ["--yes", ...args], { cwd: folder }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

test("Spectral's OpenAPI rules report no warning", async () => {
  const report = await runTool(
    "@stoplight/spectral-cli@6.16.3",
    "lint",
    "--fail-severity=hint",
    "openapi.json",
  );
  expect(report).toContain("No results");
});

test("Redocly's recommended rules report no warning", async () => {
  const report = await runTool("@redocly/cli@2.77.0", "lint", "--max-problems=5", "openapi.json");
  expect(report).toContain("Your API description is valid");
  expect(report).not.toMatch(/\d+ warnings?/);
});

test("openapi-typescript generates types that compile without further options", async () => {
  await runTool("openapi-typescript@7.13.0", "openapi.json", "--output", "types.ts");
  const compiler = path.resolve("node_modules/typescript/bin/tsc");
  await run(process.execPath, [compiler, "--strict", "--noEmit", "types.ts"], { cwd: folder });
});

test.each([
  [
    "swagger-typescript-api@13.13.0",
    ["generate", "-p", "openapi.json", "-o", "swagger"],
    "swagger/Api.ts",
  ],
  [
    "orval@8.38.0",
    ["--input", "openapi.json", "--output", "orval/api.ts", "--client", "fetch"],
    "orval/api.ts",
  ],
])("the client that %s generates compiles", async (generator, options, file) => {
  await runTool(generator, ...options);
  const compiler = path.resolve("node_modules/typescript/bin/tsc");
  const libraries = ["--lib", "es2022,dom", "--module", "esnext", "--moduleResolution", "bundler"];
  await run(
    process.execPath,
    [compiler, "--strict", "--noEmit", "--skipLibCheck", ...libraries, file],
    {
      cwd: folder,
    },
  );
});

test("no listed value is empty, for which generators have no name", async () => {
  const text = await (await fetch(`${url}/api/openapi.json`)).text();
  const listed = text.match(/"enum":\[[^\]]*\]/g) ?? [];
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.filter((values) => values.includes('""'))).toEqual([]);
});
