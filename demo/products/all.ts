import type { DemoProduct } from "../types.ts";
import { berries } from "./berries.ts";
import { bulkPulps } from "./bulk-pulps.ts";
import { cutFruits } from "./cut-fruits.ts";
import { fish } from "./fish.ts";
import { iceBags } from "./ice-bags.ts";
import { iceCups } from "./ice-cups.ts";
import { pulpSachets } from "./pulp-sachets.ts";
import { seafood } from "./seafood.ts";

/** Every product of the demonstration shop, in display order. */
export const demoProducts: DemoProduct[] = [
  ...[...pulpSachets, ...bulkPulps],
  ...[...berries, ...cutFruits],
  ...[...iceCups, ...iceBags],
  ...[...fish, ...seafood],
];
