import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { emptyProductTexts } from "#app/shared/product-fields.ts";
import { saleUnits } from "#app/shared/units.ts";
import { cartItemsArbitrary, cartProduct } from "#tests/support/sample-cart.ts";
import { applyCartChanges, changeFor, findCartChanges } from "./changes.ts";
import { addItem, type CartItems, type CartProduct } from "./rules.ts";

function catalogueProduct(product: CartProduct, fields: Partial<Product> = {}): Product {
  return {
    id: product.id,
    title: product.name,
    slug: product.id,
    external_id: null,
    group: null,
    category: product.category,
    ...emptyProductTexts,
    short_desc: product.description,
    long_desc: "",
    price: product.price,
    stock: 10,
    images: [],
    food: {},
    visible: true,
    position: 0,
    specs: { unit: product.unit, rating: product.rating, packageInfo: product.packageInfo },
    entered: { packageInfo: {} },
    sale_options: [mainOption(fields.specs?.unit ?? product.unit, fields.price ?? product.price)],
    version: 1,
    updated_at: "2026-07-01T12:00:00.000Z",
    ...fields,
  };
}

const acerola = cartProduct({ id: "acerola", price: 12.5, unit: "pacote" });
const manga = cartProduct({ id: "manga", price: 9.9, unit: "kg" });
const items = addItem(addItem([], acerola, 10), manga, 2);
const specs = (product: CartProduct, unit: CartProduct["unit"]) => ({
  unit,
  rating: product.rating,
  packageInfo: product.packageInfo,
});

describe("a cart compared with the catalogue", () => {
  test("has no changes when nothing differs", () => {
    expect(findCartChanges(items, [catalogueProduct(acerola), catalogueProduct(manga)])).toEqual(
      [],
    );
    expect(applyCartChanges(items, [])).toEqual(items);
  });

  test("shows the old and the new price, and uses the new one when accepted", () => {
    const changes = findCartChanges(items, [
      catalogueProduct(acerola, { price: 14 }),
      catalogueProduct(manga),
    ]);
    expect(changes).toEqual([
      {
        product_id: "acerola",
        unit: "pacote",
        reason: "price-changed",
        product_name: "Polpa de acerola",
        price_seen: 12.5,
        price_now: 14,
        unit_now: "pacote",
        option_now: mainOption("pacote", 14),
        available: true,
      },
    ]);
    expect(changeFor(items[1] ?? fail(), changes)).toBeUndefined();
    const [first, second] = applyCartChanges(items, changes);
    expect(first).toMatchObject({ quantity: 10, product: { price: 14 } });
    expect(second).toEqual(items[1]);
  });

  test("removes sold-out, hidden and deleted products when accepted", () => {
    const changes = findCartChanges(items, [catalogueProduct(acerola, { stock: 0, price: 14 })]);
    expect(changes.map((change) => [change.product_id, change.reason, change.available])).toEqual([
      ["acerola", "sold-out", false],
      ["manga", "unknown", false],
    ]);
    expect(applyCartChanges(items, changes)).toEqual([]);
  });

  test("restarts at quantity 1 when the sale unit changed: ten packs never become ten boxes", () => {
    const changes = findCartChanges(items, [
      catalogueProduct(acerola, { price: 140, specs: specs(acerola, "caixa") }),
      catalogueProduct(manga),
    ]);
    expect(changes).toMatchObject([{ reason: "unit-changed", unit_now: "caixa", price_now: 140 }]);
    expect(applyCartChanges(items, changes)[0]).toMatchObject({
      quantity: 1,
      selectedOption: "caixa",
      product: { unit: "caixa", price: 140 },
    });
  });

  test("merges the line of the new unit with an existing one", () => {
    const mixed = addItem(addItem([], acerola, 10), { ...acerola, unit: "caixa", price: 140 }, 2);
    const changes = findCartChanges(mixed, [
      catalogueProduct(acerola, { price: 150, specs: specs(acerola, "caixa") }),
    ]);
    expect(changes.map((change) => change.reason)).toEqual(["unit-changed", "price-changed"]);
    expect(applyCartChanges(mixed, changes)).toMatchObject([
      { quantity: 3, selectedOption: "caixa", product: { price: 150 } },
    ]);
  });

  test("reports no price change for a product that became available again", () => {
    expect(findCartChanges(items, [])).toMatchObject([{ price_now: null }, { price_now: null }]);
  });
});

test("after acceptance, any cart matches any catalogue", () => {
  const fate = fc.record({
    gone: fc.boolean(),
    stock: fc.nat({ max: 2 }),
    cents: fc.nat({ max: 5000 }),
    unit: fc.constantFrom(...saleUnits),
  });
  fc.assert(
    fc.property(
      cartItemsArbitrary,
      fc.array(fate, { minLength: 50, maxLength: 50 }),
      (cart, fates) => {
        const products = [...new Map(cart.map((item) => [item.product.id, item.product])).values()]
          .map((product, index) => ({ product, fate: fates[index % fates.length] }))
          .filter(({ fate }) => fate && !fate.gone)
          .map(({ product, fate }) =>
            catalogueProduct(product, {
              price: (fate?.cents ?? 0) / 100,
              stock: fate?.stock ?? 0,
              specs: specs(product, fate?.unit ?? "kg"),
            }),
          );
        const accepted: CartItems = applyCartChanges(cart, findCartChanges(cart, products));
        expect(findCartChanges(accepted, products)).toEqual([]);
      },
    ),
  );
});

function fail(): never {
  throw new Error("the sample cart has two lines");
}
