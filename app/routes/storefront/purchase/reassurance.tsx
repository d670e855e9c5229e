import { acceptedPaymentMethods } from "#app/domain/settings/rules.ts";

const nextSteps = [
  "Você envia o pedido sem pagar nada agora.",
  "Conferimos estoque e entrega e entramos em contato para confirmar.",
  "Você paga como preferir e recebe tudo congelado.",
];

/** What a visitor wants to know before sending: how one pays and what happens then. */
export function Reassurance({ paymentMethods }: { paymentMethods: readonly string[] | null }) {
  const accepted = acceptedPaymentMethods(paymentMethods);
  return (
    <div className="flex flex-col gap-6 py-6">
      <section>
        <h3 className="text-lg">O que acontece depois de enviar</h3>
        <ol className="mt-3 flex flex-col gap-3">
          {nextSteps.map((step, index) => (
            <li key={step} className="flex items-start gap-3">
              <span
                aria-hidden
                className="facet-small grid size-8 shrink-0 place-items-center bg-tint font-bold text-tint-ink"
              >
                {index + 1}
              </span>
              <span className="pt-1">{step}</span>
            </li>
          ))}
        </ol>
      </section>
      {accepted.length > 0 && (
        <section>
          <h3 className="text-lg">Formas de pagamento aceitas</h3>
          <ul className="mt-3 flex flex-wrap gap-2">
            {accepted.map((method) => (
              <li key={method} className="rounded-sm border border-line px-3 py-1 font-medium">
                {method}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
