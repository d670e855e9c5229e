import type { DemoRecipe } from "../types.ts";
import { breakfasts } from "./breakfasts.ts";
import { desserts } from "./desserts.ts";
import { drinks } from "./drinks.ts";
import { mainDishes } from "./main-dishes.ts";

export const demoRecipes: DemoRecipe[] = [...mainDishes, ...desserts, ...breakfasts, ...drinks];
