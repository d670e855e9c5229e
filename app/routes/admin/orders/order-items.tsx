import type { Order } from "#app/domain/orders/schema.ts";
import { totalLabel } from "#app/domain/orders/texts.ts";
import { sumCents, toCents } from "#app/shared/money.ts";
import { Price } from "#app/ui/price.tsx";

/** `before` is another total that an unsaved edit replaces. */
type Amounts = Pick<Order, "itens" | "delivery_fee" | "discount" | "valor_total"> & {
  before?: number | undefined;
};

export function OrderTotals({ itens, delivery_fee, discount, valor_total, before }: Amounts) {
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
      {discount > 0 && (
        <>
          <dt className="text-muted">Desconto</dt>
          <dd className="text-end">
            <Price amount={-discount} />
          </dd>
        </>
      )}
      <dt className="text-lg font-bold">{totalLabel(itens)}</dt>
      <dd className="text-end text-lg font-bold">
        {before !== undefined && (
          <>
            <del className="font-normal text-muted">
              <Price amount={before} />
            </del>{" "}
            <span aria-hidden>→</span>{" "}
          </>
        )}
        <Price amount={valor_total} />
      </dd>
    </dl>
  );
}
