import { perUnit } from "#app/domain/catalogue/quote.ts";
import type { Order, OrderDetail } from "#app/domain/orders/schema.ts";
import { StockBadge } from "#app/routes/admin/products/stock-badge.tsx";
import { sumCents, toCents } from "#app/shared/money.ts";
import { Price } from "#app/ui/price.tsx";

/** The order's items with their current stock. */
export function OrderItemList({ itens }: Pick<OrderDetail, "itens">) {
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
        </li>
      ))}
    </ul>
  );
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
      <dt className="text-lg font-bold">Total</dt>
      <dd className="text-end text-lg font-bold">
        <Price amount={valor_total} />
      </dd>
    </dl>
  );
}
