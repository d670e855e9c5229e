/**
 * Words as SVG paths. Pictures may be rendered on a machine without any font, so letters come
 * from the font files of the project and never from the system.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import opentype, { type Command, type Font, type Glyph } from "opentype.js";

export type Weight = 500 | 700 | 800;

export type TextStyle = {
  x: number;
  /** Baseline. */
  y: number;
  size: number;
  fill: string;
  weight?: Weight;
  anchor?: "start" | "middle" | "end";
  /** The size shrinks until the words fit into this width. */
  maxWidth?: number;
  /** Letter spacing in thousandths of the size. */
  tracking?: number;
  opacity?: number;
};

const fonts = new Map<Weight, Font>();

function fontOf(weight: Weight): Font {
  const known = fonts.get(weight);
  if (known) return known;
  const file = `@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-${weight}-normal.woff`;
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(file)));
  const font = opentype.parse(new Uint8Array(bytes).buffer);
  fonts.set(weight, font);
  return font;
}

type Placed = { glyph: Glyph; left: number };

/** Glyphs one by one: the library's own layout stops at this font's contextual forms, which labels do not need. */
function layOut(
  words: string,
  size: number,
  weight: Weight,
  tracking: number,
): { placed: Placed[]; width: number } {
  const font = fontOf(weight);
  const scale = size / font.unitsPerEm;
  let left = 0;
  let previous: Glyph | undefined;
  const placed = [...words].map((letter) => {
    const glyph = font.charToGlyph(letter);
    if (previous) left += font.getKerningValue(previous, glyph) * scale + (tracking * size) / 1000;
    const at = left;
    left += glyph.advanceWidth * scale;
    previous = glyph;
    return { glyph, left: at };
  });
  return { placed, width: left };
}

/** Width of `words` set at `size`, in the same unit. */
export const textWidth = (
  words: string,
  size: number,
  weight: Weight = 800,
  tracking = 0,
): number => layOut(words, size, weight, tracking).width;

/** The size at which `words` are at most `maxWidth` wide, never more than `size`. */
export function fittingSize(
  words: string,
  size: number,
  maxWidth: number,
  weight: Weight = 800,
  tracking = 0,
): number {
  const width = textWidth(words, size, weight, tracking);
  return width > maxWidth ? (size * maxWidth) / width : size;
}

/** Written here because the library runs small negative numbers into the number before them. */
const outlineOf = (command: Command) =>
  `${command.type}${[command.x1, command.y1, command.x2, command.y2, command.x, command.y]
    .filter((value) => value !== undefined)
    .map((value) => value.toFixed(2))
    .join(" ")}`;

/** One line of text as a `<path>`. */
export function text(words: string, style: TextStyle): string {
  const { weight = 800, tracking = 0, anchor = "middle" } = style;
  const size = style.maxWidth
    ? fittingSize(words, style.size, style.maxWidth, weight, tracking)
    : style.size;
  const { placed, width } = layOut(words, size, weight, tracking);
  const start = style.x - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
  const outline = placed
    .map(({ glyph, left }) =>
      glyph
        .getPath(start + left, style.y, size)
        .commands.map(outlineOf)
        .join(""),
    )
    .join("");
  return `<path d="${outline}" fill="${style.fill}" opacity="${style.opacity ?? 1}"/>`;
}
