type QrCodeProps = {
  /** Squares of a side, with the border. */
  size: number;
  /** The dark squares, as data of an SVG path. */
  path: string;
  label?: string;
  className?: string;
};

/** A QR code, by default of a Pix charge; dark on white in any color scheme, as readers expect. */
export function QrCode({ size, path, label = "QR code do Pix", className }: QrCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
