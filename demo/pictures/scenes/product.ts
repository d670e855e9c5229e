/** A product: its pack on the table, what is in it beside it, ice and cold air around. */
import type { CategorySlug, ProductArt } from "#demo/types.ts";
import { inkOn, mix } from "../color.ts";
import { type Look, looks } from "../looks.ts";
import { packs } from "../packs/all.ts";
import type { Content } from "../packs/pack.ts";
import { paletteOf, type Tint, tints } from "../palette.ts";
import { seededRandom } from "../random.ts";
import { group, type Place, round } from "../shapes.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import { findSubject } from "../subjects/all.ts";
import type { Picture } from "../svg.ts";
import { backdrop, iceCube, lying, shadow } from "./stage.ts";

const side = 1200;
const middle = side / 2;

/** How tall a pack stands in the picture, in pixels. */
const heights: Record<ProductArt["pack"], number> = {
  sachet: 850,
  bag: 850,
  box: 740,
  tub: 740,
  cup: 830,
  stick: 850,
  tray: 600,
  vacuum: 850,
  whole: 690,
};

export function contentOf(art: ProductArt, category: CategorySlug, look: Look = {}): Content {
  const palette = paletteOf(art.subject);
  return { art, palette, category, look, ink: inkOn(palette.main, palette.dark) };
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

type Around = {
  sheet: Sheet;
  tint: Tint;
  art: ProductArt;
  look: Look;
  half: number;
  random: () => number;
};

/** Beside the pack: what is in it, never more than fits a 4:3 crop. */
function besidePack({ sheet, tint, art, look, half, random }: Around, ground: number) {
  const hand = random() < 0.5 ? 1 : -1;
  const turn = () => round(random() * 16 - 8);
  const [one = "", two = "", three = ""] = look.props ?? [
    `${art.subject}:whole`,
    `${art.companion ?? art.subject}:${art.companion ? "whole" : "cut"}`,
  ];
  const at = (way: number, offset: number) =>
    Math.min(1050, Math.max(150, middle + way * (half + offset)));
  const lie = (name: string, place: Place) => {
    const [subject = "", kind = "whole"] = name.split(":");
    if (!subject || kind === "leafy") return "";
    if (kind === "leaf")
      return sheet.sprite(subject, { ...place, y: place.y - place.size * 0.4, piece: "leaf" });
    const long = findSubject(subject).long ? 1.25 : 1;
    return lying(sheet, tint, subject, kind as "whole" | "cut", {
      ...place,
      size: place.size * long,
    });
  };
  const small = half > 330;
  if (look.small) {
    const near = small ? 4 : 40;
    const size = small ? 140 : 165;
    return {
      behind: lie(one, { x: at(hand, near - 6), y: ground - 30, size, rotate: -12 + turn() }),
      before: [
        lie(one, { x: at(hand, near + 84), y: ground + 8, size: size * 0.94, rotate: 14 + turn() }),
        lie(two, { x: at(-hand, near + 20), y: ground + 10, size: size * 0.98, rotate: turn() }),
        iceCube(sheet, tint, {
          x: at(-hand, near + 120),
          y: ground - 14,
          size: 84,
          rotate: 8 + turn(),
        }),
      ].join(""),
    };
  }
  return {
    behind: lie(one, {
      x: at(hand, small ? 36 : 64),
      y: ground - 6,
      size: small ? 230 : 280,
      rotate: hand * 6 + turn(),
    }),
    before: [
      lie(two, {
        x: at(-hand, small ? 30 : 70),
        y: ground + 22,
        size: small ? 190 : 230,
        rotate: turn(),
      }),
      lie(three, { x: at(hand, small ? -20 : 0), y: ground + 26, size: 150, rotate: turn() }),
      three
        ? ""
        : iceCube(sheet, tint, { x: at(hand, -28), y: ground - 12, size: 84, rotate: 8 + turn() }),
    ].join(""),
  };
}

export function productScene(slug: string, category: CategorySlug, art: ProductArt): Picture {
  const sheet = createSheet();
  const look = looks[slug] ?? {};
  const content = contentOf(art, category, look);
  const { light } = content.palette;
  const tint = leaning(tints[category], light, category === "pescados" ? 0.04 : 0.2);
  const stage = { width: side, height: side, horizon: 800, lightX: 600, lightY: 470 };
  const height = heights[art.pack];
  const pack = packs[art.pack];
  const half = (pack.width * height) / pack.height / 2;
  const ground = round(600 + height / 2 + (height > 800 ? 0 : (830 - height) * 0.16));
  const around = { sheet, tint, art, look, half, random: seededRandom(slug) };
  const company = besidePack(around, ground);
  const markup = [
    backdrop(sheet, tint, stage),
    company.behind,
    standing(sheet, tint, content, middle, ground, height),
    company.before,
  ];
  return { width: side, height: side, sheet, markup: markup.join("") };
}
