import { type ReactNode, useState } from "react";
import type { PixCharge } from "#app/domain/pix/schema.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Price } from "#app/ui/price.tsx";
import { QrCode } from "#app/ui/qr-code.tsx";

/** 'Pix Copia e Cola' of a confirmed order, and its QR code. */
export function PixPayment({ pix }: { pix: PixCharge }) {
  const [isShown, setShown] = useState(false);
  return (
    <section aria-labelledby="pix" className="rounded-lg border border-line p-5">
      <h2 id="pix" className="text-2xl">
        Pagar com Pix
      </h2>
      <div className="mt-3 flex flex-wrap items-start gap-x-8 gap-y-4">
        <dl className="flex min-w-0 grow flex-wrap gap-x-8 gap-y-3">
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
        {/* On a phone the bank's app is on the same device. */}
        <QrCode
          {...pix.qr_code}
          className={classNames(
            "size-52 rounded-md border border-line max-md:order-last",
            !isShown && "max-md:hidden",
          )}
        />
        <CopyCode code={pix.code}>
          <Button
            variant="outline"
            className="w-full md:hidden"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            <span className="icon-[lucide--qr-code] size-5" aria-hidden />
            Pagar em outro aparelho
          </Button>
        </CopyCode>
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
    </section>
  );
}

function CopyCode({ code, children }: { code: string; children: ReactNode }) {
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
    <div className="flex basis-full flex-col items-start gap-3">
      <Button className="max-sm:w-full" onClick={() => void copy()}>
        <span className="icon-[lucide--copy] size-5" aria-hidden />
        Copiar código
      </Button>
      <p role="status" className="text-muted empty:hidden">
        {result}
      </p>
      {children}
    </div>
  );
}
