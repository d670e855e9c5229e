import { encode } from "uqr";

const quietZone = 4;

/** Black on white in any colour scheme, for cameras. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: quietZone });
  const dots = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="Código QR para o aplicativo autenticador"
      shapeRendering="crispEdges"
      className="size-52 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join("")} fill="#000" />
    </svg>
  );
}
