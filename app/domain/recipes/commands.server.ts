import { and, eq, ne, sql } from "drizzle-orm";
import { rejectTakenSlug, saveEdit } from "#app/domain/editing/commands.server.ts";
import type { SaveResult } from "#app/domain/editing/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { recipes } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
import { toRecipe } from "./queries.server.ts";
import type { NewRecipe, Recipe, RecipeChanges } from "./schema.ts";

const slugConstraint = "recipes_slug_key";
const featuringLock = 7_062_019;

/** Adds a recipe, in the name of `author`. A featured one takes the place of the one before. */
export function createRecipe(
  database: Database,
  author: Author,
  recipe: NewRecipe,
): Promise<SaveResult<Recipe>> {
  return rejectTakenSlug(slugConstraint, () =>
    runAsUser(database, author, async (tx) => {
      if (recipe.is_featured) await waitToFeature(tx);
      const [row] = await tx.insert(recipes).values(recipe).returning();
      if (!row) throw new Error("a new recipe was not returned");
      if (row.is_featured) await featureOnly(tx, row.id);
      return { ok: true, row: toRecipe(row) };
    }),
  );
}

/** Saves what changed of a recipe, unless somebody saved it since `version`; see `createRecipe`. */
export function changeRecipe(
  database: Database,
  author: Author,
  id: string,
  changes: RecipeChanges,
): Promise<SaveResult<Recipe>> {
  return rejectTakenSlug(slugConstraint, () =>
    runAsUser(database, author, async (tx) => {
      if (changes.is_featured) await waitToFeature(tx);
      const [current] = await tx.select().from(recipes).where(eq(recipes.id, id)).for("update");
      return saveEdit({
        current,
        version: changes.version,
        show: toRecipe,
        save: async () => {
          // Never empty: the version is the trigger's to count, whatever it is set to.
          const rows = await tx.update(recipes).set(changes).where(eq(recipes.id, id)).returning();
          if (changes.is_featured) await featureOnly(tx, id);
          return rows;
        },
      });
    }),
  );
}

/** Whether there was such a recipe. Without a featured one the first of the list stands in. */
export function deleteRecipe(database: Database, author: Author, id: string): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const gone = await tx.delete(recipes).where(eq(recipes.id, id)).returning({ id: recipes.id });
    return gone.length > 0;
  });
}

/** Of two that are featured at once each would miss the other's. */
async function waitToFeature(transaction: Database): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${featuringLock})`);
}

async function featureOnly(transaction: Database, id: string): Promise<void> {
  await transaction
    .update(recipes)
    .set({ is_featured: false })
    .where(and(recipes.is_featured, ne(recipes.id, id)));
}
