import { QrCode } from "#app/ui/qr-code.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";

type TextQrCodeProps = { text: string; label: string };

const quietZone = 4;
const size = "size-52";

const encodedText = lateComponent(async () => {
  const { encode } = await import("uqr");
  return function EncodedText({ text, label }: TextQrCodeProps) {
    const code = encode(text, { border: quietZone });
    const dots = code.data.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
    );
    const path = dots.join("");
    return <QrCode size={code.size} path={path} label={label} className={`${size} rounded-md`} />;
  };
});

/** A text as a QR code, for a phone's camera. */
export function TextQrCode(props: TextQrCodeProps) {
  const EncodedText = useLateComponent(encodedText, true);
  return EncodedText ? <EncodedText {...props} /> : <div className={size} />;
}
