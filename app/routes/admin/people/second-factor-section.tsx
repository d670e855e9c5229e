import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { AccountPage, SecondFactorSetup } from "#app/domain/people/schema.ts";
import { secondFactorCodeSchema } from "#app/domain/people/schema.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { CopyButton, OneTimeText } from "#app/routes/admin/kit/copy-button.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { ApiForm } from "#app/routes/admin/kit/session/api-form.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { PasswordProofForm } from "#app/routes/admin/kit/session/password-proof-form.tsx";
import { useApiForm } from "#app/routes/admin/kit/session/use-api-form.ts";
import { TextQrCode } from "#app/routes/admin/kit/text-qr-code.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

type Step = "offer" | "renew" | "off";
type RecoveryCodes = { recovery_codes: string[] };

const lowCodeCount = 3;

/** Two-step verification: enabled with a code of the app, disabled with the password. */
export function SecondFactorSection({
  secondFactor,
}: {
  secondFactor: AccountPage["second_factor"];
}) {
  const refetch = useRefetch();
  const [step, setStep] = useState<Step>();
  const [offer, setOffer] = useState<SecondFactorSetup>();
  const [codes, setCodes] = useState<string[]>();
  const begin = (next: Step) => () => setStep(next);
  const cancel = () => {
    setStep(undefined);
    setOffer(undefined);
  };
  function showCodes({ recovery_codes }: RecoveryCodes) {
    cancel();
    setCodes(recovery_codes);
    void refetch();
  }
  function switchedOff() {
    cancel();
    setCodes(undefined);
    toast({ title: "Verificação em duas etapas desligada" });
    void refetch();
  }
  return (
    <FormSection
      title="Verificação em duas etapas"
      description="Além da senha, um código do seu celular. Quem descobrir a senha ainda não entra."
    >
      <State secondFactor={secondFactor} />
      {codes && (
        <OneTimeText
          title="Guarde estes códigos de recuperação. Cada um vale uma vez, se você ficar sem o celular."
          copyLabel="Copiar códigos"
          onClose={() => setCodes(undefined)}
        >
          {codes.join("\n")}
        </OneTimeText>
      )}
      {!step && !secondFactor && (
        <Button variant="outline" className="self-start" onClick={begin("offer")}>
          Ativar
        </Button>
      )}
      {!step && secondFactor && (
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={begin("renew")}>
            Gerar novos códigos de recuperação
          </Button>
          <Button variant="ghost" onClick={begin("off")}>
            Desativar
          </Button>
        </div>
      )}
      {step === "offer" && !offer && (
        <PasswordProofForm
          path="/api/auth/second-factor"
          submitLabel="Continuar"
          onDone={setOffer}
          onCancel={cancel}
        />
      )}
      {offer && <ConfirmCodeForm offer={offer} onDone={showCodes} onCancel={cancel} />}
      {step === "renew" && (
        <PasswordProofForm
          path="/api/auth/second-factor/recovery-codes"
          submitLabel="Gerar códigos"
          onDone={showCodes}
          onCancel={cancel}
        />
      )}
      {step === "off" && (
        <PasswordProofForm
          path="/api/auth/second-factor/off"
          submitLabel="Desativar"
          onDone={switchedOff}
          onCancel={cancel}
        />
      )}
    </FormSection>
  );
}

function State({ secondFactor }: { secondFactor: AccountPage["second_factor"] }) {
  if (!secondFactor) {
    return (
      <p>
        <StatusBadge>Desativada</StatusBadge>
      </p>
    );
  }
  const left = secondFactor.recovery_codes_left;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusBadge tone="success">Ativada</StatusBadge>
      <span className="text-muted">desde {formatDateTime(secondFactor.since)}</span>
      <StatusBadge tone={left <= lowCodeCount ? "warning" : "neutral"}>
        {left} {left === 1 ? "código" : "códigos"} de recuperação
      </StatusBadge>
    </div>
  );
}

type ConfirmCodeFormProps = {
  offer: SecondFactorSetup;
  onDone: (data: RecoveryCodes) => void;
  onCancel: () => void;
};

/** The secret as QR code and text, and the code that confirms it. */
function ConfirmCodeForm({ offer, onDone, onCancel }: ConfirmCodeFormProps) {
  const form = useApiForm({
    schema: secondFactorCodeSchema,
    send: (body) => callApi<RecoveryCodes>("POST", "/api/auth/second-factor/confirm", body),
    onDone,
  });
  return (
    <ApiForm form={form} submitLabel="Ativar" onCancel={onCancel}>
      <p>
        Leia o quadrado com um aplicativo autenticador (Google Authenticator, Aegis, 1Password) e
        digite o código que ele mostrar. No próprio celular,{" "}
        <a href={offer.uri} className="font-semibold underline">
          abra o aplicativo
        </a>{" "}
        ou copie a chave.
      </p>
      <TextQrCode text={offer.uri} label="Código QR para o aplicativo autenticador" />
      <div className="flex items-center gap-2">
        <code className="wrap-anywhere">{offer.secret.replace(/.{4}(?=.)/g, "$& ")}</code>
        <CopyButton text={offer.secret} label="Copiar chave" />
      </div>
      <TextField
        label="Código do aplicativo"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field("code")}
        className="max-w-xs"
      />
    </ApiForm>
  );
}
