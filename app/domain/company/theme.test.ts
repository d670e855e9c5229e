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

/** Text and background pairs with their required WCAG AA contrast. */
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
  test("is readable with any five colors", () => {
    fc.assert(
      fc.property(palette, (colors) => {
        const theme = deriveTheme(colors);
        const failing = pairs.filter(
          ([ink, ground, wanted]) => contrast(theme[ink], theme[ground]) < wanted,
        );
        expect(failing).toEqual([]);
      }),
    );
  });

  test("contains the colors of the settings exactly", () => {
    fc.assert(
      fc.property(hex, (color) => {
        const painted = toRgb(deriveTheme({ primary: color }).primary);
        expect(`#${painted.map((value) => value.toString(16).padStart(2, "0")).join("")}`).toBe(
          color,
        );
      }),
    );
  });

  test("accepts six hex digits with or without '#' and ignores everything else", () => {
    expect(parseHex("22C55E")).toEqual(parseHex("#22c55e"));
    expect(parseHex("#22c55e")).toEqual({ h: 142.09, s: 70.56, l: 45.29 });
    for (const other of ["#fff", "red", "#22c55e80", " #22c55e", "#22c55g", "", null, 0x22c55e]) {
      expect(themeStyle({ primary: other })).toEqual(themeStyle());
    }
  });

  test("contains only colors, for any saved values", () => {
    fc.assert(
      fc.property(fc.string(), (primary) => {
        const { colorScheme, ...colors } = themeStyle({ primary });
        expect(colorScheme).toBe("light");
        expect(Object.values(colors).join()).toMatch(/^(hsl\([\d. %]+\),?)+$/);
      }),
    );
  });

  test("does not change the default colors and uses dark text on the default green", () => {
    const theme = deriveTheme();
    expect(toRgb(theme.background)).toEqual([255, 255, 255]);
    expect(toRgb(theme.foreground)).toEqual([15, 23, 42]);
    expect(theme["on-primary"].l).toBeLessThan(20);
  });
});
