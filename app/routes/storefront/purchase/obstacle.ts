import type { CartItems } from "#app/domain/cart/rules.ts";
import {
  computeOrderAmounts,
  minimumOrderMessage,
  type OrderAmounts,
} from "#app/domain/orders/rules.ts";
import type { DeliverySettings } from "#app/shared/columns.ts";
import { maxOrderLines } from "#app/shared/limits.ts";
import { formatCents } from "#app/shared/money.ts";

export function amountsOf(items: CartItems, delivery: DeliverySettings): OrderAmounts {
  return computeOrderAmounts(
    items.map(({ product, quantity }) => ({ price: product.price, quantity })),
    delivery,
  );
}

/** What keeps a cart from being sent, in a sentence for the visitor; undefined when nothing does. */
export function obstacleOf(items: CartItems, delivery: DeliverySettings): string | undefined {
  if (items.length > maxOrderLines)
    return `Um pedido leva no máximo ${maxOrderLines} produtos diferentes.`;
  const missing = amountsOf(items, delivery).missingForMinimum;
  return missing > 0
    ? `${minimumOrderMessage(delivery)}. Faltam ${formatCents(missing)}.`
    : undefined;
}
