import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { readComingDays } from "#app/domain/day/queries.server.ts";
import { packings } from "#app/domain/day/table.ts";
import { editedTotal } from "#app/domain/orders/lines.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { addDays } from "#app/shared/days.ts";
import { toAmount } from "#app/shared/money.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { noQuantities } from "#app/shared/quantities.ts";
import { createRandom } from "#demo/random.ts";
import { insertOrders, type NewOrder, orderItem, productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { testSeed } from "#tests/support/test-run.ts";
import { readDashboard } from "./queries.server.ts";

const { database } = await openTestDatabase();

/** 23:30 on 10 March in São Paulo, already 11 March in UTC. */
const now = new Date("2026-03-11T02:30:00Z");

type Sold = {
  at: string;
  status?: OrderStatus;
  quantity?: number;
  product?: string;
  name?: string;
};

async function addOrder({ at, status = "pendente", quantity = 1, product = acai, name }: Sold) {
  const item = orderItem({ product_id: product, quantity, price: 10, total: 10 * quantity });
  const itens = [{ ...item, product_name: name ?? item.product_name }];
  const created_at = new Date(at);
  const valor_total = String(10 * quantity);
  await insertOrders(database, { created_at, status, itens, valor_total });
}

const sold = (product_id: string, amount: number) => ({ product_id, amount });

const acai = "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e11";
const caju = "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e12";

test("an empty shop has thirty empty days and nothing else", async () => {
  const dashboard = await readDashboard(database, now);
  const none = { orders: 0, amount: 0 };
  expect(dashboard).toMatchObject({
    waiting: { ...none, oldest: [] },
    today: none,
    month: none,
    revenue: { total: 0, month: 0 },
    stock: { out: 0, low: 0, products: [] },
    bestSellers: [],
    latest: [],
  });
  expect(dashboard.days).toHaveLength(30);
  expect(dashboard.days[0]).toEqual({
    day: "2026-02-09",
    orders: 0,
    revenue: 0,
    revenue_before: 0,
  });
  expect(dashboard.days.at(-1)?.day).toBe("2026-03-10");
});

test("days and months begin at midnight in São Paulo", async () => {
  await addOrder({ at: "2026-03-10T03:00:00Z" });
  await addOrder({ at: "2026-03-11T02:29:59Z", status: "cancelado" });
  await addOrder({ at: "2026-03-10T02:59:59.999Z" });
  await addOrder({ at: "2026-03-01T03:00:00Z" });
  await addOrder({ at: "2026-03-01T02:59:59Z" });
  const { today, month, days, waiting } = await readDashboard(database, now);
  expect(today).toEqual({ orders: 2, amount: 20 });
  expect(month).toEqual({ orders: 4, amount: 40 });
  expect(waiting).toMatchObject({ orders: 4, amount: 40 });
  const ages = waiting.oldest.map(({ created_at }) => created_at);
  expect(ages).toEqual([...ages].sort());
  expect(ages).toHaveLength(4);
  const counts = days.filter(({ orders }) => orders > 0).map(({ day, orders }) => [day, orders]);
  expect(counts).toEqual([
    ["2026-02-28", 1],
    ["2026-03-01", 1],
    ["2026-03-09", 1],
    ["2026-03-10", 2],
  ]);
});

test("revenue counts only delivered orders", async () => {
  await addOrder({ at: "2026-03-09T12:00:00Z", status: "entregue", quantity: 3 });
  await addOrder({ at: "2026-03-09T12:00:00Z", status: "confirmado", quantity: 5 });
  await addOrder({ at: "2025-01-01T12:00:00Z", status: "entregue", quantity: 7 });
  const { revenue, days } = await readDashboard(database, now);
  expect(revenue).toEqual({ total: 100, month: 30 });
  expect(days.at(-2)).toEqual({
    day: "2026-03-09",
    orders: 2,
    revenue: 30,
    revenue_before: 0,
  });
});

test("each day has the revenue of thirty days before", async () => {
  await addOrder({ at: "2026-02-07T12:00:00Z", status: "entregue", quantity: 4 });
  await addOrder({ at: "2026-02-08T12:00:00Z", status: "confirmado" });
  const { days } = await readDashboard(database, now);
  const before = days.filter(({ revenue_before }) => revenue_before > 0);
  expect(before).toMatchObject([{ day: "2026-03-09", revenue: 0, revenue_before: 40 }]);
});

test("what is to be received is overdue after its date, or the day after a delivery without one", async () => {
  const created_at = new Date("2026-03-08T12:00:00Z");
  const order = (changes: NewOrder) =>
    insertOrders(database, { created_at, due_from: "order", ...changes });
  const yesterday = new Date("2026-03-09T12:00:00Z");
  await order({ status: "confirmado", due_days: 2 });
  await order({ status: "confirmado" });
  // Delivered today, and not delivered yet.
  await order({ status: "entregue", delivered_at: now });
  await order({ status: "confirmado", due_days: 1, due_from: "delivery" });
  const overdue = async () => (await readDashboard(database, now)).receivable.overdue;
  expect(await overdue()).toBe(0);
  await order({ status: "confirmado", due_days: 1 });
  await order({ status: "entregue", delivered_at: yesterday });
  await order({ status: "pendente", due_days: 1 });
  expect(await overdue()).toBe(2);
});

test("best sellers cover thirty days and use current names", async () => {
  await database.insert(products).values(productRow({ id: acai, title: "Açaí grosso" }));
  const at = "2026-03-01T12:00:00Z";
  await addOrder({ at, status: "confirmado", quantity: 2, product: caju, name: "Caju" });
  await addOrder({ at, status: "entregue", quantity: 3, name: "Açaí" });
  await addOrder({ at: "2026-03-02T12:00:00Z", status: "entregue" });
  await addOrder({ at, status: "pendente", quantity: 50, product: caju });
  await addOrder({ at: "2026-02-01T12:00:00Z", status: "entregue", quantity: 90, product: caju });
  const { bestSellers } = await readDashboard(database, now);
  expect(bestSellers).toEqual([
    { ...sold(acai, 40), product_name: "Açaí grosso", quantities: { ...noQuantities, unidade: 4 } },
    { ...sold(caju, 20), product_name: "Caju", quantities: { ...noQuantities, unidade: 2 } },
  ]);
});

test("best sellers of different units are compared by their amounts, not by kilos and pieces", async () => {
  const itens = [
    { ...orderItem({ product_id: acai, quantity: 20, price: 2, total: 40 }), unit: "kg" as const },
    orderItem({ product_id: caju, quantity: 3, price: 30, total: 90 }),
  ];
  const created_at = new Date("2026-03-01T12:00:00Z");
  await insertOrders(database, { created_at, status: "entregue", itens, valor_total: "130" });
  const { bestSellers } = await readDashboard(database, now);
  expect(bestSellers).toMatchObject([
    { ...sold(caju, 90), quantities: { ...noQuantities, unidade: 3 } },
    { ...sold(acai, 40), quantities: { ...noQuantities, kg: 20 } },
  ]);
});

test("best sellers follow the status of their orders, and deletions", async () => {
  const at = "2026-03-01T12:00:00Z";
  for (const quantity of [2, 3]) await addOrder({ at, quantity, product: caju, name: "Caju" });
  const listSold = async () =>
    (await readDashboard(database, now)).bestSellers.map(({ quantities, amount }) => [
      quantities.unidade,
      amount,
    ]);
  const setStatus = (status: OrderStatus) => database.update(pedidos).set({ status });
  expect(await listSold()).toEqual([]);
  await setStatus("confirmado");
  expect(await listSold()).toEqual([[5, 50]]);
  await setStatus("entregue");
  expect(await listSold()).toEqual([[5, 50]]);
  await database.execute(sql`SELECT restart_sales()`);
  expect(await listSold()).toEqual([[5, 50]]);
  await database.delete(pedidos).where(eq(pedidos.valor_total, "30.00"));
  expect(await listSold()).toEqual([[2, 20]]);
  await setStatus("cancelado");
  expect(await listSold()).toEqual([]);
});

test("the latest four orders come with their customers", async () => {
  for (let hour = 0; hour < 6; hour += 1) await addOrder({ at: `2026-03-09T0${hour}:00:00Z` });
  const { latest } = await readDashboard(database, now);
  expect(latest.map(({ numero_pedido }) => numero_pedido)).toEqual([1006, 1005, 1004, 1003]);
  expect(latest[0]).toMatchObject({
    customer_name: "Ana Souza",
    status: "pendente",
    valor_total: 10,
    created_at: "2026-03-09T05:00:00.000Z",
  });
});

test("visible products with low or no stock are counted and listed, lowest first", async () => {
  const stocks = { a: 11, b: 10, c: 0, d: -3, e: 1 };
  const rows = Object.entries(stocks).map(([slug, stock]) =>
    productRow({ slug, title: slug, stock }),
  );
  await database.insert(products).values([...rows, productRow({ slug: "f", visible: false })]);
  const { stock } = await readDashboard(database, now);
  expect(stock).toMatchObject({ out: 2, low: 2 });
  expect(stock.products.map(({ slug }) => slug)).toEqual(["d", "c", "e"]);
  expect(stock.products[0]).toMatchObject({ stock: -3, unit: "unidade", image: null });
});

test("today and tomorrow on the dashboard equal a naive computation over random orders", async () => {
  const { next, oneOf, flip } = createRandom(testSeed);
  const below = (limit: number) => Math.floor(next() * limit);
  const date = "2026-03-10";
  const fish = { ...orderItem({ product_id: acai, price: 30 }), unit: "kg" as const };
  const box = orderItem({ product_id: caju, price: 10 });
  const drawn = Array.from({ length: 60 }, () => {
    const grams = 1 + below(9_000);
    const itens = [
      { ...fish, quantity: 1 + below(4), ...(flip() && { weight: grams / 1000 }) },
      { ...box, quantity: below(4) },
      {
        ...box,
        unit: "caixa" as const,
        quantity: 1 + below(3),
        contains: 6,
        variable_weight: true,
      },
    ].filter(flip);
    const some = itens.length > 0 ? itens : [{ ...fish, quantity: 2 }];
    const priced = some.map(({ price, quantity, ...item }) => ({
      ...item,
      price,
      quantity,
      total: toAmount(editedTotal({ ...item, price, quantity })),
    }));
    const fee = below(2000);
    const cents = priced.reduce((sum, { total }) => sum + Math.round(total * 100), fee);
    return {
      itens: priced,
      status: oneOf(["pendente", "confirmado", "entregue", "cancelado"] as const),
      delivery_date: addDays(date, below(4) - 1),
      delivery_fee: String(fee / 100),
      valor_total: String(cents / 100),
    };
  });
  const stored = await insertOrders(database, ...drawn);
  const picked = stored.find(
    ({ status, delivery_date, itens }) =>
      status === "confirmado" && delivery_date === date && itens[0]?.product_id === acai,
  );
  const [line] = picked?.itens ?? [];
  if (picked && line) {
    const { product_id, unit, quantity } = line;
    const all = { [`${product_id} ${unit}`]: quantity };
    await database.insert(packings).values({ id: picked.id, picked: all });
  }
  const expected = [0, 1].map((days) => {
    const own = stored.filter(
      ({ delivery_date, status }) =>
        delivery_date === addDays(date, days) && status !== "cancelado",
    );
    const grams = own
      .flatMap(({ itens }) => itens)
      .map(({ weight, quantity, unit, contains, variable_weight }) => {
        if (unit !== "kg" && !variable_weight) return 0;
        return Math.round((weight ?? quantity * (unit === "kg" ? 1 : (contains ?? 1))) * 1000);
      });
    const open = new Map<string, number>();
    for (const { id, status, itens } of own) {
      if (status !== "confirmado") continue;
      for (const { product_id, unit, quantity } of itens) {
        const isPicked = id === picked?.id && product_id === line?.product_id && unit === line.unit;
        const key = `${product_id} ${unit}`;
        open.set(key, (open.get(key) ?? 0) + (isPicked ? 0 : quantity));
      }
    }
    return {
      date: addDays(date, days),
      // Orders of one customer for one shift and address are one stop.
      stops: new Set(
        own.map(({ customer_id, delivery_shift }) => `${customer_id} ${delivery_shift}`),
      ).size,
      kilos: grams.reduce((sum, one) => sum + one, 0) / 1000,
      amount:
        own.reduce((sum, order) => sum + Math.round(Number(order.valor_total) * 100), 0) / 100,
      unpicked: [...open.values()].filter((quantity) => quantity > 0).length,
    };
  });
  expect(await readComingDays(database, now)).toEqual(expected);
});
