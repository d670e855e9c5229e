import { type CartItems, quoteItem } from "#app/domain/cart/rules.ts";
import {
  computeOrderAmounts,
  minimumOrderMessage,
  type OrderAmounts,
} from "#app/domain/orders/rules.ts";
import type { DeliverySettings } from "#app/domain/settings/schema.ts";
import { maxOrderLines } from "#app/shared/limits.ts";
import { formatCents } from "#app/shared/money.ts";

export function computeAmounts(items: CartItems, delivery: DeliverySettings): OrderAmounts {
  return computeOrderAmounts(
    items.map((item) => ({ price: quoteItem(item).price, quantity: item.quantity })),
    delivery,
  );
}

/** Why the cart cannot be ordered, as a sentence for the visitor; undefined when it can. */
export function describeOrderObstacle(
  items: CartItems,
  delivery: DeliverySettings,
): string | undefined {
  if (items.length > maxOrderLines) {
    return `Um pedido leva no máximo ${maxOrderLines} produtos diferentes.`;
  }
  const missing = computeAmounts(items, delivery).missingForMinimum;
  return missing > 0
    ? `${minimumOrderMessage(delivery)}. Faltam ${formatCents(missing)}.`
    : undefined;
}
