/** Colours are `#rrggbb` everywhere in the pictures. */

function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
}

/** From `a` (share 0) to `b` (share 1). */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [channels(a), channels(b)];
  const mixed = from.map((value, index) =>
    Math.round(value + ((to[index] ?? value) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

export const darken = (hex: string, share: number) => mix(hex, "#14081c", share);
export const lighten = (hex: string, share: number) => mix(hex, "#ffffff", share);

/** Relative luminance, 0 (black) to 1 (white), as WCAG defines it. */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** White on deep colours, `dark` on bright ones. */
export const inkOn = (background: string, dark: string) =>
  luminance(background) > 0.42 ? dark : "#ffffff";
