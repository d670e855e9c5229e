import { changeRecipe, createRecipe, deleteRecipe } from "#app/domain/recipes/commands.server.ts";
import { listAllRecipes, listVisibleRecipes } from "#app/domain/recipes/queries.server.ts";
import type { NewRecipe, RecipeChanges } from "#app/domain/recipes/recipe-input.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Author } from "#app/platform/database/transactions.ts";

/** Recipes. Each write names who writes, for the audit log. */
export function bindRecipes(database: Database) {
  return {
    listVisibleRecipes: () => listVisibleRecipes(database),
    listAllRecipes: () => listAllRecipes(database),
    createRecipe: (author: Author, recipe: NewRecipe) => createRecipe(database, author, recipe),
    changeRecipe: (author: Author, id: string, changes: RecipeChanges) =>
      changeRecipe(database, author, id, changes),
    deleteRecipe: (author: Author, id: string) => deleteRecipe(database, author, id),
  };
}
