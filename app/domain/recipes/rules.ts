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
