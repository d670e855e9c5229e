import { and, desc, eq, ne, sql } from "drizzle-orm";
import { rejectTaken, saveEdit } from "#app/domain/kernel/editing/commands.server.ts";
import type { RestoredIdentity, SaveResult } from "#app/domain/kernel/editing/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import type { Difficulty } from "./rules.ts";
import type { NewRecipe, Recipe, RecipeChanges } from "./schema.ts";
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

const uniqueFields = { recipes_slug_key: "slug" } as const;
const featuredLockId = 7_062_019;

function rejectTakenSlug(
  database: Database,
  slug: string | undefined,
  save: () => Promise<SaveResult<Recipe>>,
): Promise<SaveResult<Recipe>> {
  const findOwner = async () => {
    const [row] = await database
      .select()
      .from(recipes)
      .where(eq(recipes.slug, slug ?? ""));
    return row && toRecipe(row);
  };
  return rejectTaken(uniqueFields, findOwner, save);
}

/** Adds a recipe; with `restored`, a deleted one. A featured one replaces the previously featured one. */
export function createRecipe(
  database: Database,
  author: Author,
  recipe: NewRecipe,
  restored?: RestoredIdentity,
): Promise<SaveResult<Recipe>> {
  return rejectTakenSlug(database, recipe.slug, () =>
    runAsUser(database, author, async (tx) => {
      if (recipe.is_featured) await lockFeatured(tx);
      const [row] = await tx
        .insert(recipes)
        .values({ ...recipe, ...restored })
        .returning();
      if (!row) throw new Error("a new recipe was not returned");
      if (row.is_featured) await unfeatureOthers(tx, row.id);
      return { ok: true, row: toRecipe(row) };
    }),
  );
}

/** Saves changed fields; a conflict if the recipe was saved after `version`. */
export function changeRecipe(
  database: Database,
  author: Author,
  id: string,
  changes: RecipeChanges,
): Promise<SaveResult<Recipe>> {
  return rejectTakenSlug(database, changes.slug, () =>
    runAsUser(database, author, async (tx) => {
      if (changes.is_featured) await lockFeatured(tx);
      const [current] = await tx.select().from(recipes).where(eq(recipes.id, id)).for("update");
      return saveEdit({
        current,
        version: changes.version,
        show: toRecipe,
        save: async () => {
          // Never an empty update: `changes` contains the version, which a trigger then increments.
          const rows = await tx.update(recipes).set(changes).where(eq(recipes.id, id)).returning();
          if (changes.is_featured) await unfeatureOthers(tx, id);
          return rows;
        },
      });
    }),
  );
}

/** Deletes a recipe; false when it does not exist. */
export function deleteRecipe(database: Database, author: Author, id: string): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const deleted = await tx
      .delete(recipes)
      .where(eq(recipes.id, id))
      .returning({ id: recipes.id });
    return deleted.length > 0;
  });
}

/** Two concurrent transactions would not see each other's featured recipe. */
async function lockFeatured(transaction: Database): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${featuredLockId})`);
}

async function unfeatureOthers(transaction: Database, id: string): Promise<void> {
  await transaction
    .update(recipes)
    .set({ is_featured: false })
    .where(and(recipes.is_featured, ne(recipes.id, id)));
}
