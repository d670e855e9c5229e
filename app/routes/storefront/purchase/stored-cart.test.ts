import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cartOf } from "#app/domain/orders/cart/rules.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { cartItemsArbitrary, cartProduct } from "#tests/support/sample-cart.ts";
import { parseStoredCart, serializeCart } from "./cart-store.ts";

const line = { product: cartProduct(), quantity: 2, selectedOption: "pacote" };
const stored = (items: unknown) => JSON.stringify({ shape: 1, items });

describe("a stored cart", () => {
  test("is parsed back unchanged, for any cart", () => {
    fc.assert(
      fc.property(cartItemsArbitrary, (items) => {
        expect(parseStoredCart(serializeCart(items))).toEqual({ items, intact: true });
      }),
    );
  });

  test("has the id of its order, unless the id is not an idempotency key", () => {
    expect(parseStoredCart(serializeCart([], "0123-4567")).id).toBe("0123-4567");
    for (const id of ["short", "with spaces in it", 12_345_678, null]) {
      const text = JSON.stringify({ shape: 1, id, items: [line] });
      expect(parseStoredCart(text)).toEqual({ items: [line], intact: true });
    }
  });

  test("has kilos with decimals, and drops other fractions", () => {
    const terms = { contains: 1, minimum: 0.5, step: 0.5, tiers: [{ from: 2.5, price: 9 }] };
    const kilo = { product: cartProduct({ unit: "kg", terms }), selectedOption: "kg" };
    const items = [{ ...kilo, quantity: 7.5 }];
    expect(parseStoredCart(stored(items))).toEqual({ items, intact: true });
    for (const quantity of [0, 7.1234, Number.NaN, 1e9]) {
      const text = stored([{ ...kilo, quantity }]);
      expect(parseStoredCart(text)).toEqual({ items: [], intact: false });
    }
    const packs = { ...line, product: cartProduct({ terms }) };
    expect(parseStoredCart(stored([packs]))).toEqual({ items: [], intact: false });
  });

  test("is empty and intact when nothing was stored", () => {
    expect(parseStoredCart(null)).toEqual({ items: [], intact: true });
  });

  test.each([
    ["no JSON", "{"],
    ["an empty text", ""],
    ["null", "null"],
    ["a number", "7"],
    ["another program's list", '[{"sku":1}]'],
    ["another shape", JSON.stringify({ shape: 2, items: [line] })],
    ["no list", stored({ length: 1 })],
  ])("is dropped and reported when it is %s", (_, text) => {
    expect(parseStoredCart(text)).toEqual({ items: [], intact: false });
  });

  test.each([
    ["no line", null],
    ["no product", { ...line, product: undefined }],
    ["quantity 0", { ...line, quantity: 0 }],
    ["quantity −1", { ...line, quantity: -1 }],
    ["quantity 1.5", { ...line, quantity: 1.5 }],
    ["quantity as text", { ...line, quantity: "2" }],
    ["a quantity beyond the greatest", { ...line, quantity: maxQuantity + 1 }],
    ["an unknown option", { ...line, selectedOption: "tonelada" }],
    ["a negative price", { ...line, product: { ...line.product, price: -1 } }],
    ["a price of a fraction of a cent", { ...line, product: { ...line.product, price: 1.005 } }],
    ["a price as text", { ...line, product: { ...line.product, price: "12.50" } }],
    ["a price beyond reckoning", { ...line, product: { ...line.product, price: 1e12 } }],
    ["no id", { ...line, product: { ...line.product, id: "" } }],
    ["no package data", { ...line, product: { ...line.product, packageInfo: null } }],
    ["availability as text", { ...line, product: { ...line.product, available: "yes" } }],
  ])("drops only the line with %s", (_, broken) => {
    expect(parseStoredCart(stored([broken, line]))).toEqual({ items: [line], intact: false });
  });

  test("drops unknown fields", () => {
    const text = `{"shape":1,"items":[${JSON.stringify({ ...line, note: "x" }).replace(
      '"id"',
      '"__proto__":{"admin":true},"id"',
    )}]}`;
    const { items } = parseStoredCart(text);
    expect(items).toEqual([line]);
    expect(Object.keys(items[0]?.product ?? {})).toEqual(Object.keys(line.product));
    expect(Object.getPrototypeOf(items[0]?.product)).toBe(Object.prototype);
  });

  test("merges lines of the same product and option", () => {
    expect(parseStoredCart(stored([line, line])).items).toEqual([{ ...line, quantity: 4 }]);
  });

  test("never throws, and its result can be totaled", () => {
    const anything = fc
      .anything()
      .map((value) => JSON.stringify({ shape: 1, items: [value, line] }));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), anything), (text) => {
        expect(cartOf(parseStoredCart(text).items).total).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
