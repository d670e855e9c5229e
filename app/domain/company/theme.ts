import { type ColorName, defaultColors } from "./colors.ts";

/**
 * Derives the interface colors from the five colors of the settings. Only six hex digits, with or without '#', count as
 * a color (spec point 4). Text colors are adjusted until they reach WCAG AA on their background.
 */

const minTextContrast = 4.5;
const minBorderContrast = 3;

export type Theme = ReturnType<typeof deriveTheme>;

/** All interface colors. Missing or invalid colors use the defaults. */
export function deriveTheme(saved: Partial<Record<ColorName, unknown>> = {}) {
  const colorOf = (name: ColorName) =>
    parseHex(saved[name]) ?? parseHex(defaultColors[name]) ?? black;
  const background = colorOf("background");
  const sunken = sunkenShade(background, colorOf("foreground"));
  const readable = (color: Hsl) => readableOn([background, sunken], color);
  const foreground = readable(colorOf("foreground"));
  const danger = { h: 0, s: 72, l: 46 };
  return {
    background,
    sunken,
    foreground,
    muted: readable(mix(foreground, background, 0.35)),
    line: mix(background, foreground, 0.12),
    field: readableOn([background], mix(background, foreground, 0.4), minBorderContrast),
    ...surface("primary", colorOf("primary")),
    "primary-ink": readable(colorOf("primary")),
    ...surface("secondary", colorOf("secondary")),
    ...surface("accent", colorOf("accent")),
    "accent-ink": readable(colorOf("accent")),
    danger,
    "on-danger": textColorOn(danger),
    "danger-ink": readable(danger),
    "success-ink": readable({ h: 150, s: 80, l: 30 }),
    ...tints(colorOf("primary")),
  };
}

type SavedColors = Partial<Record<ColorName, unknown>>;
type ThemeStyle = Record<string, string>;
const noColors: SavedColors = {};
const styles = new WeakMap<object, ThemeStyle>();

/**
 * The theme as inline style of the root element: the content policy allows a style attribute to change while the page
 * is open, but no style sheet.
 */
export function themeStyle(saved: SavedColors = noColors): ThemeStyle {
  // Public pages share the settings until they change, so that their colors are derived once.
  const known = styles.get(saved);
  if (known) return known;
  const theme = deriveTheme(saved);
  const colors = Object.entries(theme).map(([name, color]) => [`--${name}`, toCss(color)]);
  const colorScheme = oppositeOf(theme.background) === black ? "light" : "dark";
  const style = { colorScheme, ...Object.fromEntries(colors) };
  styles.set(saved, style);
  return style;
}

/** A background color, the text color on it, and its hover shade. */
function surface<Name extends ColorName>(name: Name, color: Hsl) {
  return {
    [name]: color,
    [`${name}-hover`]: hoverShade(color),
    [`on-${name}`]: textColorOn(color),
  } as Record<Name | `${Name}-hover` | `on-${Name}`, Hsl>;
}

/** Light and dark backgrounds derived from the primary color, for pages without a category. */
function tints({ h, s }: Hsl) {
  const deep = { h, s: Math.min(s, 55), l: 16 };
  return {
    tint: { h, s: Math.min(s, 60), l: 94 },
    "tint-ink": deep,
    "tint-deep": deep,
    "on-tint-deep": { h, s: Math.min(s, 60), l: 96 },
  };
}

/** White if readable, else a dark shade of the background's hue. */
function textColorOn(ground: Hsl): Hsl {
  if (contrast(white, ground) >= minTextContrast) return white;
  return readableOn([ground], { h: ground.h, s: Math.min(ground.s, 60), l: 10 });
}

/** Slightly darker or lighter, if its text stays readable. */
function hoverShade(ground: Hsl): Hsl {
  const text = textColorOn(ground);
  const shades = [lighter(ground, -5), lighter(ground, 5)];
  return (
    shades.find((shade) => shade.l % 100 && contrast(text, shade) >= minTextContrast) ?? ground
  );
}

/** The color, or its nearest shade that reaches the contrast on every background. */
function readableOn(grounds: [Hsl, ...Hsl[]], color: Hsl, wanted = minTextContrast): Hsl {
  const end = oppositeOf(grounds[0]);
  let ink = color;
  while (grounds.some((ground) => contrast(ink, ground) < wanted)) {
    if (ink.l === end.l) return end;
    ink = lighter(ink, end === black ? -0.5 : 0.5);
  }
  return ink;
}

/** The background mixed with a little of the text color, or unchanged if text would become hard to read. */
function sunkenShade(background: Hsl, foreground: Hsl): Hsl {
  const mixed = mix(background, readableOn([background], foreground), 0.04);
  return contrast(oppositeOf(background), mixed) < minTextContrast ? background : mixed;
}

function oppositeOf(ground: Hsl): Hsl {
  // At this luminance black and white have the same contrast, 4.58.
  return luminance(ground) > 0.179 ? black : white;
}

/** Hue in degrees, saturation and lightness in percent; two decimals represent every hex color exactly. */
export type Hsl = { h: number; s: number; l: number };

const white: Hsl = { h: 0, s: 0, l: 100 };
const black: Hsl = { h: 0, s: 0, l: 0 };

/** "#22c55e" or "22c55e" → its HSL; undefined for anything else. */
export function parseHex(text: unknown): Hsl | undefined {
  if (typeof text !== "string" || !isHexColor(text)) return undefined;
  const digits = text.slice(-6);
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

/** Red, green and blue from 0 to 255, rounded like browsers do. */
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

/** WCAG 2 contrast of two colors, from 1 to 21. */
export function contrast(one: Hsl, other: Hsl): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG 2 relative luminance, from 0 to 1. */
function luminance(color: Hsl): number {
  const [r, g, b] = toRgb(color);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Mixes `share` (0 to 1) of the second color into the first. */
function mix(one: Hsl, other: Hsl, share: number): Hsl {
  const [from, to] = [toRgb(one), toRgb(other)];
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return fromRgb([at(0), at(1), at(2)]);
}

/** The color, `step` percentage points lighter (negative: darker). */
function lighter(color: Hsl, step: number): Hsl {
  return rounded({ ...color, l: Math.min(100, Math.max(0, color.l + step)) });
}

function rounded({ h, s, l }: Hsl): Hsl {
  const hundredth = (value: number) => Math.round(value * 100) / 100;
  return { h: hundredth(h), s: hundredth(s), l: hundredth(l) };
}

/** Six hex digits, with or without '#' (spec point 4). */
function isHexColor(text: string): boolean {
  return /^#?[0-9a-f]{6}$/i.test(text);
}
