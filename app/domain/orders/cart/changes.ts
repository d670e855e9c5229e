import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { findLineChange } from "#app/domain/orders/rules.ts";
import { addItem, type CartItem, type CartItems, quoteItem, withOption } from "./rules.ts";

/** The cart lines that differ from the catalogue. `products` are all visible products. */
export function findCartChanges(items: CartItems, products: readonly Product[]): LineChange[] {
  const onSale = new Map(products.map((product) => [product.id, product]));
  return items
    .map((item) =>
      findLineChange(
        {
          product_id: item.product.id,
          unit: item.selectedOption,
          price: quoteItem(item).price,
          quantity: item.quantity,
        },
        onSale.get(item.product.id),
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
 * line whose sale unit changed restarts at the new minimum, so that ten packs never become ten boxes.
 */
export function applyCartChanges(items: CartItems, changes: readonly LineChange[]): CartItems {
  return items.reduce<CartItems>((accepted, item) => {
    const change = changeFor(item, changes);
    if (!change) return join(accepted, item);
    const { available, price_now, unit_now } = change;
    if (!available || price_now === null || unit_now === null) return accepted;
    // Changes stored by versions until November 2026 have no `option_now`.
    const option = change.option_now ?? mainOption(unit_now, price_now);
    const quantity = option.unit === item.selectedOption ? item.quantity : option.minimum;
    const product = withOption(item.product, option, change.unit_label_now);
    return join(accepted, { product, quantity, selectedOption: option.unit });
  }, []);
}

/** Adds a line, or merges it into the line of the same product and option, at its price. */
function join(items: CartItems, { product, quantity, selectedOption }: CartItem): CartItems {
  const joined = addItem(items, product, quantity, selectedOption);
  return joined.map((item) =>
    item.product.id === product.id && item.selectedOption === selectedOption
      ? { ...item, product }
      : item,
  );
}
