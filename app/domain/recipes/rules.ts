import { slugify } from "#app/shared/slug.ts";

export const difficulties = ["Fácil", "Médio", "Difícil"] as const;
export type Difficulty = (typeof difficulties)[number];

/** The featured recipe, else the first (spec point 2). */
export function featuredRecipe<T extends { is_featured: boolean }>(
  recipes: readonly T[],
): T | undefined {
  return recipes.find((recipe) => recipe.is_featured) ?? recipes[0];
}

/** One step per line, without typed numbers. */
export function recipeSteps(instructions: string): string[] {
  return instructions
    .split("\n")
    .map((line) => line.trim().replace(/^\d{1,2}\s*[.)ºª°-]\s+/, ""))
    .filter((line) => line !== "");
}

/** The category that a query parameter names: by itself, or by its slug as in older links. */
export function findRecipeCategory(
  categories: readonly string[],
  wanted: string | null,
): string | undefined {
  if (!wanted) return undefined;
  return (
    categories.find((category) => category === wanted) ??
    categories.find((category) => slugify(category) === wanted)
  );
}

/** Unique categories, in the order of their first recipe. */
export function recipeCategories(recipes: readonly { category: string }[]): string[] {
  return [...new Set(recipes.map((recipe) => recipe.category))].filter((name) => name !== "");
}
