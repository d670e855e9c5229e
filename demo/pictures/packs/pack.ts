import type { CategorySlug, ProductArt } from "#demo/types.ts";
import type { Palette } from "../palette.ts";
import type { Look } from "../looks.ts";
import type { Sheet } from "../sheet.ts";

/** What is packed and printed. */
export type Content = {
  art: ProductArt;
  palette: Palette;
  category: CategorySlug;
  ink: string;
  look: Look;
};

/** A pack draws itself from its upper left corner; it stands on its lower edge. */
export type Pack = { width: number; height: number; draw(sheet: Sheet, content: Content): string };
