import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { screens } from "#app/routes/admin/screens.ts";
import { sitemapXml } from "#app/routes/storefront/sitemap.ts";
import { publicPages } from "#tests/support/pages.ts";
import { sourceRoutes } from "#tests/support/test-shop.ts";

// A page that is added to app/routes.ts is easily forgotten in the lists that this file compares with it.

/** The paths of the pages in a layout: "sobre", "produtos/:category". */
function listPaths(layout: "storefront/frame" | "admin"): string[] {
  return Object.values(sourceRoutes)
    .filter(({ parentId }) => parentId === `routes/${layout}/layout`)
    .map(({ path = "" }) => path);
}

const withoutParameters = (paths: string[]) => paths.filter((path) => !/[:*]/.test(path));

test("the sitemap has every page of the storefront, except those that are different for each visitor", () => {
  const xml = sitemapXml("https://loja.example", { categories: [], products: [], recipes: [] });
  const missing = withoutParameters(listPaths("storefront/frame")).filter(
    (path) => !xml.includes(`<loc>https://loja.example/${path}</loc>`),
  );
  expect(missing).toEqual(["busca", "meus-pedidos", "cliente", "lista", "sem-conexao"]);
});

test("the browser tests open every page of the storefront", () => {
  const opened = Object.values(publicPages).map((address) => address.replace(/^\/|\?.*/g, ""));
  const missing = withoutParameters(listPaths("storefront/frame")).filter(
    (path) => !opened.includes(path),
  );
  // tests/e2e/offline-copies.test.ts opens it.
  expect(missing).toEqual(["sem-conexao"]);
});

test("the back office's navigation, palette and shortcuts have every screen", () => {
  const paths = withoutParameters(listPaths("admin"));
  // A page below a screen, such as `orders/new`, is reached from it.
  const own = paths.filter((path) => !paths.some((other) => path.startsWith(`${other || "-"}/`)));
  expect(screens.map(({ to }) => to).toSorted()).toEqual(
    own.map((path) => `/admin/${path}`.replace(/\/$/, "")).toSorted(),
  );
  const shortcuts = screens.map(({ shortcut }) => shortcut);
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});

test.each([
  ["recipes", "recipes/recipes.tsx", /recipes\.listVisible\(/],
  [
    "products",
    "catalogue/category.tsx",
    /catalogue\.(?:listProducts|listFirstProducts|readCategoryPage|findProductBySlug|countByCategory)\(/,
  ],
])("a page with %s follows their changes while it is open", (table, page, read) => {
  const files = globSync("app/routes/storefront/**/*.tsx", { exclude: ["**/*.test.tsx"] });
  const sources = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const reading = sources.filter(({ text }) => read.test(text));
  expect(reading.map(({ file }) => file)).toContain(`app/routes/storefront/${page}`);
  const shown = new RegExp(`shows: \\[[^\\]]*"${table}"`);
  const unaware = reading.filter(({ text }) => !shown.test(text));
  expect(unaware.map(({ file }) => file)).toEqual([]);
});
