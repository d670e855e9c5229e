import { encode } from "uqr";
import { QrCode } from "#app/ui/qr-code.tsx";

const quietZone = 4;

/** Draws a text as a QR code. `TextQrCode` loads it. */
export function QrDrawing({ text, label }: { text: string; label: string }) {
  const code = encode(text, { border: quietZone });
  const dots = code.data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <QrCode size={code.size} path={dots.join("")} label={label} className="size-52 rounded-md" />
  );
}
