import { createOnce, type KeyedRequest } from "#app/domain/kernel/idempotency/commands.server.ts";
import { onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import type { Author } from "#app/platform/database/database.ts";
import {
  changeRecipe,
  createRecipe,
  deleteRecipe,
  findRecipe,
  listAllRecipes,
  listVisibleRecipes,
} from "./commands.server.ts";
import type { NewRecipe } from "./schema.ts";

/** Recipes. */
export const recipes = {
  ...onDatabase({
    change: changeRecipe,
    delete: deleteRecipe,
    find: findRecipe,
    listAll: listAllRecipes,
    listVisible: listVisibleRecipes,
  }),
  create: ({ database }: ShopContext, author: Author, recipe: NewRecipe, request?: KeyedRequest) =>
    createOnce(database, request, (tx) => createRecipe(tx, author, recipe)),
};
