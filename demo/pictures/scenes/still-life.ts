/** Many things on one table: packs, fruit and ice, drawn from back to front. */
import type { DemoProduct } from "#demo/types.ts";
import type { Tint } from "../palette.ts";
import type { Sheet } from "../sheet.ts";
import { contentOf, standing } from "./product.ts";
import { iceCube, lying } from "./stage.ts";

/** `y` is where the thing touches the table; `size` the height of a pack, the side of anything else. */
export type Thing = { x: number; y: number; size: number; turn?: number } & (
  | { kind: "pack"; art: DemoProduct["art"]; category: DemoProduct["category"] }
  | { kind: "whole" | "cut"; subject: string }
  | { kind: "ice" }
);

export const fruit = (
  subject: string,
  kind: "whole" | "cut",
  x: number,
  y: number,
  size: number,
  turn = 0,
): Thing => ({ kind, subject, x, y, size, turn });
export const ice = (x: number, y: number, size: number, turn = 12): Thing => ({
  kind: "ice",
  x,
  y,
  size,
  turn,
});

/** A pack as the catalogue has it, so that the still lifes show what the shop sells. */
export function pack(
  category: DemoProduct["category"],
  [form, subject, label, tagline, weight]: [
    DemoProduct["art"]["pack"],
    string,
    string,
    string,
    string,
  ],
  x: number,
  y: number,
  size: number,
  turn = 0,
): Thing {
  return {
    kind: "pack",
    category,
    art: { pack: form, subject, label, tagline, weight },
    x,
    y,
    size,
    turn,
  };
}

export function arrange(sheet: Sheet, tint: Tint, things: Thing[]): string {
  return [...things]
    .sort((one, other) => one.y - other.y)
    .map((thing) => {
      const { x, y, size, turn = 0 } = thing;
      if (thing.kind === "pack")
        return standing(sheet, tint, contentOf(thing.art, thing.category), x, y, size, turn);
      if (thing.kind === "ice")
        return iceCube(sheet, tint, { x, y: y - size * 0.42, size, rotate: turn });
      return lying(sheet, tint, thing.subject, thing.kind, { x, y, size, rotate: turn });
    })
    .join("");
}
