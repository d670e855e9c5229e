export const difficulties = ["Fácil", "Médio", "Difícil"] as const;
export type Difficulty = (typeof difficulties)[number];

export function recipePath(recipe: { slug: string }): string {
  return `/receitas?receita=${encodeURIComponent(recipe.slug)}`;
}

/** The recipe flagged as featured, else the first: spec point 2. */
export function featuredRecipe<T extends { is_featured: boolean }>(
  recipes: readonly T[],
): T | undefined {
  return recipes.find((recipe) => recipe.is_featured) ?? recipes[0];
}

/** The steps of instructions written one a line, without the numbers that the seller may have typed before them. */
export function recipeSteps(instructions: string): string[] {
  return instructions
    .split("\n")
    .map((line) => line.trim().replace(/^\d{1,2}\s*[.)ºª°-]\s+/, ""))
    .filter((line) => line !== "");
}

/** Each category once, in the order of its first recipe. */
export function recipeCategories(recipes: readonly { category: string }[]): string[] {
  return [...new Set(recipes.map((recipe) => recipe.category))].filter((name) => name !== "");
}
