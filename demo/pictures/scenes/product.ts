/** A product: its pack on the table, what is in it beside it, ice and cold air around. */
import type { CategorySlug, ProductArt } from "#demo/types.ts";
import { inkOn, mix } from "../color.ts";
import { packs } from "../packs/all.ts";
import type { Content } from "../packs/pack.ts";
import { paletteOf, type Tint, tints } from "../palette.ts";
import { seededRandom } from "../random.ts";
import { group, round } from "../shapes.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import { findSubject } from "../subjects/all.ts";
import type { Picture } from "../svg.ts";
import { backdrop, iceCube, lying, shadow, snowfall } from "./stage.ts";

const side = 1200;
const middle = side / 2;

/** How tall a pack stands in the picture, in pixels. */
const heights: Record<ProductArt["pack"], number> = {
  sachet: 860,
  bag: 900,
  box: 800,
  tub: 800,
  cup: 850,
  stick: 890,
  tray: 620,
  vacuum: 860,
  whole: 740,
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
      `translate(${round(x - half)} ${round(y - height)}) scale(${scale.toFixed(4)}) rotate(${turn} ${pack.width / 2} ${pack.height})`,
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

type Company = { behind: string; before: string };
type Around = { sheet: Sheet; tint: Tint; art: ProductArt; half: number; random: () => number };

/** Beside a narrow pack: the whole fruit on one side, cut ones on both; chance says which side. */
function besidePack({ sheet, tint, art, half, random }: Around, ground: number): Company {
  const hand = random() < 0.5 ? 1 : -1;
  const at = (way: number, offset: number) =>
    Math.min(1056, Math.max(144, middle + way * (half + offset)));
  const turn = () => round(random() * 20 - 10);
  const [near, far] = [hand, -hand];
  const other = art.companion ?? art.subject;
  const leafTurn = (hand > 0 ? -40 : -140) + turn();
  const leaf = { x: at(near, 16), y: ground - 280, size: 220, rotate: leafTurn };
  const whole = { x: at(near, 40), y: ground - 24, size: 330, rotate: hand * 8 + turn() };
  const behind = { x: at(far, 40), y: ground - 30, size: 260, rotate: turn() };
  const cut = { x: at(near, 88), y: ground + 104, size: 226, rotate: turn() };
  const front = { x: at(far, 86), y: ground + 96, size: 258, rotate: turn() };
  return {
    behind: [
      sheet.sprite(art.subject, { ...leaf, piece: "leaf" }),
      lying(sheet, tint, art.subject, "whole", whole),
      art.companion ? lying(sheet, tint, other, "whole", behind) : "",
    ].join(""),
    before: [
      lying(sheet, tint, art.subject, "cut", cut),
      lying(sheet, tint, other, "cut", front),
      iceCube(sheet, tint, { x: at(near, -70), y: ground + 84, size: 92, rotate: 8 + turn() }),
      iceCube(sheet, tint, { x: at(far, -110), y: ground + 92, size: 74, rotate: 30 + turn() }),
    ].join(""),
  };
}

/** Before a wide pack or with a long fish: everything lies along the front edge. */
function alongFront({ sheet, tint, art, random }: Around, ground: number): Company {
  const turn = () => round(random() * 12 - 6);
  const other = art.companion ?? art.subject;
  const whole = findSubject(art.subject).long
    ? { x: 262, y: ground + 190, size: 440, rotate: turn() }
    : { x: 250, y: ground + 196, size: 256, rotate: turn() };
  return {
    behind: "",
    before: [
      iceCube(sheet, tint, { x: 96, y: ground + 50, size: 104, rotate: 40 }),
      iceCube(sheet, tint, { x: 540, y: ground + 112, size: 92, rotate: 14 }),
      lying(sheet, tint, art.subject, "whole", whole),
      iceCube(sheet, tint, { x: 716, y: ground + 132, size: 76, rotate: 30 }),
      lying(sheet, tint, art.subject, "cut", {
        x: 1076,
        y: ground + 150,
        size: 200,
        rotate: turn(),
      }),
      lying(sheet, tint, other, "cut", { x: 916, y: ground + 196, size: 262, rotate: turn() }),
    ].join(""),
  };
}

export function productScene(slug: string, category: CategorySlug, art: ProductArt): Picture {
  const sheet = createSheet();
  const content = contentOf(art, category);
  const { light } = content.palette;
  const tint = leaning(tints[category], light, category === "pescados" ? 0.04 : 0.22);
  const stage = { width: side, height: side, horizon: 780, lightX: 570, lightY: 430 };
  const height = heights[art.pack];
  const pack = packs[art.pack];
  const half = (pack.width * height) / pack.height / 2;
  const around = { sheet, tint, art, half, random: seededRandom(slug) };
  const front = half > 380 || findSubject(art.subject).long === true;
  const ground = front ? 950 : 1036;
  const company = front ? alongFront(around, ground) : besidePack(around, ground);
  const markup = [
    backdrop(sheet, tint, stage),
    snowfall(sheet, stage, 22, slug),
    company.behind,
    standing(sheet, tint, content, middle, ground, height),
    company.before,
  ];
  return { width: side, height: side, sheet, markup: markup.join("") };
}
