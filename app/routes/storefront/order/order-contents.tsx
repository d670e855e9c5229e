import { perUnit } from "#app/domain/catalogue/quote.ts";
import type { OrderView } from "#app/domain/order-links/schema.ts";
import { ifMissingLabels, totalLabel } from "#app/domain/orders/texts.ts";
import { paymentMethodLabel } from "#app/domain/settings/payment-methods.ts";
import { sumCents, toCents } from "#app/shared/money.ts";
import { Price } from "#app/ui/price.tsx";

/** Items, amounts, delivery and payment. */
export function OrderContents({ order }: { order: OrderView }) {
  const { neighborhood, city, note, if_missing } = order.customer;
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="itens">
        <h2 id="itens" className="text-2xl">
          O que você pediu
        </h2>
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {order.itens.map((item) => (
            <li
              key={`${item.product_id} ${item.unit}`}
              className="flex items-baseline justify-between gap-4 py-2.5"
            >
              <span className="min-w-0 wrap-anywhere">
                {item.quantity} × {item.product_name}
                <span className="block text-muted">
                  <Price amount={item.price} /> {perUnit(item)}
                  {item.variable_weight && ", preço final na pesagem"}
                </span>
              </span>
              <Price amount={item.total} />
            </li>
          ))}
        </ul>
        <Totals order={order} />
      </section>
      <dl className="grid gap-4 sm:grid-cols-2 md:grid-cols-1">
        <div>
          <dt className="font-semibold">Entrega</dt>
          <dd className="text-muted">{[neighborhood, city].filter(Boolean).join(", ")}</dd>
        </div>
        {order.payment_methods.length > 0 && (
          <div>
            <dt className="font-semibold">Formas de pagamento</dt>
            <dd className="text-muted">
              {order.payment_methods.map(paymentMethodLabel).join(", ")}
            </dd>
          </div>
        )}
        {if_missing && (
          <div>
            <dt className="font-semibold">Se faltar algo</dt>
            <dd className="text-muted">{ifMissingLabels[if_missing]}</dd>
          </div>
        )}
        {note && (
          <div>
            <dt className="font-semibold">Observação</dt>
            <dd className="whitespace-pre-line text-muted wrap-anywhere">{note}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Totals({ order: { itens, delivery_fee, valor_total } }: { order: OrderView }) {
  const items = sumCents(itens.map(({ total }) => toCents(total)));
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1">
      {delivery_fee > 0 && (
        <>
          <dt>Subtotal</dt>
          <dd className="text-end">
            <Price cents={items} />
          </dd>
          <dt>Entrega</dt>
          <dd className="text-end">
            <Price amount={delivery_fee} />
          </dd>
        </>
      )}
      <dt className="text-xl font-bold">{totalLabel(itens)}</dt>
      <dd className="text-end text-xl font-bold">
        <Price amount={valor_total} />
      </dd>
    </dl>
  );
}
