import { bowl } from "./bowl.ts";
import { cake } from "./cake.ts";
import { cup } from "./cup.ts";
import type { Dish, RecipeArt } from "./dish.ts";
import { glass } from "./glass.ts";
import { jug } from "./jug.ts";
import { pan } from "./pan.ts";
import { plate } from "./plate.ts";
import { popsicle } from "./popsicle.ts";

export const dishes: Record<RecipeArt["dish"], Dish> = {
  bowl,
  glass,
  jug,
  plate,
  pan,
  cake,
  popsicle,
  cup,
};
