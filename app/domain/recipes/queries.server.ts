import { desc, eq } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { Difficulty } from "./rules.ts";
import type { Recipe } from "./schema.ts";
import { recipes } from "./table.ts";

const newestFirst = [desc(recipes.created_at), desc(recipes.id)];

/** Visible recipes, newest first. */
export async function listVisibleRecipes(database: Database): Promise<Recipe[]> {
  const rows = await database
    .select()
    .from(recipes)
    .where(eq(recipes.visible, true))
    .orderBy(...newestFirst);
  return rows.map(toRecipe);
}

/** All recipes, hidden ones included, newest first. */
export async function listAllRecipes(database: Database): Promise<Recipe[]> {
  const rows = await database
    .select()
    .from(recipes)
    .orderBy(...newestFirst);
  return rows.map(toRecipe);
}

export async function findRecipe(database: Database, id: string): Promise<Recipe | undefined> {
  const [row] = await database.select().from(recipes).where(eq(recipes.id, id));
  return row && toRecipe(row);
}

export function toRecipe(row: typeof recipes.$inferSelect): Recipe {
  return {
    ...row,
    difficulty: row.difficulty as Difficulty,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
