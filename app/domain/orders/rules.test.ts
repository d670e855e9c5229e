import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { formatCents, toDecimal } from "#app/shared/money.ts";
import {
  brazilianStates,
  computeOrderAmounts,
  findLineChange,
  mergeLines,
  minimumOrderMessage,
  type OrderedProduct,
} from "./rules.ts";

const free = { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 };
const cents = fc.integer({ min: 0, max: 99_999_999 });
const line = fc.record({ cents, quantity: fc.integer({ min: 1, max: 9999 }) });

/** Exact cents of a decimal text. */
const exact = (text: string) => BigInt(text.replace(".", ""));

describe("the amounts of an order", () => {
  test("R$ 0,10 × 3 is R$ 0,30", () => {
    const { total } = computeOrderAmounts([{ price: 0.1, quantity: 3 }], free);
    expect(formatCents(total)).toBe("R$ 0,30");
  });

  test("equal decimal arithmetic, for any lines and settings", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 50 }), cents, cents, (lines, fee, threshold) => {
        const amounts = computeOrderAmounts(
          lines.map(({ cents, quantity }) => ({ price: Number(toDecimal(cents)), quantity })),
          {
            delivery_fee: Number(toDecimal(fee)),
            minimum_order: 0,
            free_delivery_minimum: Number(toDecimal(threshold)),
          },
        );
        const items = lines.reduce(
          (sum, { cents, quantity }) => sum + exact(toDecimal(cents)) * BigInt(quantity),
          0n,
        );
        const isFree = lines.length === 0 || (threshold > 0 && items >= BigInt(threshold));
        expect(BigInt(amounts.items)).toBe(items);
        expect(BigInt(amounts.deliveryFee)).toBe(isFree ? 0n : BigInt(fee));
        expect(BigInt(amounts.total)).toBe(items + BigInt(amounts.deliveryFee));
      }),
    );
  });

  test("delivery is free at the threshold, and charged one cent below it", () => {
    const settings = { ...free, delivery_fee: 15, free_delivery_minimum: 100 };
    expect(computeOrderAmounts([{ price: 99.99, quantity: 1 }], settings)).toMatchObject({
      deliveryFee: 1500,
      missingForFreeDelivery: 1,
    });
    expect(computeOrderAmounts([{ price: 50, quantity: 2 }], settings)).toMatchObject({
      deliveryFee: 0,
      missingForFreeDelivery: 0,
      total: 10_000,
    });
  });

  test("the minimum is compared with the items only, and is inclusive", () => {
    const settings = { ...free, delivery_fee: 15, minimum_order: 50 };
    expect(computeOrderAmounts([{ price: 49.9, quantity: 1 }], settings).missingForMinimum).toBe(
      10,
    );
    expect(computeOrderAmounts([{ price: 25, quantity: 2 }], settings).missingForMinimum).toBe(0);
    expect(minimumOrderMessage(settings)).toBe("O pedido mínimo é de R$ 50,00");
  });

  test("an empty cart costs nothing", () => {
    expect(computeOrderAmounts([], { ...free, delivery_fee: 15 }).total).toBe(0);
  });
});

describe("the lines of an order", () => {
  const seen = { product_id: "a", unit: "caixa", price: 10, quantity: 1 } as const;
  const product: OrderedProduct = {
    id: "a",
    title: "Polpa de açaí",
    category: "polpas",
    entered: { packageInfo: {} },
    slug: "polpa-de-acai",
    external_id: null,
    stock: 3,
    visible: true,
    specs: {},
    sale_options: [mainOption("caixa", "10.00")],
  };

  test("with the same product and unit are merged, in the order of first appearance", () => {
    const lines = [
      { product_id: "a", unit: "kg", quantity: 1 },
      { product_id: "b", unit: "kg", quantity: 2 },
      { product_id: "a", unit: "kg", quantity: 4 },
      { product_id: "a", unit: "caixa", quantity: 8 },
    ];
    expect(mergeLines(lines).map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
      ["a", 5],
      ["b", 2],
      ["a", 8],
    ]);
  });

  test("have no change while product, unit, price and stock are the same", () => {
    expect(findLineChange(seen, product)).toBeUndefined();
    const numeric = { ...product, sale_options: [mainOption("caixa", 10)] };
    expect(findLineChange({ ...seen, price: 10.0 }, numeric)).toBeUndefined();
  });

  test.each([
    [
      "price-changed",
      { ...product, sale_options: [mainOption("caixa", "10.01")] },
      { price_now: 10.01, available: true },
    ],
    ["sold-out", { ...product, stock: 0 }, { price_now: 10, available: false }],
    ["sold-out", { ...product, stock: -2 }, { available: false }],
    [
      "unit-changed",
      { ...product, sale_options: [mainOption("kg", 10)] },
      { unit_now: "kg", available: true },
    ],
    [
      "hidden",
      { ...product, visible: false },
      { product_name: null, price_now: null, available: false },
    ],
    ["unknown", undefined, { product_name: null, price_now: null, available: false }],
  ])("report the change: %s", (reason, now, change) => {
    expect(findLineChange(seen, now)).toMatchObject({ reason, price_seen: 10, ...change });
  });
});

test("there are 27 states, each with a code of its own", () => {
  expect(new Set(brazilianStates.map((state) => state.code)).size).toBe(27);
});
