import type { DemoProduct } from "../types.ts";
import { frutasEmPedacos } from "./frutas-em-pedacos.ts";
import { frutasVermelhas } from "./frutas-vermelhas.ts";

export const frutasCongeladas: DemoProduct[] = [...frutasVermelhas, ...frutasEmPedacos];
