import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Account, SecondFactorOffer } from "#app/domain/auth/schema.ts";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { ConfirmCodeForm } from "./confirm-code-form.tsx";
import { showInstant } from "./instants.ts";
import { OneTimeText } from "./one-time-text.tsx";
import { PasswordProofForm } from "./password-proof-form.tsx";

type Step = "offer" | "renew" | "off";
type RecoveryCodes = { recovery_codes: string[] };

const fewCodes = 3;

/** Codes from an app beside the password: switched on by proving that the app works, off with the password. */
export function SecondFactorSection({ secondFactor }: { secondFactor: Account["second_factor"] }) {
  const { revalidate } = useRevalidator();
  const [step, setStep] = useState<Step>();
  const [offer, setOffer] = useState<SecondFactorOffer>();
  const [codes, setCodes] = useState<string[]>();
  const begin = (next: Step) => () => setStep(next);
  const cancel = () => {
    setStep(undefined);
    setOffer(undefined);
  };
  function showCodes({ recovery_codes }: RecoveryCodes) {
    cancel();
    setCodes(recovery_codes);
    void revalidate();
  }
  function switchedOff() {
    cancel();
    setCodes(undefined);
    toast({ title: "Verificação em duas etapas desligada" });
    void revalidate();
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
        <Button className="self-start" onClick={begin("offer")}>
          Ativar
        </Button>
      )}
      {!step && secondFactor && (
        <div className="flex flex-wrap gap-3">
          <Button look="outline" onClick={begin("renew")}>
            Gerar novos códigos de recuperação
          </Button>
          <Button look="ghost" onClick={begin("off")}>
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

function State({ secondFactor }: { secondFactor: Account["second_factor"] }) {
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
      <span className="text-muted">desde {showInstant(secondFactor.since)}</span>
      <StatusBadge tone={left <= fewCodes ? "warning" : "neutral"}>
        {left} {left === 1 ? "código" : "códigos"} de recuperação
      </StatusBadge>
    </div>
  );
}
