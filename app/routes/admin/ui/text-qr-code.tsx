import { encode } from "uqr";
import { QrCode } from "#app/ui/qr-code.tsx";

const quietZone = 4;

/** A text for an authenticator app. */
export function AuthenticatorQrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: quietZone });
  const dots = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  const label = "Código QR para o aplicativo autenticador";
  return <QrCode size={size} path={dots.join("")} label={label} className="size-52 rounded-md" />;
}
