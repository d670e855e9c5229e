import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCents } from "#app/shared/money.ts";
import {
  applyAction,
  closeDay,
  isPaidLater,
  kilosOf,
  listActionChanges,
  listPickRows,
  listStops,
  renewAction,
  sortStops,
  splitChange,
  splitReceived,
  stopMapLink,
} from "./rules.ts";
import type { DayOrder, DayView } from "./schema.ts";

const stop = {
  phone: "11987654321",
  street: "Rua A",
  number: "1",
  neighborhood: "Centro",
  city: "São Paulo",
  zipCode: "01000000",
  valor_total: 100,
  received: 0,
  payment_method: null,
  due_on: null,
  due_is_expected: false,
};
const fish = {
  product_id: "f",
  product_name: "Tilápia",
  unit: "kg" as const,
  quantity: 2,
  price: 30,
  total: 60,
  variable_weight: true,
};
const order: DayOrder = {
  id: "1",
  numero_pedido: 1001,
  status: "confirmado",
  version: 1,
  name: "Ana",
  delivery_kind: "entrega",
  delivery_date: "2026-11-26",
  delivery_shift: null,
  delivery_zone: null,
  itens: [fish],
  picked: {},
  volumes: 1,
  packed: false,
  changes: [],
  attempts: 0,
  stop,
};
const day: DayView = {
  date: "2026-11-26",
  read_at: "2026-11-26T10:00:00.000Z",
  role: "loja",
  orders: [order, { ...order, id: "2", numero_pedido: 1002, name: "Bia", status: "pendente" }],
  route_version: 0,
  counted_cash: null,
  failed: [],
  undated: [],
  receipts: [],
  methods: ["PIX", "Dinheiro na loja"],
  method_kinds: { PIX: "pix", "Dinheiro na loja": "cash" },
};

test("products are picked for confirmed orders; pending ones are counted apart", () => {
  expect(listPickRows(day.orders)).toMatchObject([{ needed: 2, picked: 0, pending: 2 }]);
  const confirmed = applyAction(day, { kind: "confirm", order: "2", version: 1 });
  expect(listPickRows(confirmed.orders)).toMatchObject([{ needed: 4, pending: 0 }]);
  const lines = [{ order: "1", from: 0, to: 2 }];
  const picked = applyAction(day, { kind: "pick", product_id: "f", unit: "kg", lines });
  expect(listPickRows(picked.orders)).toMatchObject([{ needed: 2, picked: 2 }]);
});

test("a weight that is not sent yet changes the line, the total and the kilos", () => {
  const packed = applyAction(day, {
    kind: "pack",
    order: "1",
    version: 1,
    volumes: 2,
    from_volumes: 1,
    packed: true,
    lines: [{ product_id: "f", unit: "kg", quantity: 2, weight: 1.955 }],
  });
  const [first = order] = packed.orders;
  expect(first).toMatchObject({ packed: true, volumes: 2, stop: { valor_total: 98.65 } });
  expect(first.itens[0]).toMatchObject({ weight: 1.955, total: 58.65 });
  expect([kilosOf(order), kilosOf(first)]).toEqual([2, 1.955]);
});

test("stops follow the route, and by CEP what is not in it", () => {
  const stops = ["03000000", "01000000", "02000000"].map((zipCode, index) => ({
    ...order,
    id: String(index),
    stop: { ...stop, zipCode },
  }));
  const idsOf = (orders: DayOrder[]) => orders.map(({ id }) => id);
  expect(idsOf(sortStops(stops, []))).toEqual(["1", "2", "0"]);
  expect(idsOf(sortStops(stops, ["0", "gone"]))).toEqual(["0", "1", "2"]);
});

test("a map link has the whole address", () => {
  expect(new URL(stopMapLink(stop)).searchParams.get("query")).toBe(
    "Rua A, 1, Centro, São Paulo, 01000000",
  );
});

const cents = fc.integer({ min: 1, max: 100_000 }).map((one) => one / 100);

describe("the closing", () => {
  test("adds up: what was delivered is received, paid before, or open", () => {
    const delivery = fc.record({ total: cents, earlier: fc.boolean(), paid: fc.option(cents) });
    fc.assert(
      fc.property(fc.array(delivery, { maxLength: 20 }), (deliveries) => {
        const orders = deliveries.map(({ total, earlier }, index) => ({
          ...order,
          id: String(index),
          stop: { ...stop, valor_total: total, received: earlier ? total : 0 },
        }));
        const closed = deliveries.reduce<DayView>(
          (view, { paid }, index) =>
            applyAction(view, {
              kind: "deliver",
              order: String(index),
              version: 1,
              ...(paid !== null && { payment: { method: "PIX", amount: paid } }),
            }),
          { ...day, orders },
        );
        const { delivered, received, earlier, differences } = closeDay(closed);
        const open = differences.reduce((sum, { amount }) => sum + toCents(amount), 0);
        expect(toCents(delivered.amount)).toBe(toCents(received) + toCents(earlier) + open);
        expect(delivered.orders).toBe(deliveries.length);
      }),
    );
  });

  test("compares the counted cash with what was received in cash", () => {
    const receipts = [
      { method: "PIX", kind: "pix" as const, amount: 40 },
      { method: "Dinheiro", kind: "cash" as const, amount: 60.1 },
      { method: "Dinheiro", kind: "cash" as const, amount: 0.2 },
      { method: "Troco do motoboy", kind: "cash" as const, amount: 5 },
      { method: "Vale em dinheiro", kind: "other" as const, amount: 7 },
    ];
    expect(closeDay({ ...day, receipts })).toMatchObject({ cash: 65.3, cashDifference: null });
    const counted = applyAction(
      { ...day, receipts },
      { kind: "count", date: day.date, cash: 60, route_version: 0 },
    );
    expect(closeDay(counted).cashDifference).toBe(-5.3);
  });

  test("has the deliveries that did not work out", () => {
    const fail = { kind: "fail", order: "1", version: 1, reason: "Ninguém", date: null } as const;
    const failed = applyAction(day, fail);
    expect(failed.failed).toMatchObject([{ order_id: "1", reason: "Ninguém", valor_total: 100 }]);
    expect(closeDay(failed).left.map(({ id }) => id)).toEqual(["2"]);
  });
});

describe("an action that was rejected", () => {
  test("names what it would change of the day as it is now", () => {
    const weight = { product_id: "f", unit: "kg", quantity: 2, weight: 2.5 } as const;
    const pack = { kind: "pack", order: "1", version: 1, from_volumes: 1, packed: true } as const;
    const now = { ...day, orders: [{ ...order, version: 3, volumes: 4 }] };
    const again = renewAction(now, { ...pack, volumes: 2, lines: [weight] });
    expect(again).toMatchObject({ version: 3, from_volumes: 4, volumes: 2 });
    expect(again && listActionChanges(now, again)).toEqual([
      { label: "Volumes", now: "4", wanted: "2" },
      { label: "Embalado", now: "não", wanted: "sim" },
      { label: "Tilápia (kg)", now: "2", wanted: "2,5" },
    ]);
    const count = { kind: "count", date: day.date, cash: 10, route_version: 0 } as const;
    const counted = { ...day, counted_cash: 8, route_version: 2 };
    expect(renewAction(counted, count)).toEqual({ ...count, route_version: 2 });
    expect(listActionChanges(counted, count)).toEqual([
      { label: "Dinheiro contado", now: "R$ 8,00", wanted: "R$ 10,00" },
    ]);
  });

  test("cannot be applied to an order that was cancelled or delivered meanwhile", () => {
    const deliver = { kind: "deliver", order: "1", version: 1 } as const;
    expect(renewAction({ ...day, orders: [] }, deliver)).toBeUndefined();
    const delivered = { ...order, status: "entregue" as const };
    expect(renewAction({ ...day, orders: [delivered] }, deliver)).toBeUndefined();
    const fail = { kind: "fail", order: "1", version: 1, reason: "Ninguém", date: null } as const;
    expect(listActionChanges(day, fail)).toEqual([
      { label: "Dia", now: "quinta, 26/11", wanted: "fora deste dia" },
    ]);
  });
});

test("orders of one stop follow each other, and one payment goes to each as far as it owes", () => {
  const at = (
    id: string,
    numero_pedido: number,
    zipCode: string,
    open: number,
    stop_of?: string,
  ) => ({
    id,
    numero_pedido,
    ...(stop_of && { stop_of }),
    stop: { zipCode, valor_total: open, received: 0 } as never,
  });
  const orders = [
    at("a", 1, "02", 10),
    at("b", 2, "01", 20),
    at("c", 3, "02", 30),
    at("d", 4, "02", 40, "a"),
  ];
  expect(sortStops(orders, []).map(({ id }) => id)).toEqual(["b", "a", "d", "c"]);
  expect(sortStops(orders, ["c", "a"]).map(({ id }) => id)).toEqual(["c", "a", "d", "b"]);
  const stops = listStops(sortStops(orders, []));
  expect(stops.map(({ orders: own }) => own.length)).toEqual([1, 2, 1]);
  const shared = stops[1]?.orders ?? [];
  expect([...splitReceived(shared, 50)]).toEqual([
    ["a", 10],
    ["d", 40],
  ]);
  expect([...splitReceived(shared, 30)]).toEqual([
    ["a", 10],
    ["d", 20],
  ]);
  expect([...splitReceived(shared, 60)]).toEqual([
    ["a", 10],
    ["d", 50],
  ]);
});

test("cash beyond what is open is change, and what is paid otherwise is received as it is", () => {
  expect(splitChange("cash", 100, toCents(87.5))).toEqual({ amount: 87.5, change: 1250 });
  expect(splitChange("cash", 50, toCents(87.5))).toEqual({ amount: 50, change: 0 });
  expect(splitChange("pix", 100, toCents(87.5))).toEqual({ amount: 100, change: 0 });
  expect(splitChange("cash", Number.NaN, toCents(87.5))).toMatchObject({ change: 0 });
});

test("a method of the shop's own is counted as the kind that the shop gave it", () => {
  const payment = { method: "Dinheiro na loja", amount: 20 };
  const delivered = applyAction(day, { kind: "deliver", order: "1", version: 1, payment });
  expect(delivered.receipts).toEqual([{ ...payment, kind: "cash" }]);
  expect(closeDay(delivered).cash).toBe(20);
});

test.each([
  [null, false],
  ["2026-11-25", false],
  ["2026-11-26", false],
  ["2026-12-24", true],
])("an order of 26 November that is due on %s is paid later: %s", (due_on, isLater) => {
  expect(isPaidLater({ stop: { ...stop, due_on } }, "2026-11-26")).toBe(isLater);
});
