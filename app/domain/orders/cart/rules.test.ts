import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { maxQuantity, maxQuantity as mostOrdered } from "#app/shared/limits.ts";
import { emptyProductTexts } from "#app/shared/product-fields.ts";
import { saleUnits } from "#app/shared/units.ts";
import {
  cartItemsArbitrary,
  cartProduct,
  cartProductArbitrary,
} from "#tests/support/sample-cart.ts";
import {
  addItem,
  type CartItems,
  type CartProduct,
  cartOf,
  isUnusualQuantity,
  quantityOf,
  quoteItem,
  removeProduct,
  restoreLines,
  setLine,
  setQuantity,
  toCartProduct,
} from "./rules.ts";

const acai = cartProduct({ id: "acai", name: "Polpa de açaí", price: 32.9, unit: "caixa" });
const caju = cartProduct({ id: "caju", name: "Polpa de caju", price: 0.1, unit: "pacote" });

describe("adding to the cart", () => {
  test("the same product with the same option raises the quantity of its line", () => {
    const items = addItem(addItem([], acai, 2), acai, 3);
    expect(items).toEqual([{ product: acai, quantity: 5, selectedOption: "caixa" }]);
  });

  test("the same product with another option is a separate line", () => {
    const items = addItem(addItem([], acai, 1, "caixa"), acai, 2, "kg");
    expect(items.map((item) => [item.selectedOption, item.quantity])).toEqual([
      ["caixa", 1],
      ["kg", 2],
    ]);
  });

  test("another product is appended as a separate line", () => {
    const items = addItem(addItem([], acai), caju);
    expect(items.map((item) => item.product.id)).toEqual(["acai", "caju"]);
  });

  test("a raised quantity does not change the price of the line", () => {
    const items = addItem(addItem([], acai), { ...acai, price: 40 });
    expect(items[0]?.product.price).toBe(32.9);
    expect(items[0]?.quantity).toBe(2);
  });

  test("zero, negative quantities and NaN add nothing", () => {
    for (const quantity of [0, -1, 0.5, Number.NaN, -Infinity]) {
      expect(addItem([], acai, quantity)).toEqual([]);
    }
  });

  test("a line is limited to the maximum quantity", () => {
    expect(quantityOf(addItem(addItem([], acai, 9000), acai, 9000), "acai")).toBe(maxQuantity);
    expect(quantityOf(addItem([], acai, Infinity), "acai")).toBe(maxQuantity);
  });
});

test("an order accepts the maximum quantity of a line", () => {
  expect(maxQuantity).toBe(mostOrdered);
});

describe("changing the cart", () => {
  const both = addItem(addItem(addItem([], acai, 1, "caixa"), acai, 2, "kg"), caju, 3);

  test("removing a product removes all its lines", () => {
    expect(removeProduct(both, "acai").map((item) => item.product.id)).toEqual(["caju"]);
  });

  test("removed lines return to their place, unless they were added again", () => {
    const after = removeProduct(both, "acai", "caixa");
    expect(after.map((item) => item.selectedOption)).toEqual(["kg", "pacote"]);
    const removed = both.slice(0, 1);
    expect(restoreLines(after, both, removed)).toEqual(both);
    const again = addItem(after, acai, 5, "caixa");
    expect(restoreLines(again, both, removed)).toEqual(again);
  });

  test("removing an absent product changes nothing", () => {
    expect(removeProduct(both, "manga")).toEqual(both);
  });

  test("a quantity of zero or less removes the product with all its lines", () => {
    for (const quantity of [0, -1, -7]) {
      expect(setQuantity(both, "acai", quantity, "caixa").map((item) => item.product.id)).toEqual([
        "caju",
      ]);
    }
  });

  test("a line's quantity does not affect the product's other line", () => {
    expect(setQuantity(both, "acai", 8, "kg").map((item) => item.quantity)).toEqual([1, 8, 3]);
  });

  test("a quantity is truncated and limited to the maximum; NaN is ignored", () => {
    expect(setQuantity(both, "caju", 2.9).at(-1)?.quantity).toBe(2);
    expect(setQuantity(both, "caju", 123_456).at(-1)?.quantity).toBe(maxQuantity);
    expect(setQuantity(both, "caju", Number.NaN)).toEqual(both);
  });
});

test("setting one line adds, changes or removes it and leaves the product's other line", () => {
  const box = cartProduct({ unit: "caixa", price: 40 });
  const both = setLine(addItem([], cartProduct(), 2), box, 3);
  expect(both.map(({ quantity, selectedOption }) => [quantity, selectedOption])).toEqual([
    [2, "pacote"],
    [3, "caixa"],
  ]);
  expect(setLine(both, box, 5)[1]?.quantity).toBe(5);
  expect(setLine(both, box, 0)).toEqual(both.slice(0, 1));
  expect(setLine([], box, Number.NaN)).toEqual([]);
});

describe("a product by half kilos", () => {
  const terms = { contains: 1, minimum: 0.5, step: 0.5, tiers: [] };
  const fish = cartProduct({ id: "tilapia", price: 33.33, unit: "kg", terms });
  const quantities = (items: CartItems) => items.map(({ quantity }) => quantity);

  test("has decimals, added up and rounded up to the step", () => {
    const cart = addItem(addItem([], fish, 7), fish, 0.5);
    expect(quantities(cart)).toEqual([7.5]);
    expect(cartOf(cart)).toMatchObject({ total: 24_998, totalItems: 8 });
    expect(quantities(setQuantity(cart, "tilapia", 1.2, "kg"))).toEqual([1.5]);
    expect(quantities(setLine(cart, fish, 0.3))).toEqual([0.5]);
    expect(setLine(cart, fish, 0)).toEqual([]);
    expect(setLine(cart, fish, 0.0001)).toEqual([]);
    expect(quantityOf(addItem(cart, fish, 0.1), "tilapia")).toBe(8);
  });
});

describe("the sums", () => {
  test("R$ 0,10 × 3 is R$ 0,30", () => {
    const cart = cartOf(addItem([], caju, 3));
    expect(cart).toMatchObject({ total: 30, totalItems: 3 });
  });

  test("an empty cart has a total of zero", () => {
    expect(cartOf([])).toEqual({ items: [], total: 0, totalItems: 0 });
  });

  test("the total is the sum of price × quantity in whole cents, for any cart", () => {
    fc.assert(
      fc.property(cartItemsArbitrary, (items) => {
        const cart = cartOf(items);
        const byHand = items.reduce(
          (sum, item) => sum + Math.round(item.product.price * 100) * item.quantity,
          0,
        );
        expect(cart.total).toBe(byHand);
        expect(cart.total).toBe(items.reduce((sum, item) => sum + quoteItem(item).total, 0));
        expect(cart.totalItems).toBe(items.reduce((sum, item) => sum + item.quantity, 0));
      }),
    );
  });
});

/** Reference model: quantities by product and option. */
class Ledger {
  readonly lines = new Map<string, number>();
  add(id: string, option: string, quantity: number) {
    const key = `${id}/${option}`;
    this.lines.set(key, Math.min((this.lines.get(key) ?? 0) + quantity, maxQuantity));
  }
  remove(id: string) {
    for (const key of this.lines.keys()) if (key.startsWith(`${id}/`)) this.lines.delete(key);
  }
}

const step = fc.record({
  kind: fc.constantFrom("add", "add", "add", "remove", "set"),
  id: fc.constantFrom("a", "b", "c"),
  option: fc.constantFrom(...saleUnits),
  quantity: fc.integer({ min: 1, max: 6000 }),
  price: fc.integer({ min: 0, max: 99_999 }),
});

test("any sequence of steps leaves one line per product and option, like the reference model", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let items: CartItems = [];
      const ledger = new Ledger();
      for (const { kind, id, option, quantity, price } of steps) {
        if (kind === "add") {
          items = addItem(items, cartProduct({ id, price: price / 100 }), quantity, option);
          ledger.add(id, option, quantity);
        } else if (kind === "remove") {
          items = removeProduct(items, id);
          ledger.remove(id);
        } else if (ledger.lines.has(`${id}/${option}`)) {
          items = setQuantity(items, id, quantity, option);
          ledger.lines.set(`${id}/${option}`, Math.min(quantity, maxQuantity));
        }
      }
      const lines = items.map((item) => [
        `${item.product.id}/${item.selectedOption}`,
        item.quantity,
      ]);
      expect(lines).toEqual([...ledger.lines]);
    }),
  );
});

test("no step mutates its input", () => {
  fc.assert(
    fc.property(cartItemsArbitrary, cartProductArbitrary, (items, product) => {
      const before = structuredClone(items);
      addItem(items, product, 2);
      removeProduct(items, items[0]?.product.id ?? "none");
      setQuantity(items, items[0]?.product.id ?? "none", 5);
      expect(items).toEqual(before);
    }),
  );
});

test("converts a catalogue product to a cart product", () => {
  const product: Product = {
    id: "0b9f7a34-2f0e-4a39-9d0f-6f1a4f0a1c11",
    title: "Polpa de graviola",
    slug: "polpa-de-graviola",
    external_id: null,
    group: null,
    category: "polpas",
    ...emptyProductTexts,
    short_desc: "Cremosa",
    long_desc: "Cremosa e perfumada",
    price: 18.5,
    stock: 0,
    images: ["/media/product-images/public/graviola.webp"],
    food: {},
    visible: true,
    position: 3,
    specs: {
      unit: "pacote",
      rating: 4.8,
      packageInfo: { unitsPerPackage: 12, packagesPerBox: 4, unitsPerBox: 48 },
    },
    entered: { packageInfo: {} },
    sale_options: [mainOption("pacote", 18.5)],
    version: 1,
    updated_at: "2026-07-01T12:00:00.000Z",
  };
  const expected: CartProduct = {
    id: product.id,
    name: "Polpa de graviola",
    description: "Cremosa",
    price: 18.5,
    unit: "pacote",
    category: "polpas",
    image: "/media/product-images/public/graviola.webp",
    available: false,
    rating: 4.8,
    packageInfo: product.specs.packageInfo,
  };
  expect(toCartProduct(product)).toEqual(expected);
  expect(toCartProduct({ ...product, images: [], stock: 1 })).toEqual({
    ...expected,
    image: null,
    available: true,
  });
});

describe("an unusually large quantity", () => {
  test("is more than 100, or more than ten times the stock", () => {
    expect(isUnusualQuantity(100, 1)).toBe(false);
    expect(isUnusualQuantity(101, 1)).toBe(true);
    expect(isUnusualQuantity(50, 1, 5)).toBe(false);
    expect(isUnusualQuantity(51, 1, 5)).toBe(true);
    expect(isUnusualQuantity(101, 1, 5000)).toBe(true);
    expect(isUnusualQuantity(50, 1, 0)).toBe(false);
  });

  test("is confirmed once, and again when it doubles", () => {
    expect(isUnusualQuantity(151, 150)).toBe(false);
    expect(isUnusualQuantity(300, 150)).toBe(true);
    expect(isUnusualQuantity(112, 11)).toBe(true);
  });
});
