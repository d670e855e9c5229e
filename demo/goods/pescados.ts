import type { DemoProduct } from "../types.ts";
import { frutosDoMar } from "./frutos-do-mar.ts";
import { peixes } from "./peixes.ts";

export const pescados: DemoProduct[] = [...peixes, ...frutosDoMar];
