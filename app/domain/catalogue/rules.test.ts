import { expect, test } from "vitest";
import { orderCategoryPages } from "./rules.ts";

test("category pages follow the categories' order; unknown ones come last", () => {
  const tabs = orderCategoryPages(["pescados", "polpas"]).map(({ tab }) => tab);
  expect(tabs).toEqual(["Pescados", "Polpas", "Frutas", "Gelo"]);
});
