import type { BestSeller } from "#app/domain/dashboard/rules.ts";
import { Price } from "#app/ui/price.tsx";
import { Panel } from "./panel.tsx";

/** What sold most in thirty days, each with a bar as long as its share of the best. */
export function BestSellersPanel({ bestSellers }: { bestSellers: readonly BestSeller[] }) {
  const best = bestSellers[0]?.quantity ?? 1;
  return (
    <Panel title="Mais vendidos em 30 dias">
      {bestSellers.length === 0 && (
        <p className="text-muted">Nenhuma venda confirmada nos últimos 30 dias.</p>
      )}
      <ol className="flex flex-col gap-3">
        {bestSellers.map(({ product_id, product_name, quantity, amount }) => (
          <li key={product_id}>
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 font-semibold wrap-anywhere">{product_name}</span>
              <Price amount={amount} />
            </p>
            <div className="flex items-center gap-3">
              <div className="h-2 grow rounded-full bg-sunken" aria-hidden>
                <div
                  className="h-full rounded-full bg-primary"
                  style={{ width: `${(quantity / best) * 100}%` }}
                />
              </div>
              <span className="w-28 text-end text-sm text-muted tabular-nums">
                {quantity.toLocaleString("pt-BR")} {quantity === 1 ? "vendido" : "vendidos"}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
