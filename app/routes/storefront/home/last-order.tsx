import { useEffect, useState } from "react";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import { type AvailableLines, findAvailableLines } from "#app/domain/orders/cart/order-lines.ts";
import { cartOf } from "#app/domain/orders/cart/rules.ts";
import type { StoredOrder } from "#app/domain/orders/links/schema.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { readArea } from "../area/area-store.ts";
import { fetchProducts } from "../catalogue/fetch-products.ts";
import { readStoredOrders } from "../my-orders/stored-orders.ts";
import { preloadCheckout, useTakeItems } from "../my-orders/take-items.ts";
import { useCart } from "../purchase/cart-store.ts";

type Offer = { order: StoredOrder; available: AvailableLines };

const maxPictures = 4;
const maxDifferences = 2;

type LastOrderProps = { isShown: boolean; onShow: (isShown: boolean) => void };

/**
 * The last order of the customer who entered on this device, else of the device, at today's prices, while the cart is empty: one tap
 * leads to the checkout.
 */
export function LastOrder({ isShown, onShow }: LastOrderProps) {
  const offer = useOffer();
  const { items } = useCart();
  const takeItems = useTakeItems();
  const isOffered = offer !== undefined && items.length === 0;
  useEffect(() => onShow(isOffered), [isOffered, onShow]);
  if (!isShown || !isOffered) return null;
  const { order, available } = offer;
  const take = (place: "cart" | "checkout") => takeItems(available.items, place);
  const differences = describeDifferences(available);
  return (
    <section aria-labelledby="ultimo-pedido" className="text-tint-ink">
      <div className="shell flex h-full flex-col justify-center gap-3 py-4 md:gap-5 md:*:max-w-1/2">
        <div>
          <h2 id="ultimo-pedido" className="text-3xl">
            Seu último pedido
          </h2>
          <p className="md:text-lg">
            nº {order.number}, {new Date(order.createdAt).toLocaleDateString("pt-BR")} ·{" "}
            {formatProductCount(available.items.length)}
          </p>
        </div>
        <ul className="flex flex-wrap gap-2">
          {available.items.slice(0, maxPictures).map(({ product, quantity, selectedOption }) => (
            <li key={`${product.id} ${selectedOption}`} className="relative">
              <Picture
                src={product.image}
                alt={product.name}
                width={96}
                height={96}
                sizes="96px"
                className="aspect-square w-18! rounded-md md:w-24!"
              />
              <span className="absolute right-1 bottom-1 rounded-sm bg-background px-1.5 leading-snug font-semibold text-foreground">
                {formatQuantity(quantity)}
              </span>
            </li>
          ))}
        </ul>
        {differences.length > 0 && (
          <ul className="font-medium">
            {differences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <p className="flex flex-wrap gap-3">
          <Button className="grow flex-wrap sm:grow-0" onClick={() => take("checkout")}>
            Pedir igual
            <Price cents={cartOf(available.items).total} />
          </Button>
          <Button variant="outline" onClick={() => take("cart")}>
            Ajustar
          </Button>
        </p>
      </div>
    </section>
  );
}

/** Loads the offer to repeat the last order; without connection, or when nothing of the order is on sale, there is none. */
function useOffer(): Offer | undefined {
  const [offer, setOffer] = useState<Offer>();
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const [order] = (await readArea())?.orders ?? readStoredOrders();
      if (!order) return;
      const products = await fetchProducts(order.lines.map(({ product_id }) => product_id));
      const available = findAvailableLines(order.lines, products);
      if (!isCurrent || available.items.length === 0) return;
      setOffer({ order, available });
      preloadCheckout();
    };
    load().catch((error) => console.warn("the last order was not loaded", error));
    return () => {
      isCurrent = false;
    };
  }, []);
  return offer;
}

/** Describes the differences from the last order: the first ones, and how many more there are. */
function describeDifferences({ priceChanges, quantityChanges, left }: AvailableLines): string[] {
  const all = [
    ...left.map(({ name, reason }) => `${name}: ${reason}`),
    ...priceChanges.map(
      ({ name, before, now }) => `${name}: de ${formatMoney(before)} por ${formatMoney(now)}`,
    ),
    ...quantityChanges.map(({ name, before, now }) => `${name}: ${now} em vez de ${before}`),
  ];
  const more = all.length - maxDifferences;
  if (more <= 0) return all;
  return [
    ...all.slice(0, maxDifferences),
    more === 1 ? "e mais 1 mudança" : `e mais ${more} mudanças`,
  ];
}
