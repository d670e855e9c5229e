/** A QR code as `drawQrCode` computed it on the server; always dark on white, as readers expect. */
export function QrCode({
  size,
  path,
  className,
}: {
  size: number;
  path: string;
  className?: string;
}) {
  return (
    <svg
      role="img"
      aria-label="QR code do Pix"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
