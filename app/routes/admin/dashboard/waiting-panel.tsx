import type { Tally } from "#app/domain/dashboard/rules.ts";
import { formatMoney } from "#app/domain/money/rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** What cannot wait: orders that nobody has answered. */
export function WaitingPanel({ waiting: { orders, amount } }: { waiting: Tally }) {
  const some = orders > 0;
  return (
    <section
      aria-labelledby="esperando"
      data-waiting={some || undefined}
      className="waiting-panel mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border p-4 md:p-5"
    >
      <div className="flex items-center gap-4">
        <span
          className={`size-8 shrink-0 ${some ? "icon-[lucide--clock]" : "icon-[lucide--circle-check]"}`}
          aria-hidden
        />
        <div>
          <h2 id="esperando" className="text-xl tabular-nums">
            {some ? waitingWords(orders) : "Nenhum pedido esperando"}
          </h2>
          <p>{some ? `Somam ${formatMoney(amount)}` : "Está tudo respondido."}</p>
        </div>
      </div>
      {some && (
        <ButtonLink to="/admin/orders?status=pendente" className="max-sm:w-full">
          Ver pedidos pendentes
        </ButtonLink>
      )}
    </section>
  );
}

function waitingWords(orders: number): string {
  return orders === 1
    ? "1 pedido esperando resposta"
    : `${orders.toLocaleString("pt-BR")} pedidos esperando resposta`;
}
