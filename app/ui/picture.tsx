import { classNames } from "./class-names.ts";

type PictureProps = {
  src: string | null | undefined;
  /** Empty for a decorative picture. */
  alt: string;
  /** Size of its box; the ratio reserves the space while it loads. */
  width: number;
  height: number;
  /** The `sizes` attribute: "(min-width: 48rem) 25vw, 50vw". */
  sizes: string;
  /** The page's main picture, loaded with high priority. Others are loaded lazily. */
  priority?: boolean;
  /** A composition without background: shown whole, on what is behind it. */
  isWhole?: boolean;
  /** The widths in which it is offered; all that its box may need unless said otherwise. */
  widths?: PictureWidths;
  className?: string;
};

/** A responsive picture on the tint of its category; a drawn tile replaces a missing one. */
export function Picture({
  src,
  alt,
  width,
  height,
  sizes,
  priority = false,
  isWhole = false,
  widths,
  className,
}: PictureProps) {
  const box = classNames("picture", isWhole && "bg-transparent object-contain", className);
  if (!src) return <NoPicture alt={alt} width={width} height={height} className={box} />;
  return (
    <img
      src={sizedSource(src, 640)}
      srcSet={sourceSet(src, width, widths)}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      className={box}
    />
  );
}

type NoPictureProps = Pick<PictureProps, "alt" | "width" | "height" | "className">;

function NoPicture({ alt, width, height, className }: NoPictureProps) {
  return (
    <svg
      role={alt === "" ? "presentation" : "img"}
      aria-label={alt === "" ? undefined : alt}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={className}
    >
      {/* A box. */}
      <path
        d="M-9-5 0-10 9-5V5L0 10-9 5ZM-9-5 0 0 9-5M0 0V10"
        transform={`translate(${width / 2} ${height / 2}) scale(${Math.min(width, height) / 48})`}
        fill="none"
        stroke="var(--tint-ink)"
        strokeOpacity="0.3"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Widths in which the shop's server offers a picture. */
const offeredWidths = [160, 320, 400, 480, 640, 768, 960, 1280, 1920] as const;

type PictureWidths = readonly (typeof offeredWidths)[number][];

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
