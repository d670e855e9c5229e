import type { DemoProduct } from "../types.ts";
import { geloEmCopo } from "./gelo-em-copo.ts";
import { geloEmPacote } from "./gelo-em-pacote.ts";

export const geloSaborizado: DemoProduct[] = [...geloEmCopo, ...geloEmPacote];
