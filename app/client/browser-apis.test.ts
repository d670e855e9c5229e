import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { findNewerApis } from "#tests/support/browser-apis.ts";

/** The source files that run in browsers; loaders in route files follow the same rule. */
const browserCode = [
  "app/{client,ui,worker,routes,offline}/**/*.{ts,tsx}",
  "app/domain/**/*.ts",
  "app/shared/**/*.ts",
];

test.each([
  "const url = URL.parse(address);",
  "const last = list.toSorted().at(0);",
  "return items.with(index, item);",
  "if (params.size > 0) go();",
  "const id = crypto.randomUUID();",
  "typeof URL.canParse==`function`?URL.canParse(e):a;URL.canParse(b)",
])("finds the newer interface in %s", (script) => {
  expect(findNewerApis(script)).toHaveLength(1);
});

test.each([
  "typeof URL.canParse==`function`?URL.canParse(e):a",
  "new Map().size",
  "URL.parseAll()",
])("accepts %s", (script) => expect(findNewerApis(script)).toEqual([]));

test("browser code uses nothing that the oldest supported browsers lack", async () => {
  const files = globSync(browserCode).filter(
    (file) => !/\.(?:test|server)\.tsx?$|fake-browser/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = await Promise.all(
    files.map(async (file) => ({ file, apis: findNewerApis(await readFile(file, "utf8")) })),
  );
  expect(found.filter(({ apis }) => apis.length > 0)).toEqual([]);
});
