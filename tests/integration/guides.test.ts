import { globSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import { guides, isAddress, picturesPath, splitLabels } from "#app/routes/admin/help/guides.ts";
import { screens } from "#app/routes/admin/screens.ts";
import { categories } from "#demo/categories.ts";

const read = (files: string[]) => files.map((file) => readFileSync(file, "utf8")).join("\n");
/** A text that a screen composes, such as 'Recebimentos (CSV)', is in its browser test only. */
const screenTexts = read(
  globSync(["app/routes/**/*.tsx", "app/ui/**/*.tsx", "app/shared/*.ts", "tests/e2e/*.test.ts"]),
);

const texts = guides.flatMap(({ slug, steps }) =>
  steps
    .flatMap((step) => splitLabels(step).filter((_, at) => at % 2 === 1))
    .map((label) => ({ slug, label })),
);
const labels = texts.filter(({ label }) => !isAddress(label));
const addresses = texts.filter(({ label }) => isAddress(label));

test.each(labels)("$slug: a screen has '$label'", ({ label }) => {
  expect(screenTexts.includes(label)).toBe(true);
});

test.each(addresses)("$slug: '$label' is a page", ({ label }) => {
  const pages = [
    ...screens.map(({ to }) => to),
    ...categories.map(({ slug }) => categoryPath(slug)),
  ];
  expect(pages).toContain(label);
});

test("each guide explains a screen, and has one to three pictures", () => {
  const addresses = screens.flatMap(({ to, hasGuides }) => (hasGuides ? to : []));
  expect(addresses).toEqual(addresses.filter((to) => guides.some(({ screen }) => screen === to)));
  for (const { slug, screen, pictures } of guides) {
    expect(addresses, slug).toContain(screen);
    expect([1, 2, 3], slug).toContain(pictures.length);
  }
});

test("the pictures are those of the guides, with 2 MB at most", () => {
  const names = guides.flatMap(({ pictures }) => pictures.map(({ name }) => `${name}.webp`));
  const files = globSync(`public${picturesPath}/*`);
  expect(files.map((file) => file.split("/").at(-1)).sort()).toEqual(names.sort());
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(2 * 1024 * 1024);
});
