import { perUnit } from "#app/domain/catalogue/quote.ts";
import type { Order, OrderDetail } from "#app/domain/orders/schema.ts";
import { describeShortage, type Shortage } from "#app/domain/orders/shortages.ts";
import { totalLabel } from "#app/domain/orders/texts.ts";
import { StockBadge } from "#app/routes/admin/products/stock-badge.tsx";
import { sumCents, toCents } from "#app/shared/money.ts";
import { Price } from "#app/ui/price.tsx";

type OrderItemListProps = { order: OrderDetail; shortages: readonly Shortage[] };

/** The order's items with their current stock, and what is missing. */
export function OrderItemList({ order: { id, itens }, shortages }: OrderItemListProps) {
  const shortageOf = (product: string) =>
    shortages.find(({ order_id, product_id }) => order_id === id && product_id === product);
  return (
    <ul className="divide-y divide-line border-y border-line">
      {itens.map((item) => (
        <li
          key={`${item.product_id} ${item.unit}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-2.5"
        >
          <p className="font-semibold wrap-anywhere">{item.product_name}</p>
          <Price amount={item.total} className="text-end font-semibold" />
          <p className="text-muted tabular-nums">
            {item.quantity} × <Price amount={item.price} /> {perUnit(item)}
          </p>
          <p className="flex items-center justify-end gap-1.5 text-sm text-muted">
            Estoque {item.stock === null ? "– excluído" : <StockBadge stock={item.stock} />}
          </p>
          <ShortageLine shortage={shortageOf(item.product_id)} />
        </li>
      ))}
    </ul>
  );
}

function ShortageLine({ shortage }: { shortage: Shortage | undefined }) {
  if (!shortage) return null;
  return <p className="col-span-2 text-sm text-danger-ink">{describeShortage(shortage)}</p>;
}

type Amounts = Pick<Order, "itens" | "delivery_fee" | "valor_total">;

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
        {delivery_fee === 0 ? "Grátis" : <Price amount={delivery_fee} />}
      </dd>
      <dt className="text-lg font-bold">{totalLabel(itens)}</dt>
      <dd className="text-end text-lg font-bold">
        <Price amount={valor_total} />
      </dd>
    </dl>
  );
}
