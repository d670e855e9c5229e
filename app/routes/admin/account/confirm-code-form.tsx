import { encode } from "uqr";
import type { SecondFactorOffer } from "#app/domain/auth/schema.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { useApiForm } from "#app/routes/admin/session/use-api-form.ts";
import { Alert } from "#app/routes/admin/ui/alert.tsx";
import { CopyButton } from "#app/routes/admin/ui/copy-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

type ConfirmCodeFormProps = {
  offer: SecondFactorOffer;
  onDone: (data: { recovery_codes: string[] }) => void;
  onCancel: () => void;
};

/** The secret for the authenticator app, as a square to scan and as letters, and the code that proves it arrived. */
export function ConfirmCodeForm({ offer, onDone, onCancel }: ConfirmCodeFormProps) {
  const form = useApiForm<{ recovery_codes: string[] }>({
    required: { code: "Código é obrigatório" },
    send: ({ code }) => callApi("POST", "/api/auth/second-factor/confirm", { code }),
    onDone,
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.problem && <Alert>{describeProblem(form.problem)}</Alert>}
      <p>
        Leia o quadrado com um aplicativo autenticador (Google Authenticator, Aegis, 1Password) e
        digite o código que ele mostrar. No próprio celular,{" "}
        <a href={offer.uri} className="font-semibold underline">
          abra o aplicativo
        </a>{" "}
        ou copie a chave.
      </p>
      <QrCode text={offer.uri} />
      <div className="flex items-center gap-2">
        <code className="wrap-anywhere">{offer.secret.replace(/.{4}(?=.)/g, "$& ")}</code>
        <CopyButton text={offer.secret} label="Copiar chave" />
      </div>
      <TextField
        label="Código do aplicativo"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={form.errors.code}
        className="max-w-xs"
      />
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" pending={form.pending}>
          Ativar
        </Button>
      </div>
    </form>
  );
}

const quietZone = 4;

/** Black on white whatever the colours around are: that is what cameras read. */
function QrCode({ text }: { text: string }) {
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
