import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { OrderedProduct } from "#app/domain/orders/rules.ts";
import type { Order, OrderItem } from "#app/domain/orders/schema.ts";
import { lineTotal, toAmount, toCents } from "#app/shared/money.ts";
import { type DraftedChange, draftChange } from "./change.ts";
import { findOpenOrder } from "./open-order.ts";

const ids = ["a", "b", "c", "d"] as const;

type Goods = { price: number; tier: number; stock: number; visible: boolean };

function productOf(id: string, { price, tier, stock, visible }: Goods): OrderedProduct {
  const option = { ...mainOption("caixa", price), tiers: [{ from: 5, price: tier }] };
  return {
    id,
    title: id,
    slug: id,
    external_id: null,
    category: "polpas",
    stock,
    visible,
    specs: {},
    sale_options: [option],
    entered: { packageInfo: {} },
  };
}

function itemOf(product_id: string, quantity: number, price: number): OrderItem {
  const total = toAmount(lineTotal(price, quantity));
  return { product_id, product_name: product_id, unit: "caixa", quantity, price, total };
}

const order = (itens: OrderItem[], delivery_fee: number) =>
  ({
    status: "pendente",
    itens,
    original: null,
    delivery_fee,
    discount: 0,
    delivery_kind: "entrega",
    delivery_date: null,
    delivery_shift: null,
  }) as unknown as Order;

const cents = fc.integer({ min: 1, max: 5000 }).map(toAmount);
const goods = fc.record({
  price: cents,
  tier: cents,
  stock: fc.constantFrom(0, 100),
  visible: fc.boolean(),
});
const quantities = fc.record(
  Object.fromEntries(ids.map((id) => [id, fc.integer({ min: 1, max: 9 })])) as Record<
    (typeof ids)[number],
    fc.Arbitrary<number>
  >,
  { requiredKeys: [] },
);
const terms = fc.record({
  delivery_fee: cents,
  minimum_order: fc.constantFrom(0, 20),
  free_delivery_minimum: fc.constantFrom(0, 100),
});

const cases = fc.record({
  goods: fc.tuple(goods, goods, goods, goods),
  ordered: quantities,
  agreed: cents,
  fee: cents,
  requested: quantities,
  terms,
});

type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

const sumOf = (lines: readonly OrderItem[]) =>
  lines.reduce((total, line) => total + toCents(line.total), 0);

/**
 * The agreed price where the quantity stays or the product is hidden, else that of today, for goods that are on sale if it is more.
 */
function expectLine(line: OrderItem, { goods: all, ordered, agreed }: Case) {
  const id = line.product_id as (typeof ids)[number];
  const stored = ordered[id] ?? 0;
  const own = all[ids.indexOf(id)] as Goods;
  const today = line.quantity >= 5 ? own.tier : own.price;
  expect(line.price).toBe(stored === line.quantity || !own.visible ? agreed : today);
  expect(line.total).toBe(toAmount(lineTotal(line.price, line.quantity)));
  if (line.quantity > stored) expect(own).toMatchObject({ visible: true, stock: 100 });
}

function expectedFee(before: number, after: number, { fee, terms: own }: Case): number {
  const isFree = (amount: number) =>
    own.free_delivery_minimum > 0 && amount >= toCents(own.free_delivery_minimum);
  if (isFree(before) === isFree(after)) return fee;
  return isFree(after) ? 0 : own.delivery_fee;
}

test("a change prices the changed lines only, and follows the shop's rules", () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(cases, (testCase) => {
      const { goods: all, ordered, agreed, fee, requested, terms: own } = testCase;
      const products = new Map<string, OrderedProduct>(
        ids.map((id, at) => [id, productOf(id, all[at] as Goods)]),
      );
      const itens = Object.entries(ordered).map(([id, quantity]) => itemOf(id, quantity, agreed));
      const items = Object.entries(requested).map(([product_id, quantity]) => ({
        product_id,
        quantity,
        unit: "caixa" as const,
      }));
      fc.pre(itens.length > 0 && items.length > 0);
      const context = { products, terms: own, today: "2026-11-24" };
      const drafted = draftChange(order(itens, fee), items, context);
      outcomes.add(drafted.ok ? "changed" : drafted.reason);
      if (!drafted.ok) return;
      const { itens: lines, fields, total } = drafted.draft;
      const inOrder = lines.map((line) => [line.product_id, line.quantity]);
      expect(inOrder.sort()).toEqual(Object.entries(requested).sort());
      for (const line of lines) expectLine(line, testCase);
      const [before, after] = [sumOf(itens), sumOf(lines)];
      expect(fields.delivery_fee).toBe(expectedFee(before, after, testCase));
      expect(total).toBe(after + toCents(fields.delivery_fee));
      expect(after).toBeGreaterThanOrEqual(toCents(own.minimum_order));
    }),
  );
  expect([...outcomes]).toContain("changed");
});

describe("a line", () => {
  const catalogue = new Map([
    ["a", productOf("a", { price: 10, tier: 8, stock: 100, visible: true })],
  ]);
  const noTerms = { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 };
  const change = (itens: OrderItem[], items: Parameters<typeof draftChange>[1]) =>
    draftChange(order(itens, 0), items, {
      products: catalogue,
      terms: noTerms,
      today: "2026-11-24",
    });

  test("of a product that was deleted can stay or go, not change", () => {
    const itens = [itemOf("gone", 3, 7), itemOf("a", 5, 8)];
    const stay = { product_id: "gone", unit: "caixa", quantity: 3 } as const;
    const other = { product_id: "a", unit: "caixa", quantity: 5 } as const;
    expect((change(itens, [stay, other]) as DraftedChange).draft.total).toBe(6100);
    expect((change(itens, [other]) as DraftedChange).draft.total).toBe(4000);
    expect(change(itens, [{ ...stay, quantity: 2 }, other])).toMatchObject({
      reason: "lines-changed",
      lines: [{ reason: "unknown", price_now: null }],
    });
  });

  test("loses its tier when it is lowered below it", () => {
    const lowered = change([itemOf("a", 5, 8)], [{ product_id: "a", unit: "caixa", quantity: 4 }]);
    expect((lowered as DraftedChange).draft.itens).toMatchObject([{ price: 10, total: 40 }]);
  });

  test("that the shop has agreed on a price for is offered at that of today, which has to be seen", () => {
    const changeAt = (price: number) =>
      change([itemOf("a", 2, 3)], [{ product_id: "a", unit: "caixa", quantity: 3, price }]);
    expect(changeAt(3)).toMatchObject({ lines: [{ reason: "price-changed", price_now: 10 }] });
    expect(changeAt(10)).toMatchObject({ ok: true });
  });

  test("is sold in steps", () => {
    const [option] = catalogue.get("a")?.sale_options ?? [];
    const stepped = { ...productOf("a", { price: 10, tier: 8, stock: 100, visible: true }) };
    stepped.sale_options = [{ ...mainOption("caixa", 10), ...option, minimum: 2, step: 2 }];
    const products = new Map([["a", stepped]]);
    const odd = draftChange(
      order([itemOf("a", 4, 10)], 0),
      [{ product_id: "a", unit: "caixa", quantity: 3 }],
      { products, terms: noTerms, today: "2026-11-24" },
    );
    expect(odd).toMatchObject({ reason: "quantity-step", lines: [{ nearest: [2, 4] }] });
  });
});

describe("an order", () => {
  const day = {
    date: "2026-11-25",
    order_until: { date: "2026-11-24", time: "18:00" },
    shifts: [],
  };
  const open = {
    planned: { dates: [day], pickup: null },
    isPicked: false,
    settings: { confirmed_orders_open: false, stage: "open" as const },
  };
  const dated = { ...order([itemOf("a", 1, 1)], 0), delivery_date: day.date };

  test("for the pick-up follows the days of the pick-up", () => {
    const pickup = { ...dated, delivery_kind: "retirada" } as const;
    expect(findOpenOrder(pickup, open).reason).toBe("cut-off");
    expect(findOpenOrder(pickup, { ...open, planned: { dates: [], pickup: [day] } })).toEqual({
      open: true,
      until: day.order_until,
      reason: null,
    });
  });

  test("is closed once a line is weighed, and while the shop is not open", () => {
    const [line] = dated.itens;
    const weighed = { ...dated, itens: [{ ...(line as OrderItem), weight: 1.2 }] };
    expect(findOpenOrder(weighed, open).reason).toBe("picked");
    const settings = { ...open.settings, stage: "preparing" } as const;
    expect(findOpenOrder(dated, { ...open, settings }).reason).toBe("shop");
  });
});
