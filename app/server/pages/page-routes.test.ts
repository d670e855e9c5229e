import { expect, test } from "vitest";
import { sourceRoutes } from "#tests/support/test-shop.ts";
import { createPageRoutes } from "./page-routes.ts";

const routes = createPageRoutes(sourceRoutes);
const known = {
  categories: new Set(["pescados", "sorvetes"]),
  parameters: {
    produto: new Set(["tilapia"]),
    grupo: new Set(["Peixes"]),
    pagina: new Set(["2"]),
    receita: new Set(["bolo"]),
    categoria: new Set(["doces"]),
  },
};
const category = "/produtos/pescados";
const ids = "root,routes/storefront/frame/layout,routes/storefront/catalogue/category";

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
  [category, category],
  ["/produtos/sorvetes", "/produtos/sorvetes"],
  [`${category}?x=1`, category],
  [`${category}?produto=tilapia`, `${category}?produto=tilapia`],
  [`${category}?produto=nada`, `${category}?produto=%21`],
  [`${category}?grupo=nada`, `${category}?grupo=%21`],
  ["/receitas?categoria=nada&receita=bolo", "/receitas?categoria=%21&receita=bolo"],
  [`${category}.data?_routes=${ids}`, `${category}.data?_routes=${encodeURIComponent(ids)}`],
  [
    `${category}.data?_routes=routes/storefront/catalogue/category,root,root`,
    `${category}.data?_routes=root%2Croutes%2Fstorefront%2Fcatalogue%2Fcategory`,
  ],
])("%s is cached as %s", (target, address) => {
  expect(routes.findAddress(target, known)).toBe(address);
});

test.each([
  "/nada",
  "/produtos/nada",
  "/produtos/nada.data",
  "/produtos/polpas-de-frutas",
  "/busca?q=uva",
  `${category}/_.data`,
  `${category}.data?_routes=a1b2c3`,
  `${category}.data?_routes=${ids},routes/storefront/home/home`,
  "/admin",
  "/pedido/1001-aaaaaaaaaaaaaaaaaaaaaa",
])("%s is not cached, since clients could make up any number of it", (target) => {
  expect(routes.findAddress(target, known)).toBeUndefined();
});
