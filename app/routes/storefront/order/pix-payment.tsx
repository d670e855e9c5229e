import { useState } from "react";
import type { PixCharge } from "#app/domain/pix/schema.ts";
import { Button } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import { QrCode } from "#app/ui/qr-code.tsx";

/** QR code and 'Pix Copia e Cola' of a confirmed order; readable without script. */
export function PixPayment({ pix }: { pix: PixCharge }) {
  return (
    <section aria-labelledby="pix" className="rounded-lg border border-line p-5">
      <h2 id="pix" className="text-2xl">
        Pagar com Pix
      </h2>
      <div className="mt-3 flex flex-wrap items-start gap-5">
        <QrCode {...pix.qr_code} className="size-52 rounded-md border border-line" />
        <dl className="grid min-w-0 grow gap-3">
          <div>
            <dt className="text-muted">Valor</dt>
            <dd className="text-xl font-bold">
              <Price amount={pix.amount} />
            </dd>
          </div>
          <div>
            <dt className="text-muted">Recebedor</dt>
            <dd className="font-semibold wrap-anywhere">{pix.recipient}</dd>
          </div>
        </dl>
      </div>
      <label htmlFor="copia-e-cola" className="mt-4 block font-semibold">
        Pix Copia e Cola
      </label>
      <textarea
        id="copia-e-cola"
        readOnly
        rows={3}
        value={pix.code}
        onFocus={(event) => event.currentTarget.select()}
        className="field-sizing-content mt-1 min-h-24 w-full rounded-md border border-field bg-sunken p-3 wrap-anywhere"
      />
      <CopyCode code={pix.code} />
    </section>
  );
}

function CopyCode({ code }: { code: string }) {
  const [result, setResult] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setResult("Código copiado. Cole no aplicativo do seu banco.");
    } catch {
      setResult("Não foi possível copiar. Selecione o código e copie.");
    }
  }
  return (
    <>
      <Button className="mt-3 max-sm:w-full" onClick={() => void copy()}>
        <span className="icon-[lucide--copy] size-5" aria-hidden />
        Copiar código
      </Button>
      <p role="status" className="mt-2 text-muted empty:mt-0">
        {result}
      </p>
    </>
  );
}
