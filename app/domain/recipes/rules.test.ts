import { expect, test } from "vitest";
import { featuredRecipe, recipeCategories, recipeSteps } from "./rules.ts";

test("the flagged recipe is featured, else the first", () => {
  const [first, flagged] = [{ is_featured: false }, { is_featured: true }];
  expect(featuredRecipe([first, flagged])).toBe(flagged);
  expect(featuredRecipe([first])).toBe(first);
  expect(featuredRecipe([])).toBeUndefined();
});

test("steps lose the numbers typed before them, and blank lines", () => {
  expect(
    recipeSteps("1. Bata a polpa.\n\n 2) Junte 2 ovos.\n3 - Asse.\n10 minutos de forno."),
  ).toEqual(["Bata a polpa.", "Junte 2 ovos.", "Asse.", "10 minutos de forno."]);
});

test("each category is named once", () => {
  const recipes = ["Sobremesas", "Bebidas", "Sobremesas", ""].map((category) => ({ category }));
  expect(recipeCategories(recipes)).toEqual(["Sobremesas", "Bebidas"]);
});
