import type { ProductArt } from "#demo/types.ts";
import { bag } from "./bag.ts";
import { box } from "./box.ts";
import { cup } from "./cup.ts";
import type { Pack } from "./pack.ts";
import { sachet } from "./sachet.ts";
import { stick } from "./stick.ts";
import { tray } from "./tray.ts";
import { tub } from "./tub.ts";
import { vacuum } from "./vacuum.ts";
import { whole } from "./whole.ts";

export const packs: Record<ProductArt["pack"], Pack> = {
  sachet,
  bag,
  box,
  tub,
  cup,
  stick,
  tray,
  vacuum,
  whole,
};
