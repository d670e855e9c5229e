import { expect, test } from "vitest";
import { pageCacheKey } from "./paths.ts";

test.each([
  ["/", "/"],
  ["/produtos/", "/produtos"],
  ["/sobre?utm_source=x&fbclid=1", "/sobre"],
  ["/sobre?produto=acai", "/sobre"],
  ["/produtos/pescados?x=1&produto=til%C3%A1pia&y=2", "/produtos/pescados?produto=til%C3%A1pia"],
  ["/produtos/pescados?produto=a&produto=b", "/produtos/pescados?produto=a"],
  ["/produtos/pescados?produto=", "/produtos/pescados"],
  ["/produtos/pescados?grupo=Peixes&x=1", "/produtos/pescados?grupo=Peixes"],
  ["/produtos/pescados?grupo=Peixes&produto=a", "/produtos/pescados?produto=a"],
  ["/receitas?receita=b&categoria=Doces", "/receitas?categoria=Doces&receita=b"],
  ["/receitas.data?receita=b&z=1", "/receitas.data?receita=b"],
  ["/_.data", "/_.data"],
  [
    "/sobre.data?_routes=routes/storefront/about",
    "/sobre.data?_routes=routes%2Fstorefront%2Fabout",
  ],
  ["/sobre?_routes=routes/storefront/about", "/sobre"],
])("the cache key of %s is %s", (target, key) => {
  expect(pageCacheKey(target)).toBe(key);
});

test.each([
  "/SOBRE",
  "/%73obre",
  "//sobre",
  "/admin",
  "/admin/pedidos",
  "/admin.data",
  "/api/products",
  "/pedido/1001-aaaaaaaaaaaaaaaaaaaaaa",
  "/pedido/1001-aaaaaaaaaaaaaaaaaaaaaa.data",
  "http://outro.example/",
  "*",
  `/produtos/pescados?produto=${"x".repeat(201)}`,
  "/sobre.data?_routes=<script>",
])("%s is not cached", (target) => {
  expect(pageCacheKey(target)).toBeUndefined();
});
