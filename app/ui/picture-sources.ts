/** Widths in which the shop's server offers a picture. */
const offeredWidths = [160, 320, 400, 480, 640, 768, 960, 1280, 1920] as const;

export type PictureWidths = readonly (typeof offeredWidths)[number][];

function isOwn(src: string): boolean {
  return src.startsWith("/media/");
}

/** The picture's address at one width; external pictures have a single size. */
export function sizedSource(src: string, width: (typeof offeredWidths)[number]): string {
  return isOwn(src) ? `${src}?w=${width}` : src;
}

/**
 * The `srcset` of a picture at most `boxWidth` CSS pixels wide, for up to two device pixels per CSS pixel; undefined for an
 * external address.
 */
export function sourceSet(
  src: string,
  boxWidth: number,
  widths: PictureWidths = offeredWidths,
): string | undefined {
  if (!isOwn(src)) return undefined;
  const enough = offeredWidths.find((width) => width >= boxWidth * 2) ?? 1920;
  return widths
    .filter((width) => width <= enough)
    .map((width) => `${src}?w=${width} ${width}w`)
    .join(", ");
}
