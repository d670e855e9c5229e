import type { DemoProduct } from "../types.ts";
import { frutasCongeladas } from "./frutas-congeladas.ts";
import { geloSaborizado } from "./gelo-saborizado.ts";
import { pescados } from "./pescados.ts";
import { polpas } from "./polpas.ts";

/** Every product of the demonstration shop, in the order of the shelves. */
export const allGoods: DemoProduct[] = [
  ...polpas,
  ...frutasCongeladas,
  ...geloSaborizado,
  ...pescados,
];
