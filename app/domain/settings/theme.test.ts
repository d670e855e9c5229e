import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, deriveTheme, parseHex, type Theme, themeStyle, toRgb } from "./theme.ts";

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
const palette = fc.record({
  primary: hex,
  secondary: hex,
  accent: hex,
  background: hex,
  foreground: hex,
});

/** What is written on what, and the contrast WCAG AA asks of it. */
const pairs: [keyof Theme, keyof Theme, number][] = [
  ...(
    ["foreground", "muted", "primary-ink", "accent-ink", "danger-ink", "success-ink"] as const
  ).flatMap((ink): [keyof Theme, keyof Theme, number][] => [
    [ink, "background", 4.5],
    [ink, "sunken", 4.5],
  ]),
  ...(["primary", "secondary", "accent"] as const).flatMap(
    (name): [keyof Theme, keyof Theme, number][] => [
      [`on-${name}`, name, 4.5],
      [`on-${name}`, `${name}-hover`, 4.5],
    ],
  ),
  ["on-danger", "danger", 4.5],
  ["tint-ink", "tint", 4.5],
  ["on-tint-deep", "tint-deep", 4.5],
  ["field", "background", 3],
];

describe("a theme", () => {
  test("can be read whatever the five colours are", () => {
    fc.assert(
      fc.property(palette, (colors) => {
        const theme = deriveTheme(colors);
        const failing = pairs.filter(
          ([ink, ground, wanted]) => contrast(theme[ink], theme[ground]) < wanted,
        );
        expect(failing).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("paints a colour of the settings exactly", () => {
    fc.assert(
      fc.property(hex, (color) => {
        const painted = toRgb(deriveTheme({ primary: color }).primary);
        expect(`#${painted.map((value) => value.toString(16).padStart(2, "0")).join("")}`).toBe(
          color,
        );
      }),
    );
  });

  test("takes six hex digits with or without '#' and ignores everything else", () => {
    expect(parseHex("22C55E")).toEqual(parseHex("#22c55e"));
    expect(parseHex("#22c55e")).toEqual({ h: 142.09, s: 70.56, l: 45.29 });
    for (const other of ["#fff", "red", "#22c55e80", " #22c55e", "#22c55g", "", null, 0x22c55e]) {
      expect(themeStyle({ primary: other })).toEqual(themeStyle());
    }
  });

  test("can hold no more than colours, whatever was saved", () => {
    fc.assert(
      fc.property(fc.string(), (primary) => {
        const { colorScheme, ...colors } = themeStyle({ primary });
        expect(colorScheme).toBe("light");
        expect(Object.values(colors).join()).toMatch(/^(hsl\([\d. %]+\),?)+$/);
      }),
    );
  });

  test("keeps the defaults as they are and writes dark on the default green", () => {
    const theme = deriveTheme();
    expect(toRgb(theme.background)).toEqual([255, 255, 255]);
    expect(toRgb(theme.foreground)).toEqual([15, 23, 42]);
    expect(theme["on-primary"].l).toBeLessThan(20);
  });
});
