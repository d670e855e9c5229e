import { acceptedPaymentMethods, business } from "#app/domain/settings/rules.ts";

const explanations: Record<(typeof business.serviceTypes)[number], string> = {
  Atacado: "Caixas e volume para restaurantes, bares, mercados e revendas, com preço combinado.",
  Varejo: "A partir de uma unidade, para a sua casa ou para a festa do fim de semana.",
  Delivery: "Entregamos congelado na sua porta. Taxa e pedido mínimo aparecem no carrinho.",
};

/** How the firm sells, for how long it has done so, and what it takes as payment. */
export function ContactServices({ payments }: { payments: readonly string[] | null }) {
  const accepted = acceptedPaymentMethods(payments);
  return (
    <section className="bg-sunken">
      <div className="shell section grid gap-x-16 gap-y-10 md:grid-cols-[1fr_2fr]">
        <div>
          <h2 className="text-3xl">Como atendemos</h2>
          <p className="mt-6 font-display text-5xl font-bold tracking-tight text-primary-ink">
            30+ anos
          </p>
          <p className="mt-1 text-lg">levando fruta e peixe gelados a quem cozinha.</p>
        </div>
        <div>
          <ul>
            {business.serviceTypes.map((type) => (
              <li
                key={type}
                className="grid gap-x-8 gap-y-1 border-t border-line py-5 first:border-t-0 md:grid-cols-[10rem_1fr] md:first:pt-0"
              >
                <h3 className="text-xl">{type}</h3>
                <p className="max-w-prose text-lg">{explanations[type]}</p>
              </li>
            ))}
          </ul>
          {accepted.length > 0 && <Payments methods={accepted} />}
        </div>
      </div>
    </section>
  );
}

function Payments({ methods }: { methods: readonly string[] }) {
  return (
    <div className="grid gap-x-8 gap-y-3 border-t border-line pt-5 md:grid-cols-[10rem_1fr]">
      <h3 className="text-xl">Pagamento</h3>
      <ul className="flex flex-wrap gap-2">
        {methods.map((method) => (
          <li key={method} className="rounded-sm border border-line bg-background px-3 py-1.5">
            {method}
          </li>
        ))}
      </ul>
    </div>
  );
}
