import { expect, test } from "vitest";
import { sourceRoutes } from "#tests/support/test-shop.ts";
import { createPageRoutes } from "./page-routes.ts";

const routes = createPageRoutes(sourceRoutes);
const category = "/produtos/pescados";
const ids = "root,routes/storefront/frame/layout,routes/storefront/catalogue/category";
const sobreIds = "root,routes/storefront/frame/layout,routes/storefront/company/about";

test.each([
  ["/", "/"],
  ["/admin/orders/a1/print", "/admin/orders/:id/print"],
  ["/admin", "/admin"],
  ["/produtos/nada", "/produtos/:category"],
  ["/produtos.json", "/produtos.json"],
  ["/feeds/meta.csv", "/feeds/meta.csv"],
  ["/_.data", "/.data"],
  ["/produtos/pescados.data", "/produtos/:category.data"],
  ["/receitas/", "/receitas"],
  ["/nada", undefined],
  ["/produtos/pescados/nada", undefined],
])("the pattern of %s is %s", (path, pattern) => {
  expect(routes.findPattern(path)).toBe(pattern);
});

test.each([
  ["/produtos/", "/produtos"],
  ["/_.data", "/_.data"],
  [
    `/sobre.data?_routes=${sobreIds},root,root`,
    `/sobre.data?_routes=${encodeURIComponent(sobreIds)}`,
  ],
  ["/sobre?utm=1&produto=tilapia", "/sobre"],
  ["/busca?x=1", "/busca"],
  [category, category],
  ["/produtos/nada", "/produtos/nada"],
  [`${category}?x=1`, category],
  [`${category}.data?_routes=${ids}`, `${category}.data?_routes=${encodeURIComponent(ids)}`],
])("%s is cached as %s", (target, address) => {
  expect(routes.findAddress(target)).toMatchObject({ address, hasValue: false });
});

test.each([
  [`${category}?produto=tilapia&x=1`, `${category}?produto=tilapia`],
  ["/receitas?categoria=nada&receita=bolo", "/receitas?categoria=nada&receita=bolo"],
])("%s is cached as %s, with a value that a client may have made up", (target, address) => {
  expect(routes.findAddress(target)).toMatchObject({ address, hasValue: true });
});

test("a page of a category names it, whether it exists or not", () => {
  expect(routes.findAddress("/produtos/nada.data?produto=x")?.category).toBe("nada");
  expect(routes.findAddress("/produtos")?.category).toBeUndefined();
});

test.each([
  "/nada",
  "/produtos/polpas",
  "/busca?q=uva",
  `${category}/_.data`,
  `${category}.data?_routes=a1b2c3`,
  `${category}.data?_routes=${ids},routes/storefront/home/home`,
  "/admin",
  "/pedido/1001-aaaaaaaaaaaaaaaaaaaaaa",
])("%s is not cached, since clients could make up any number of it", (target) => {
  expect(routes.findAddress(target)).toBeUndefined();
});
