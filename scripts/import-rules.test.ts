import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeForBiome, type ImportRule, importRules } from "./import-rules.ts";

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "import-rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

const packages = [...new Set(importRules.flatMap((rule) => rule.packages))]
  .filter((name) => !name.includes("*"))
  .concat("node:fs", "node:fs/promises", "workbox-routing", "@fontsource/x/y.woff2?url");

test("every rule rejects each import that it does not list, and no other", () => {
  const imports = [...importRules.map((rule) => `#app/${sampleFile(rule).slice(4)}`), ...packages];
  const expected = importRules.flatMap((rule) =>
    imports.filter((specifier) => !allows(rule, specifier)).map((it) => `${rule.name}: ${it}`),
  );
  const files = importRules.map((rule) => ({
    rule,
    source: imports.map((specifier, index) => `import i${index} from "${specifier}";`),
  }));
  expect(expected.length).toBeGreaterThan(importRules.length * 10);
  expect(lint(files).map(({ rule, line }) => `${rule.name}: ${imports[line - 1]}`)).toEqual(
    expected,
  );
});

const forbidden = [
  ["app/domain/orders/edit.ts", 'import { Hono } from "hono";'],
  ["app/domain/orders/edit.ts", 'import type { ReactNode } from "react";'],
  ["app/domain/orders/rules.ts", 'import { createHash } from "node:crypto";'],
  ["app/domain/orders/rules.ts", 'import { listOrders } from "./queries.server.ts";'],
  ["app/domain/orders/rules.ts", 'import type { pedidos } from "./table.ts";'],
  ["app/platform/mailer.ts", 'import { pgTable } from "#app/domain/orders/table.ts";'],
  ["app/routes/storefront/home/home.tsx", 'import { createShop } from "#app/shop.ts";'],
  ["app/routes/storefront/home/home.tsx", 'import { x } from "../admin/layout.tsx";'],
  ["app/routes/admin/layout.tsx", 'import { x } from "../storefront/layout.tsx";'],
  ["app/archive/rows.ts", 'import { createFront } from "#app/server/front.ts";'],
  ["app/archive/rows.ts", 'import { createFront } from "../server/front.ts";'],
  ["app/archive/rows.ts", 'import { createFront } from "../../app/server/front.ts";'],
  ["app/archive/rows.ts", 'import { createShop } from "../shop.ts";'],
  ["app/archive/rows.ts", 'const front = await import("#app/server/front.ts");'],
  ["app/archive/rows.ts", 'export { createFront } from "#app/server/front.ts";'],
  ["app/archive/rows.ts", 'import "#app/server/front.ts";'],
  ["app/shop.ts", 'import { createApi } from "./api/api.ts";'],
  ["app/server/start.ts", 'import { openTestDatabase } from "#tests/support/test-database.ts";'],
] as const;

test.each(forbidden)("%s may not contain %s", async (file, source) => {
  const number = forbidden.findIndex(([name, text]) => name === file && text === source);
  expect(await complaints).toContainEqual({ file, line: number + 1 });
});

/** One run of Biome for all of them: a file holds its line at the place of the case. */
const complaints = Promise.resolve().then(() => {
  const names = [...new Set(forbidden.map(([name]) => name))];
  return lintFiles(
    names.map((file) => ({
      file,
      source: forbidden.map(([name, source]) => (name === file ? source : "")),
    })),
  );
});

test("every file below app belongs to exactly one rule", () => {
  const owners = new Map<string, string[]>();
  for (const rule of importRules) {
    const exclude = rule.files.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
    const include = rule.files.filter((glob) => !glob.startsWith("!"));
    for (const file of globSync(include, { exclude })) {
      if (/\.tsx?$/.test(file)) owners.set(file, [...(owners.get(file) ?? []), rule.name]);
    }
  }
  const files = globSync("app/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => owners.get(file)?.length !== 1)).toEqual([]);
});

/** A file that the rule is about: `app/api/sample.ts`. */
function sampleFile({ files }: ImportRule): string {
  return (files[0] ?? "")
    .replace("/**/*", "/subject/sample")
    .replace("**", "subject/sample.ts")
    .replace("*", "subject");
}

/** What the table says, without Biome. */
function allows({ allowed, packages }: ImportRule, specifier: string): boolean {
  const isServerCode = allowed.some((target) => ["#app/platform/**", "#app/**"].includes(target));
  const targets =
    isServerCode || !/\.server\.ts$|\/table\.ts$/.test(specifier)
      ? allowed
      : allowed.filter((target) => target.endsWith(".server.ts"));
  return [...targets, ...packages.flatMap((name) => [name, `${name}/**`])].some((pattern) =>
    path.matchesGlob(specifier, pattern),
  );
}

function lint(files: { rule: ImportRule; source: string[] }[]) {
  const found = lintFiles(files.map(({ rule, source }) => ({ file: sampleFile(rule), source })));
  return files.flatMap(({ rule }) =>
    found.filter(({ file }) => file === sampleFile(rule)).map(({ line }) => ({ rule, line })),
  );
}

/** Biome's complaints about imports, with the table as its only configuration. */
function lintFiles(files: { file: string; source: string[] }[]): { file: string; line: number }[] {
  rmSync(path.join(folder, "app"), { recursive: true, force: true });
  writeFileSync(
    path.join(folder, "biome.json"),
    JSON.stringify({
      ...(describeForBiome(importRules) as object),
      linter: { rules: { preset: "none" } },
    }),
  );
  for (const { file, source } of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), source.join("\n"));
  }
  const biome = path.resolve("node_modules/.bin/biome");
  const { stdout } = spawnSync(
    biome,
    ["lint", "--reporter=github", "--max-diagnostics=none", "."],
    { cwd: folder, encoding: "utf8" },
  );
  const complaints = stdout.matchAll(/noRestrictedImports,file=([^,]+),line=(\d+)/g);
  return [...complaints]
    .map(([, file = "", line]) => ({ file: path.relative(folder, file), line: Number(line) }))
    .sort((a, b) => a.line - b.line);
}
