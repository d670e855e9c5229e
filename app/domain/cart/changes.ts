import type { Product } from "#app/domain/catalogue/schema.ts";
import type { LineChange } from "#app/domain/orders/rules.ts";
import { findLineChange } from "#app/domain/orders/rules.ts";
import { addItem, type CartItem, type CartItems } from "./rules.ts";

/** The cart lines that differ from the catalogue. `products` are all visible products. */
export function findCartChanges(items: CartItems, products: readonly Product[]): LineChange[] {
  const onSale = new Map(
    products.map((product) => [product.id, { ...product, unit: product.specs.unit }]),
  );
  return items
    .map(({ product, selectedOption }) =>
      findLineChange(
        { product_id: product.id, unit: selectedOption, price: product.price },
        onSale.get(product.id),
      ),
    )
    .filter((change) => change !== undefined);
}

export function changeFor(item: CartItem, changes: readonly LineChange[]): LineChange | undefined {
  return changes.find(
    (change) => change.product_id === item.product.id && change.unit === item.selectedOption,
  );
}

/**
 * The cart after the visitor has accepted the changes: unavailable lines are removed, others get the current price. A
 * line whose sale unit changed restarts at quantity 1, so that ten packs never become ten boxes.
 */
export function applyCartChanges(items: CartItems, changes: readonly LineChange[]): CartItems {
  return items.reduce<CartItems>((accepted, item) => {
    const change = changeFor(item, changes);
    if (!change) return join(accepted, item);
    const { available, price_now: price, unit_now: unit } = change;
    if (!available || price === null) return accepted;
    const product = { ...item.product, price };
    return unit === null || unit === item.selectedOption
      ? join(accepted, { ...item, product })
      : join(accepted, { product: { ...product, unit }, quantity: 1, selectedOption: unit });
  }, []);
}

/** Adds a line, or merges it into the line of the same product and option, at its price. */
function join(items: CartItems, { product, quantity, selectedOption }: CartItem): CartItems {
  const joined = addItem(items, product, quantity, selectedOption);
  return joined.map((item) =>
    item.product.id === product.id && item.selectedOption === selectedOption
      ? { ...item, product: { ...item.product, price: product.price } }
      : item,
  );
}
