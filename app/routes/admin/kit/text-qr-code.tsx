import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";

/** The encoder is loaded with the first code: most visits of the screens that have one do not show it. */
const qrDrawing = lateComponent(
  () => import("./qr-drawing.tsx"),
  ({ QrDrawing }) => QrDrawing,
);

/** A text as a QR code, for a phone's camera. */
export function TextQrCode(code: { text: string; label: string }) {
  const QrDrawing = useLateComponent(qrDrawing, true);
  return <div className="size-52">{QrDrawing && <QrDrawing {...code} />}</div>;
}
