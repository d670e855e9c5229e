import { formatMoney } from "#app/domain/money/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { useSite } from "./site.ts";

/** How ordering works, with the shop's own conditions in it. */
export function HomeSteps() {
  const delivery = useSite()?.settings.delivery_settings;
  const steps = [
    {
      title: "Monte o carrinho",
      text: "O preço já vem por caixa, pacote, quilo ou unidade, como o produto é vendido. Não precisa de cadastro nem de senha.",
    },
    {
      title: "Envie o pedido",
      text: "Nome, contato e endereço bastam. Nada é cobrado no site: o pedido chega para a gente separar.",
    },
    {
      title: "Receba congelado",
      text: `Chamamos você para confirmar o dia da entrega e o pagamento.${deliveryText(delivery)}`,
    },
  ];
  return (
    <section aria-labelledby="como-pedir" className="section shell">
      <h2 id="como-pedir" className="text-3xl">
        Do site ao seu freezer em três passos
      </h2>
      <ol className="mt-8 grid gap-8 md:mt-12 md:grid-cols-3 md:gap-10">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[3.5rem_1fr] gap-x-4 md:block">
            <span
              aria-hidden
              className="facet-small grid size-14 place-items-center bg-primary font-display text-3xl font-bold text-on-primary"
            >
              {index + 1}
            </span>
            <div className="md:mt-5">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1.5 text-lg text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function deliveryText(delivery: Settings["delivery_settings"] | undefined): string {
  const free = delivery?.free_delivery_minimum ?? 0;
  const fee = delivery?.delivery_fee ?? 0;
  if (fee === 0 || free === 0) return "";
  return ` A partir de ${formatMoney(free)} a entrega sai de graça.`;
}
