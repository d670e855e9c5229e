import { describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { OrderedProduct } from "#app/domain/orders/rules.ts";
import { fitDelivery, fitLines } from "./rules.ts";

const line = {
  product_id: "p",
  product_name: "Polpa",
  unit: "pacote" as const,
  quantity: 12,
  price: 10,
};

function productWith(changes: Partial<OrderedProduct>): Map<string, OrderedProduct> {
  const product: OrderedProduct = {
    id: "p",
    title: "Polpa",
    category: "polpas",
    slug: "polpa",
    external_id: null,
    stock: 100,
    visible: true,
    specs: {},
    sale_options: [mainOption("pacote", 10)],
    entered: { packageInfo: {} },
    ...changes,
  };
  return new Map([["p", product]]);
}

describe("the lines", () => {
  test("are ordered in valid quantities of what is there", () => {
    const sale_options = [mainOption("pacote", 10, { minimum: 4, step: 4, tiers: [] })];
    const fitted = fitLines([line], productWith({ stock: 11, sale_options }));
    expect(fitted.lines).toMatchObject([{ quantity: 8, price: 10 }]);
    expect(fitted.exceptions).toMatchObject([{ kind: "short", wanted: 12, sent: 8 }]);
    expect(fitLines([line], productWith({ stock: 3, sale_options })).exceptions).toMatchObject([
      { kind: "missing" },
    ]);
  });

  test("share the stock of a product among its units", () => {
    const sale_options = [mainOption("pacote", 10), { ...mainOption("caixa", 50), contains: 6 }];
    const box = { ...line, unit: "caixa" as const, quantity: 2, price: 50 };
    const fitted = fitLines([line, box], productWith({ stock: 19, sale_options }));
    expect(fitted.lines.map(({ quantity }) => quantity)).toEqual([12, 1]);
  });

  test.each([
    [10, []],
    [10.01, [{ before: 10, now: 10.01 }]],
    [8.99, [{ before: 10, now: 8.99 }]],
  ])(
    "are ordered at R$ %d, and another price than the accepted one is reported",
    (price, changes) => {
      const fitted = fitLines([line], productWith({ sale_options: [mainOption("pacote", price)] }));
      expect(fitted.lines).toMatchObject([{ price }]);
      expect(fitted.exceptions).toMatchObject(changes);
    },
  );

  test("of a shortage are not reported as dearer, since the customer accepted the price of the whole", () => {
    const tiers = [{ from: 12, price: 10 }];
    const sale_options = [mainOption("pacote", 15, { minimum: 1, step: 1, tiers })];
    const fitted = fitLines([line], productWith({ stock: 5, sale_options }));
    expect(fitted.lines).toMatchObject([{ quantity: 5, price: 15 }]);
    expect(fitted.exceptions.map(({ kind }) => kind)).toEqual(["short"]);
  });
});

test("a shift that the zone does not have any more, or none where there is one now, is replaced", () => {
  const planned = { date: "2026-12-01", delivery: "2026-12-01", isChosen: false };
  const order_until = { date: "2026-11-30", time: "18:00" };
  const offered = [{ date: "2026-12-01", order_until, shifts: ["Tarde"] }];
  expect(fitDelivery({ ...planned, shift: null }, offered, "2026-12-08")).toMatchObject({
    shift: "Tarde",
    exceptions: [{ kind: "shift", from: null, to: "Tarde" }],
  });
  const wholeDay = [{ date: "2026-12-01", order_until, shifts: [] }];
  expect(fitDelivery({ ...planned, shift: "Tarde" }, wholeDay, "2026-12-08")).toMatchObject({
    shift: null,
    exceptions: [{ kind: "shift", from: "Tarde", to: null }],
  });
  expect(fitDelivery({ ...planned, shift: "Tarde" }, null, "2026-12-08")).toMatchObject({
    shift: "Tarde",
    exceptions: [],
  });
});
