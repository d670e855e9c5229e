import type { DemoProduct } from "../types.ts";
import { polpasEmSache } from "./polpas-em-sache.ts";
import { polpasEmVolume } from "./polpas-em-volume.ts";

export const polpas: DemoProduct[] = [...polpasEmSache, ...polpasEmVolume];
