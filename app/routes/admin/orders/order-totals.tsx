import { sumCents, toCents } from "#app/domain/money/rules.ts";
import type { Order } from "#app/domain/orders/order.ts";
import { Price } from "#app/ui/price.tsx";

type Amounts = Pick<Order, "itens" | "delivery_fee" | "valor_total">;

/** Items, delivery and what they add up to. */
export function OrderTotals({ itens, delivery_fee, valor_total }: Amounts) {
  const items = sumCents(itens.map(({ total }) => toCents(total)));
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1">
      <dt className="text-muted">Itens</dt>
      <dd className="text-end">
        <Price cents={items} />
      </dd>
      <dt className="text-muted">Taxa de entrega</dt>
      <dd className="text-end">
        <Price amount={delivery_fee} />
      </dd>
      <dt className="text-lg font-bold">Total</dt>
      <dd className="text-end text-lg font-bold">
        <Price amount={valor_total} />
      </dd>
    </dl>
  );
}
