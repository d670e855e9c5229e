import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import { quoteItem } from "#app/domain/orders/cart/rules.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import { addQuantities, type SaleUnit } from "#app/shared/units.ts";

/** A line of an order that its customer edits. */
export type DraftLine = {
  key: string;
  product_id: string;
  unit: SaleUnit;
  unit_label?: string | undefined;
  name: string;
  /** 0: taken out. */
  quantity: number;
  /** What the order has; 0: an added line. */
  before: number;
  /** What the order has agreed on; undefined for an added line. */
  agreed?: number | undefined;
  /** Until the shop has answered what it costs. */
  price: number;
};

function lineKey(product_id: string, unit: SaleUnit): string {
  return `${product_id} ${unit}`;
}

/**
 * The lines of the order, then those of the cart that are added to it; `quantities` has what was chosen here, by `lineKey`. A
 * line that the shop does not send is none.
 */
export function draftLines(
  itens: OrderView["itens"],
  cart: CartItems,
  quantities: Readonly<Record<string, number>>,
): DraftLine[] {
  const lines = new Map<string, DraftLine>();
  for (const { product_id, unit, unit_label, product_name: name, quantity, price } of itens) {
    if (quantity === 0) continue;
    const key = lineKey(product_id, unit);
    const line = { key, product_id, unit, unit_label, name, quantity, price };
    lines.set(key, { ...line, before: quantity, agreed: price });
  }
  for (const item of cart) {
    const { product, quantity, selectedOption: unit } = item;
    const key = lineKey(product.id, unit);
    const line = lines.get(key);
    const added = {
      ...{ key, product_id: product.id, unit, unit_label: product.unit_label, name: product.name },
      ...{ quantity, before: 0, price: quoteItem(item).price },
    };
    const sum = line && { ...line, quantity: addQuantities(line.quantity, quantity) };
    lines.set(key, sum ?? added);
  }
  return [...lines.values()].map((line) => ({
    ...line,
    quantity: quantities[line.key] ?? line.quantity,
  }));
}

export function hasChanged(lines: readonly DraftLine[]): boolean {
  return lines.some(({ quantity, before }) => quantity !== before);
}
