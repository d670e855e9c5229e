import { changeRecipe, createRecipe, deleteRecipe } from "#app/domain/recipes/commands.server.ts";
import { listAllRecipes, listVisibleRecipes } from "#app/domain/recipes/queries.server.ts";
import type { NewRecipe, RecipeChanges } from "#app/domain/recipes/recipe-input.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Recipes. Each write names who writes, for the audit log. */
export function bindRecipes(database: Database) {
  return {
    listVisibleRecipes: () => listVisibleRecipes(database),
    listAllRecipes: () => listAllRecipes(database),
    createRecipe: (email: string, recipe: NewRecipe) => createRecipe(database, email, recipe),
    changeRecipe: (email: string, id: string, changes: RecipeChanges) =>
      changeRecipe(database, email, id, changes),
    deleteRecipe: (email: string, id: string) => deleteRecipe(database, email, id),
  };
}
