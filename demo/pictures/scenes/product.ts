/** A product: its pack on the table, what is in it beside it, ice and cold air around. */
import type { CategorySlug, ProductArt } from "#demo/types.ts";
import { inkOn, mix } from "../color.ts";
import { packs } from "../packs/all.ts";
import type { Content } from "../packs/pack.ts";
import { paletteOf, type Tint, tints } from "../palette.ts";
import { seededRandom } from "../random.ts";
import { group, round } from "../shapes.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import type { Picture } from "../svg.ts";
import { backdrop, iceCube, lying, shadow, snowfall } from "./stage.ts";

const side = 1200;
const ground = 1050;

/** Heights on the picture in pixels; wide packs are set by their width. */
const heights: Record<ProductArt["pack"], number> = {
  sachet: 810,
  bag: 900,
  box: 810,
  tub: 780,
  cup: 800,
  stick: 900,
  tray: 630,
  vacuum: 880,
  whole: 730,
};

export function contentOf(art: ProductArt, category: CategorySlug): Content {
  const palette = paletteOf(art.subject);
  return { art, palette, category, ink: inkOn(palette.main, palette.dark) };
}

/** A pack standing at (x, y), `height` tall, with the shadow it throws. */
export function standing(
  sheet: Sheet,
  tint: Tint,
  content: Content,
  x: number,
  y: number,
  height: number,
  turn = 0,
): string {
  const pack = packs[content.art.pack];
  const scale = height / pack.height;
  const half = (pack.width * scale) / 2;
  return (
    shadow(sheet, tint, x + half * 0.3, y - 8, half * 1.45, height * 0.07, 0.45) +
    shadow(sheet, tint, x, y - 4, half * 1.02, height * 0.03, 0.8) +
    group(
      `translate(${round(x - half)} ${round(y - height)}) scale(${round(scale * 1000) / 1000}) rotate(${turn} ${pack.width / 2} ${pack.height})`,
      pack.draw(sheet, content),
    )
  );
}

/** The tint leans a little towards the fruit, so that neighbours on a shelf differ. */
function leaning(tint: Tint, toward: string, share: number): Tint {
  return {
    ...tint,
    glow: mix(tint.glow, toward, share * 0.4),
    wall: mix(tint.wall, toward, share),
    table: mix(tint.table, toward, share),
  };
}

export function productScene(slug: string, category: CategorySlug, art: ProductArt): Picture {
  const sheet = createSheet();
  const content = contentOf(art, category);
  const tint = leaning(
    tints[category],
    content.palette.light,
    category === "pescados" ? 0.04 : 0.22,
  );
  const random = seededRandom(slug);
  const stage = { width: side, height: side, horizon: 790, lightX: 560, lightY: 440 };
  const height = heights[art.pack];
  const pack = packs[art.pack];
  const half = (pack.width * height) / pack.height / 2;
  const [left, right] = [600 - half, 600 + half];
  const wobble = () => round(random() * 16 - 8);
  const second = art.companion ?? art.subject;
  const markup = [
    backdrop(sheet, tint, stage),
    snowfall(sheet, stage, 22, slug),
    sheet.sprite(art.subject, {
      piece: "leaf",
      x: left - 30,
      y: ground - 260,
      size: 230,
      rotate: -150 + wobble(),
    }),
    lying(sheet, tint, art.subject, "whole", left - 34, ground - 44, 300, -10 + wobble()),
    lying(sheet, tint, second, "whole", right + 46, ground - 60, 250, 10 + wobble()),
    standing(sheet, tint, content, 600, ground, height),
    iceCube(sheet, tint, left + 40, ground + 42, 92, 8 + wobble()),
    iceCube(sheet, tint, right - 20, ground + 60, 78, 30 + wobble()),
    lying(sheet, tint, art.subject, "cut", left - 62, ground + 84, 220, -6 + wobble()),
    lying(
      sheet,
      tint,
      art.companion ?? art.subject,
      "cut",
      right + 66,
      ground + 72,
      236,
      8 + wobble(),
    ),
  ];
  return { width: side, height: side, sheet, markup: markup.join("") };
}
