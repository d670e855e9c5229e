import fc from "fast-check";
import { addItem, type CartItems, type CartProduct } from "#app/domain/orders/cart/rules.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { saleUnits } from "#app/shared/units.ts";

/** Test data: a product and arbitrary carts. */

export function cartProduct(fields: Partial<CartProduct> = {}): CartProduct {
  return {
    id: "acerola",
    name: "Polpa de acerola",
    description: "Azedinha",
    price: 12.5,
    unit: "pacote",
    category: "polpas",
    image: null,
    available: true,
    rating: 4.5,
    packageInfo: { unitsPerPackage: 12, packagesPerBox: 4, unitsPerBox: 48 },
    ...fields,
  };
}

const unit = fc.constantFrom(...saleUnits);
const count = fc.nat({ max: 1000 });

export const cartProductArbitrary: fc.Arbitrary<CartProduct> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 8 }),
  name: fc.string(),
  description: fc.string(),
  price: fc.nat({ max: 10_000_000 }).map((cents) => cents / 100),
  unit,
  category: fc.option(fc.string()),
  image: fc.option(fc.webPath()),
  available: fc.boolean(),
  rating: fc.double({ min: 0, max: 5, noNaN: true }).map((rating) => rating || 0),
  packageInfo: fc.record({ unitsPerPackage: count, packagesPerBox: count, unitsPerBox: count }),
});

export const cartItemsArbitrary: fc.Arbitrary<CartItems> = fc
  .array(fc.tuple(cartProductArbitrary, fc.integer({ min: 1, max: maxQuantity }), unit))
  .map((entries) =>
    entries.reduce<CartItems>(
      (items, [product, quantity, option]) => addItem(items, product, quantity, option),
      [],
    ),
  );
