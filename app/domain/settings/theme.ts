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

/** Hue in degrees; saturation and lightness in percent; all with two decimals, which keeps every hex colour exact. */
export type Hsl = { h: number; s: number; l: number };

export const white: Hsl = { h: 0, s: 0, l: 100 };
export const black: Hsl = { h: 0, s: 0, l: 0 };

/** "#22c55e" or "22c55e" → its HSL; undefined for anything else. */
export function parseHex(text: unknown): Hsl | undefined {
  const digits = typeof text === "string" ? /^#?([0-9a-f]{6})$/i.exec(text)?.[1] : undefined;
  if (!digits) return undefined;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(digits.slice(at, at + 2), 16),
  );
  return fromRgb([r, g, b]);
}

type Rgb = readonly [number, number, number];

function fromRgb(rgb: Rgb): Hsl {
  const max = Math.max(...rgb) / 255;
  const min = Math.min(...rgb) / 255;
  const chroma = max - min;
  const l = (max + min) / 2;
  if (chroma === 0) return rounded({ h: 0, s: 0, l: 100 * l });
  return rounded({
    h: hueOf(rgb, chroma * 255),
    s: (100 * chroma) / (1 - Math.abs(2 * l - 1)),
    l: 100 * l,
  });
}

function hueOf([r, g, b]: Rgb, chroma: number): number {
  if (r >= g && r >= b) return (60 * ((g - b) / chroma) + 360) % 360;
  if (g >= b) return 60 * ((b - r) / chroma) + 120;
  return 60 * ((r - g) / chroma) + 240;
}

/** Red, green and blue from 0 to 255, as a browser paints them. */
export function toRgb({ h, s, l }: Hsl): Rgb {
  const reach = (s / 100) * Math.min(l / 100, 1 - l / 100);
  const channel = (offset: number) => {
    const k = (offset + h / 30) % 12;
    return Math.round(255 * (l / 100 - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** `hsl(142.13 70.59% 45.29%)` */
export function toCss({ h, s, l }: Hsl): string {
  return `hsl(${h} ${s}% ${l}%)`;
}

/** WCAG 2 contrast of two colours, from 1 to 21. */
export function contrast(one: Hsl, other: Hsl): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG 2 relative luminance, from 0 to 1. */
export function luminance(color: Hsl): number {
  const [r, g, b] = toRgb(color);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** `share` of the second colour, from 0 to 1, in the first. */
export function mix(one: Hsl, other: Hsl, share: number): Hsl {
  const [from, to] = [toRgb(one), toRgb(other)];
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return fromRgb([at(0), at(1), at(2)]);
}

/** The same colour, `step` percent points lighter, or darker below zero. */
export function lighter(color: Hsl, step: number): Hsl {
  return rounded({ ...color, l: Math.min(100, Math.max(0, color.l + step)) });
}

function rounded({ h, s, l }: Hsl): Hsl {
  const hundredth = (value: number) => Math.round(value * 100) / 100;
  return { h: hundredth(h), s: hundredth(s), l: hundredth(l) };
}
