import { useEffect, useEffectEvent, useRef, useState } from "react";
import { connectionStepLabels, type PixTest } from "#app/domain/outgoing/pix/schema.ts";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

const icons = {
  ok: "icon-[lucide--circle-check] text-success-ink",
  failed: "icon-[lucide--circle-alert] text-danger-ink",
  skipped: "icon-[lucide--minus] text-muted",
};

type PixConnectionTestProps = { bank: string; savedKey: string | undefined };

/** Tests the connection with the bank at a press, and when another key was saved, which the bank has to know. */
export function PixConnectionTest({ bank, savedKey }: PixConnectionTestProps) {
  const { act, pending } = useAction();
  const [result, setResult] = useState<PixTest>();
  async function test() {
    setResult(undefined);
    const failed = "Erro ao testar a conexão";
    const answer = await act<PixTest>("POST", "/api/pix/test", { failed });
    if (answer.ok) setResult(answer.data);
  }

  const testedKey = useRef(savedKey);
  const testSavedKey = useEffectEvent(test);
  useEffect(() => {
    if (savedKey === testedKey.current) return;
    testedKey.current = savedKey;
    if (savedKey !== undefined) void testSavedKey();
  }, [savedKey]);

  const isTesting = pending !== undefined;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">
        Pagamentos se confirmam pelo banco: {bank}. O teste usa a chave salva, e não cobra nada.
      </p>
      <Button variant="outline" pending={isTesting} onClick={test}>
        {isTesting ? "Testando..." : "Testar conexão"}
      </Button>
      <div role="status">{result && <Steps steps={result.steps} />}</div>
    </div>
  );
}

function Steps({ steps }: PixTest) {
  return (
    <ul className="flex flex-col gap-2">
      {steps.map(({ step, state, text }) => (
        <li key={step} className="flex items-start gap-2">
          <span className={classNames(icons[state], "mt-0.5 size-5 shrink-0")} aria-hidden />
          <p className="min-w-0 wrap-anywhere">
            <strong>{connectionStepLabels[step]}</strong>: {text}
          </p>
        </li>
      ))}
    </ul>
  );
}
