import { useEffect, useState } from "react";
import { perUnit } from "#app/domain/catalogue/options/quote.ts";
import type { CustomerArea } from "#app/domain/customer-area/schema.ts";
import { describeTime } from "#app/domain/delivery/texts.ts";
import { type AvailableLines, findAvailableLines } from "#app/domain/orders/cart/order-lines.ts";
import { cartOf, quoteItem } from "#app/domain/orders/cart/rules.ts";
import type { StoredOrder } from "#app/domain/orders/links/schema.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { useProducts } from "../catalogue/use-products.ts";
import { OrderAgain } from "../my-orders/order-again.tsx";
import { OrderEntry } from "../my-orders/order-entry.tsx";
import { readStoredOrders } from "../my-orders/stored-orders.ts";
import { preloadCheckout, useTakeItems } from "../my-orders/take-items.ts";
import { useCart } from "../purchase/cart-store.ts";

/** The goods that the customer usually orders, at today's prices: one tap leads to the filled checkout. */
export function UsualOrder({ lines }: { lines: StoredOrder["lines"] }) {
  const { products, hasFailed } = useProducts(lines.map(({ product_id }) => product_id));
  if (lines.length === 0) return <FirstOrder />;
  return (
    <section aria-labelledby="de-sempre">
      <h2 id="de-sempre" className="text-2xl">
        O de sempre
      </h2>
      {products ? (
        <UsualLines lines={lines} available={findAvailableLines(lines, products)} />
      ) : (
        <p role="status" className="mt-2 text-muted">
          {hasFailed
            ? "Os preços de hoje aparecem quando a conexão voltar."
            : "Buscando os preços de hoje…"}
        </p>
      )}
    </section>
  );
}

function FirstOrder() {
  return (
    <section aria-labelledby="de-sempre">
      <h2 id="de-sempre" className="text-2xl">
        O de sempre
      </h2>
      <p className="mt-2 mb-4 text-muted">
        Depois do primeiro pedido, o que você costuma pedir fica aqui, em um toque.
      </p>
      <ButtonLink to="/produtos">Ver produtos</ButtonLink>
    </section>
  );
}

type UsualLinesProps = { lines: StoredOrder["lines"]; available: AvailableLines };

function UsualLines({ lines, available }: UsualLinesProps) {
  const { items: cartItems } = useCart();
  const takeItems = useTakeItems();
  const { items, left, priceChanges } = available;
  const canOrder = items.length > 0;
  useEffect(() => {
    if (canOrder) preloadCheckout();
  }, [canOrder]);
  const pricesBefore = new Map(priceChanges.map(({ name, unit, before }) => [name + unit, before]));
  return (
    <>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {items.map((item) => {
          const { product, quantity, selectedOption } = item;
          const before = pricesBefore.get(product.name + selectedOption);
          return (
            <li key={`${product.id} ${selectedOption}`} className="flex items-center gap-3 py-2">
              <Picture
                src={product.image}
                alt=""
                width={56}
                height={56}
                sizes="56px"
                className="aspect-square w-14! shrink-0 rounded-md"
              />
              <span className="min-w-0 grow wrap-anywhere">
                {formatQuantity(quantity)} × {product.name}
                <span className="block text-muted">
                  <Price amount={quoteItem(item).price} /> {perUnit(product)}
                  {before !== undefined && (
                    <>
                      {" · antes "}
                      <Price amount={before} />
                    </>
                  )}
                </span>
              </span>
              <Price cents={quoteItem(item).total} />
            </li>
          );
        })}
        {left.map(({ product_id, name, unit, reason }) => (
          <li key={`${product_id} ${unit}`} className="py-2 wrap-anywhere text-muted">
            {name}, {unit}: {reason}
          </li>
        ))}
      </ul>
      {canOrder && (
        <p className="mt-4 flex flex-wrap gap-3">
          {cartItems.length === 0 ? (
            <>
              <Button className="grow sm:grow-0" onClick={() => takeItems(items, "checkout")}>
                Pedir o de sempre
                <Price cents={cartOf(items).total} />
              </Button>
              <Button variant="outline" onClick={() => takeItems(items, "cart")}>
                Ajustar
              </Button>
            </>
          ) : (
            <OrderAgain lines={lines} label="Pedir o de sempre" className="grow sm:grow-0" />
          )}
        </p>
      )}
    </>
  );
}

const maxFirstOrders = 5;

/** The customer's orders, the newest first, and those of this device that are not the customer's. */
export function AreaOrders({ area: { orders } }: { area: CustomerArea }) {
  const [areAllShown, setAllShown] = useState(false);
  const [others, setOthers] = useState<readonly StoredOrder[]>([]);
  useEffect(() => {
    const numbers = new Set(orders.map(({ number }) => number));
    setOthers(readStoredOrders().filter(({ number }) => !numbers.has(number)));
  }, [orders]);
  const visibleOrders = areAllShown ? orders : orders.slice(0, maxFirstOrders);
  if (orders.length + others.length === 0) return null;
  return (
    <section aria-labelledby="pedidos">
      <h2 id="pedidos" className="text-2xl">
        Pedidos
      </h2>
      <ul aria-label="Seus pedidos" className="mt-3 divide-y divide-line border-y border-line">
        {visibleOrders.map((order) => (
          <OrderEntry
            key={order.number}
            level={3}
            order={order}
            variant="outline"
            detail={describeDay(order)}
          />
        ))}
      </ul>
      {orders.length > visibleOrders.length && (
        <Button variant="ghost" className="mt-2" onClick={() => setAllShown(true)}>
          Mostrar os {orders.length}
        </Button>
      )}
      {others.length > 0 && (
        <>
          <h3 className="mt-8 text-lg">Outros pedidos deste aparelho</h3>
          <ul
            aria-label="Outros pedidos"
            className="mt-2 divide-y divide-line border-y border-line"
          >
            {others.map((order) => (
              <OrderEntry key={order.number} level={4} order={order} variant="outline" />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The day of a delivery that is still to come. */
function describeDay(order: CustomerArea["orders"][number]) {
  const isClosed = order.status !== "invalid" && statusTable[order.status].isClosed;
  return isClosed ? undefined : describeTime(order);
}
