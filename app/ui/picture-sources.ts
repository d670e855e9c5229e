/** Widths in which the shop's own server offers a picture. */
const offeredWidths = [160, 320, 400, 480, 640, 768, 960, 1280, 1920] as const;

function isOwn(src: string): boolean {
  return src.startsWith("/media/");
}

/** The picture's address at one width; a foreign address comes in one size alone. */
export function sizedSource(src: string, width: (typeof offeredWidths)[number]): string {
  return isOwn(src) ? `${src}?w=${width}` : src;
}

/**
 * The `srcset` of a picture whose box is at most `boxWidth` CSS pixels wide, up to what a screen of two device pixels to
 * one needs; undefined for a foreign address.
 */
export function sourceSet(src: string, boxWidth: number): string | undefined {
  if (!isOwn(src)) return undefined;
  const enough = offeredWidths.find((width) => width >= boxWidth * 2) ?? 1920;
  return offeredWidths
    .filter((width) => width <= enough)
    .map((width) => `${src}?w=${width} ${width}w`)
    .join(", ");
}
