import { type CartItems, quoteItem } from "#app/domain/orders/cart/rules.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import type { Adding } from "#app/routes/storefront/purchase/adding-store.ts";
import { addQuantities, type SaleUnit } from "#app/shared/units.ts";

/** A line of an order that its customer edits. */
export type DraftLine = {
  key: string;
  product_id: string;
  unit: SaleUnit;
  unit_label?: string | undefined;
  name: string;
  /** 0: removed. */
  quantity: number;
  /** The quantity of the order and the cart together, before it was edited. */
  initialQuantity: number;
  /** The quantity of the order; 0: an added line. */
  orderedQuantity: number;
  /** The price of the order; undefined for an added line. */
  agreedPrice?: number | undefined;
  /** The last known price, until the shop has answered. */
  price: number;
};

function lineKey(product_id: string, unit: SaleUnit): string {
  return `${product_id} ${unit}`;
}

/**
 * The lines of the order, then those of the cart that are added to it; `quantities` has the edited ones by `lineKey`. Lines of the order
 * that the shop does not send are left out.
 */
export function draftLines(
  itens: OrderView["itens"],
  cart: CartItems,
  quantities: Readonly<Record<string, number>>,
): DraftLine[] {
  const lines = new Map<string, Omit<DraftLine, "initialQuantity">>();
  for (const { product_id, unit, unit_label, product_name: name, quantity, price } of itens) {
    if (quantity === 0) continue;
    const key = lineKey(product_id, unit);
    const line = { key, product_id, unit, unit_label, name, quantity, price };
    lines.set(key, { ...line, orderedQuantity: quantity, agreedPrice: price });
  }
  for (const item of cart) {
    const { product, quantity, selectedOption: unit } = item;
    const { id: product_id, unit_label, name } = product;
    const key = lineKey(product_id, unit);
    const line = lines.get(key);
    const price = quoteItem(item).price;
    const added = { key, product_id, unit, unit_label, name, quantity, orderedQuantity: 0, price };
    const sum = line && { ...line, quantity: addQuantities(line.quantity, quantity) };
    lines.set(key, sum ?? added);
  }
  return [...lines.values()].map((line) => ({
    ...line,
    initialQuantity: line.quantity,
    quantity: quantities[line.key] ?? line.quantity,
  }));
}

/** The quantities of the cart, by `lineKey`. */
export function cartQuantities(cart: CartItems): Record<string, number> {
  return Object.fromEntries(
    cart.map(({ product, selectedOption, quantity }) => [
      lineKey(product.id, selectedOption),
      quantity,
    ]),
  );
}

/** The edited quantities of `adding`, with what was put into the cart or taken out of it since. */
export function editedQuantities(
  { quantities, inCart }: Pick<Adding, "quantities" | "inCart">,
  cart: CartItems,
): Record<string, number> {
  const inCartNow = cartQuantities(cart);
  return Object.fromEntries(
    Object.entries(quantities).map(([key, quantity]) => {
      const added = addQuantities(inCartNow[key] ?? 0, -(inCart[key] ?? 0));
      return [key, Math.max(0, addQuantities(quantity, added))];
    }),
  );
}

export function hasChanged(lines: readonly DraftLine[]): boolean {
  return lines.some(({ quantity, orderedQuantity }) => quantity !== orderedQuantity);
}
