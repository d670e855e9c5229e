import type { OrderView } from "#app/domain/orders/links/schema.ts";
import { totalLabel } from "#app/domain/orders/texts.ts";
import { Price } from "#app/ui/price.tsx";

/** The discount in a list of amounts in BRL; nothing without one. */
export function DiscountRow({ discount }: Pick<OrderView, "discount">) {
  if (discount === 0) return null;
  return (
    <>
      <dt>Desconto</dt>
      <dd className="text-end">
        <Price amount={-discount} />
      </dd>
    </>
  );
}

type TotalRowsProps = Pick<OrderView, "itens" | "valor_total"> & {
  /** An earlier total, which is shown if it differs. */
  before: { label: string; amount: number } | null;
};

export function TotalRows({ itens, valor_total, before }: TotalRowsProps) {
  return (
    <>
      {before && before.amount !== valor_total && (
        <>
          <dt>{before.label}</dt>
          <dd className="text-end">
            <del>
              <Price amount={before.amount} />
            </del>
          </dd>
        </>
      )}
      <dt className="text-xl font-bold">{totalLabel(itens)}</dt>
      <dd className="text-end text-xl font-bold">
        <Price amount={valor_total} />
      </dd>
    </>
  );
}
