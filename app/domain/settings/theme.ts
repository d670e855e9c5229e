import {
  black,
  contrast,
  type Hsl,
  lighter,
  luminance,
  mix,
  parseHex,
  toCss,
  white,
} from "./color.ts";
import { type ColorName, defaultColors } from "./rules.ts";

/**
 * The look that follows from the settings' five colours. A colour counts only as six hex digits, with or without '#'
 * (spec point 4). Text is derived from what it stands on until it reaches WCAG AA, so that no palette makes
 * the shop unreadable.
 */

const forText = 4.5;
const forEdges = 3;

export type Theme = ReturnType<typeof deriveTheme>;

/** Every colour of the interface. What is not a colour in the settings, or is missing there, has its default. */
export function deriveTheme(saved: Partial<Record<ColorName, unknown>> = {}) {
  const colorOf = (name: ColorName) =>
    parseHex(saved[name]) ?? parseHex(defaultColors[name]) ?? black;
  const background = colorOf("background");
  const sunken = sunkenIn(background, colorOf("foreground"));
  const inkOf = (color: Hsl) => inkOn([background, sunken], color);
  const foreground = inkOf(colorOf("foreground"));
  const danger = { h: 0, s: 72, l: 46 };
  return {
    background,
    sunken,
    foreground,
    muted: inkOf(mix(foreground, background, 0.35)),
    line: mix(background, foreground, 0.12),
    field: inkOn([background], mix(background, foreground, 0.4), forEdges),
    ...surface("primary", colorOf("primary")),
    "primary-ink": inkOf(colorOf("primary")),
    ...surface("secondary", colorOf("secondary")),
    ...surface("accent", colorOf("accent")),
    "accent-ink": inkOf(colorOf("accent")),
    danger,
    "on-danger": partnerOf(danger),
    "danger-ink": inkOf(danger),
    "success-ink": inkOf({ h: 150, s: 80, l: 30 }),
    ...tintsOf(colorOf("primary")),
  };
}

/**
 * The theme as inline style of the page's root element: the content policy lets a style attribute change while the page
 * is open, but no style sheet.
 */
export function themeStyle(saved?: Partial<Record<ColorName, unknown>>): Record<string, string> {
  const theme = deriveTheme(saved);
  const colors = Object.entries(theme).map(([name, color]) => [`--${name}`, toCss(color)]);
  const colorScheme = farthestFrom(theme.background) === black ? "light" : "dark";
  return { colorScheme, ...Object.fromEntries(colors) };
}

/** A colour that carries text, the text on it, and its shade under the pointer. */
function surface<Name extends ColorName>(name: Name, color: Hsl) {
  return {
    [name]: color,
    [`${name}-hover`]: hovered(color),
    [`on-${name}`]: partnerOf(color),
  } as Record<Name | `${Name}-hover` | `on-${Name}`, Hsl>;
}

/** The primary colour's own soft and deep ground, for pages that belong to no category. */
function tintsOf({ h, s }: Hsl) {
  const deep = { h, s: Math.min(s, 55), l: 16 };
  return {
    tint: { h, s: Math.min(s, 60), l: 94 },
    "tint-ink": deep,
    "tint-deep": deep,
    "on-tint-deep": { h, s: Math.min(s, 60), l: 96 },
  };
}

/** White where it can be read; else a dark shade of the ground's own hue. */
function partnerOf(ground: Hsl): Hsl {
  if (contrast(white, ground) >= forText) return white;
  return inkOn([ground], { h: ground.h, s: Math.min(ground.s, 60), l: 10 });
}

/** A little darker, else a little lighter, as long as its text can still be read. */
function hovered(ground: Hsl): Hsl {
  const text = partnerOf(ground);
  const shades = [lighter(ground, -5), lighter(ground, 5)];
  return shades.find((shade) => shade.l % 100 && contrast(text, shade) >= forText) ?? ground;
}

/** The colour itself, or its nearest shade that reaches the wanted contrast on every ground. */
function inkOn(grounds: [Hsl, ...Hsl[]], color: Hsl, wanted = forText): Hsl {
  const end = farthestFrom(grounds[0]);
  let ink = color;
  while (grounds.some((ground) => contrast(ink, ground) < wanted)) {
    if (ink.l === end.l) return end;
    ink = lighter(ink, end === black ? -0.5 : 0.5);
  }
  return ink;
}

/** The background with a trace of the text's colour, or itself where that would make text hard to read. */
function sunkenIn(background: Hsl, foreground: Hsl): Hsl {
  const mixed = mix(background, inkOn([background], foreground), 0.04);
  return contrast(farthestFrom(background), mixed) < forText ? background : mixed;
}

function farthestFrom(ground: Hsl): Hsl {
  // At this luminance black and white have the same contrast, 4.58.
  return luminance(ground) > 0.179 ? black : white;
}
