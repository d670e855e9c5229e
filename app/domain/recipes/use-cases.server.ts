import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import {
  changeRecipe,
  createRecipe,
  deleteRecipe,
  findRecipe,
  listAllRecipes,
  listVisibleRecipes,
} from "./commands.server.ts";

/** Recipes. */
export const recipes = toUseCases(["database"], {
  change: changeRecipe,
  create: createRecipe,
  delete: deleteRecipe,
  find: findRecipe,
  listAll: listAllRecipes,
  listVisible: listVisibleRecipes,
});
