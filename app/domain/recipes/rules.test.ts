import { expect, test } from "vitest";
import { featuredRecipe, findRecipeCategory, recipeCategories, recipeSteps } from "./rules.ts";

test("the flagged recipe is featured, else the first", () => {
  const [first, flagged] = [{ is_featured: false }, { is_featured: true }];
  expect(featuredRecipe([first, flagged])).toBe(flagged);
  expect(featuredRecipe([first])).toBe(first);
  expect(featuredRecipe([])).toBeUndefined();
});

test("typed numbers and blank lines are removed from steps", () => {
  expect(
    recipeSteps("1. Bata a polpa.\n\n 2) Junte 2 ovos.\n3 - Asse.\n10 minutos de forno."),
  ).toEqual(["Bata a polpa.", "Junte 2 ovos.", "Asse.", "10 minutos de forno."]);
});

test("a category is found by itself, or by its slug as in older links", () => {
  const categories = ["Sucos", "sucos", "日本"];
  expect(findRecipeCategory(categories, "Sucos")).toBe("Sucos");
  expect(findRecipeCategory(categories, "sucos")).toBe("sucos");
  expect(findRecipeCategory(categories, "日本")).toBe("日本");
  expect(findRecipeCategory(["Sobremesas"], "sobremesas")).toBe("Sobremesas");
  expect(findRecipeCategory(categories, "doces")).toBeUndefined();
  expect(findRecipeCategory(categories, null)).toBeUndefined();
});

test("categories are unique", () => {
  const recipes = ["Sobremesas", "Bebidas", "Sobremesas", ""].map((category) => ({ category }));
  expect(recipeCategories(recipes)).toEqual(["Sobremesas", "Bebidas"]);
});
