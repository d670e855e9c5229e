/** Many things on one table: packs, fruit and ice, drawn from back to front. */
import type { Tint } from "../palette.ts";
import { looks, type Look } from "../looks.ts";
import type { Place } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { contentOf, standing } from "./product.ts";
import { fromShelf } from "./shelf.ts";
import { iceCube, lying } from "./stage.ts";

type Thing = Place & { kind: string; name: string };

function readThing(entry: string): Thing {
  const [what = "", ...numbers] = entry.trim().split(/\s+/);
  const [kind = "", name = ""] = what.split(":");
  const [x = 0, y = 0, size = 0, rotate = 0] = numbers.map(Number);
  return { kind, name, x, y, size, rotate };
}

/**
 * Sets the table. Each entry of `list` is `kind:name x y size turn`, where kind is pack (a name from the shelf), whole or
 * cut (a subject), or `ice` without a name; `y` is where it touches the table, `size` the height of a pack and the side
 * of anything else.
 */
export function arrange(sheet: Sheet, tint: Tint, list: string): string {
  return list
    .split(",")
    .map(readThing)
    .sort((one, other) => one.y - other.y)
    .map(({ kind, name, ...place }) => {
      const { x, y, size, rotate } = place;
      if (kind === "ice") return iceCube(sheet, tint, { ...place, y: y - size * 0.42 });
      if (kind === "whole" || kind === "cut") return lying(sheet, tint, name, kind, place);
      const { art, category } = fromShelf(name);
      return standing(
        sheet,
        tint,
        contentOf({ ...art, weight: "" }, category, { ...shelfLooks[name], weight: "" }),
        x,
        y,
        size,
        rotate,
      );
    })
    .join("");
}

const shelfLooks: Record<string, Look> = {
  maracujá: looks["polpa-de-maracuja-100-g"]!,
  abacaxi: looks["abacaxi-em-cubos-1-kg"]!,
  manga: looks["manga-em-cubos-1-kg"]!,
  mirtilo: looks["mirtilo-inteiro-1-kg"]!,
  morango: looks["morango-inteiro-1-kg"]!,
  gelo: looks["gelo-filtrado-5-kg"]!,
  "copo-limão": looks["gelo-de-limao-e-gengibre"]!,
  "copo-melancia": looks["gelo-de-melancia-200-g"]!,
  bacalhau: looks["bacalhau-dessalgado"]!,
  camarão: looks["camarao-descascado-1-kg"]!,
  postas: looks["salmao-em-postas"]!,
  salmão: looks["file-de-salmao"]!,
  tilápia: { fill: ["file:cut"], count: 4 },
};
