import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { products as productTable } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { packings } from "#app/domain/day/table.ts";
import type { JoinableOrder } from "#app/domain/orders/join/schema.ts";
import { joinedOrders } from "#app/domain/orders/join/table.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import type { Order, PlacedOrder } from "#app/domain/orders/schema.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { toCents } from "#app/shared/money.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly } from "#tests/support/test-run.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const date = addDays(dayOf(new Date()), 3);

type Product = typeof productTable.$inferSelect;
let acai: Product;
let acerola: Product;

beforeEach(async () => {
  acai = await addProduct(database, { stock: 1000 });
  acerola = await addProduct(database, { price: 7.45, stock: 1000 });
  await send("GET", "/api/settings");
  const delivery_settings = { delivery_fee: 10, minimum_order: 0, free_delivery_minimum: 0 };
  await database.update(settings).set({ delivery_settings });
});

const readOrder = async (id: string): Promise<Order> =>
  (await send("GET", `/api/orders/${id}`)).json();
const change = async (id: string, body: object) => {
  const { version } = await readOrder(id);
  const answer = await send("PATCH", `/api/orders/${id}`, { ...body, version });
  expect(answer.status).toBe(200);
};

/** An order for one date. */
async function place(items: object[], changes: object = {}): Promise<PlacedOrder> {
  const answer = await sendOrder(url, { customer: { ...customer, ...changes }, items });
  expect(answer.status).toBe(201);
  const order: PlacedOrder = await answer.json();
  await change(order.id, { delivery_date: date });
  return order;
}

const listJoinable = async (id: string): Promise<JoinableOrder[]> =>
  (await (await send("GET", `/api/orders/${id}/joinable`)).json()).items;
async function join(order: { id: string }, other: { id: string }) {
  const { version } = await readOrder(order.id);
  const { version: other_version } = await readOrder(other.id);
  return send("POST", `/api/orders/${order.id}/join`, {
    order_id: other.id,
    version,
    other_version,
  });
}
const separate = (order: { id: string }, other: { id: string }) =>
  send("DELETE", `/api/orders/${order.id}/join/${other.id}`);

async function readLink({ link }: PlacedOrder): Promise<OrderView> {
  const ref = link.split("/pedido/")[1];
  return (await fetch(`${url}/api/order-links/${ref}`)).json();
}

test("the preview is what the join stores: goods of both, one fee, and what is paid", async () => {
  const first = await place([lineFor(acai, 2)]);
  const second = await place([lineFor(acai, 1), lineFor(acerola, 4)], { note: "Portão azul" });
  await send("POST", `/api/orders/${second.id}/payments`, { amount: 20, method: "PIX" });
  const [preview] = await listJoinable(second.id);
  expect(preview).toMatchObject({
    id: first.id,
    remaining: { id: first.id },
    joined: { delivery_fee: 10, discount: 0, total: 78.5, paid: 20 },
  });
  const joined = await join(second, first);
  expect(joined.status).toBe(200);
  const order: Order = await joined.json();
  expect(order).toMatchObject({
    id: first.id,
    valor_total: 78.5,
    paid_amount: 20,
    delivery_fee: 10,
  });
  expect(order.itens.map(({ quantity, total }) => [quantity, total])).toEqual([
    [3, 38.7],
    [4, 29.8],
  ]);
  expect(order.cliente_info.note).toBe("Portão azul");
  const vanished = await readOrder(second.id);
  expect(vanished).toMatchObject({ status: "cancelado", paid_amount: 0 });
  expect(vanished.cancel_reason).toBe(`Juntado ao pedido nº ${first.numero_pedido}`);
  expect(await listJoinable(first.id)).toEqual([]);
  // The customer's old link leads to the order that has the goods, and no mail says that it was cancelled.
  expect(await readLink(second)).toMatchObject({
    numero_pedido: first.numero_pedido,
    valor_total: 78.5,
  });
  const { rows } = await database.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM outbox WHERE kind = 'mail' AND event = 'cancelado'`,
  );
  expect(rows[0]?.count).toBe(0);
});

test("joining again changes nothing, and an order that changed is rejected", async () => {
  const first = await place([lineFor(acai, 2)]);
  const second = await place([lineFor(acerola, 4)]);
  const body = { order_id: second.id, version: 1, other_version: 1 };
  expect((await send("POST", `/api/orders/${first.id}/join`, body)).status).toBe(409);
  expect((await join(first, second)).status).toBe(200);
  const before = await readOrder(first.id);
  expect((await join(first, second)).status).toBe(200);
  expect(await readOrder(first.id)).toEqual(before);
});

test("of several joins at the same moment one is stored", async () => {
  const first = await place([lineFor(acai, 2)]);
  const second = await place([lineFor(acerola, 4)]);
  const answers = await Promise.all([
    join(first, second),
    join(second, first),
    join(first, second),
  ]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await readOrder(first.id)).toMatchObject({ valor_total: 65.6 });
});

test("two orders that the editor would not accept as one are not joined, and the obstacle is named", async () => {
  const delivery_settings = { delivery_fee: 10, minimum_order: 0, free_delivery_minimum: 20 };
  await database.update(settings).set({ delivery_settings });
  const [first, second] = [await place([lineFor(acai, 1)]), await place([lineFor(acerola, 1)])];
  await change(first.id, { discount: 22.9, reason: "Amostra" });
  await change(second.id, { discount: 17.45, reason: "Amostra" });
  const [preview] = await listJoinable(first.id);
  expect(preview?.joined).toMatchObject({ total: -20 });
  expect(preview?.joined.obstacle).toMatch(/^O desconto é maior que R\$\s20,35\.$/);
  const joined = await join(first, second);
  expect(joined.status).toBe(409);
  expect(await joined.json()).toMatchObject({
    detail: expect.stringMatching(/^Os dois não cabem em um pedido\. O desconto é maior/),
  });
  const bulk = await addProduct(database, { stock: 100_000, unit: "kg" });
  const [third, fourth] = [await place([lineFor(bulk, 9000)]), await place([lineFor(bulk, 9000)])];
  const tooMuch = await join(third, fourth);
  expect(tooMuch.status).toBe(409);
  expect((await tooMuch.json()).detail).toContain("passa de 9999");
  expect(await readOrder(third.id)).toMatchObject({ status: "pendente" });
});

test("joins of one order are undone in reverse order, and the answer names the one that goes first", async () => {
  const orders = [
    await place([lineFor(acai, 1)]),
    await place([lineFor(acai, 2)]),
    await place([lineFor(acerola, 3)]),
  ] as const;
  const [first, second, third] = orders;
  const before = await Promise.all(orders.map(({ id }) => readOrder(id)));
  // The third goes into the second, and both into the first; then the fourth.
  await join(second, third);
  await join(first, second);
  const fourth = await place([lineFor(acerola, 1)]);
  await join(first, fourth);
  const early = await separate(first, second);
  expect(early.status).toBe(409);
  const message = `Separe antes o pedido nº ${fourth.numero_pedido} do nº ${first.numero_pedido}.`;
  expect(await early.json()).toMatchObject({ detail: message });
  const chained = await separate(second, third);
  expect(await chained.json()).toMatchObject({
    detail: `Separe antes o pedido nº ${second.numero_pedido} do nº ${first.numero_pedido}.`,
  });
  for (const [target, source] of [
    [first, fourth],
    [first, second],
    [second, third],
  ] as const) {
    expect((await separate(target, source)).status).toBe(200);
  }
  for (const [index, { id }] of orders.entries()) {
    const { itens, valor_total, status, edited_at } = await readOrder(id);
    expect({ itens, valor_total, status, edited_at }).toEqual({
      itens: before[index]?.itens,
      valor_total: before[index]?.valor_total,
      status: before[index]?.status,
      edited_at: before[index]?.edited_at,
    });
  }
});

test("the fee goes where the goods of both reach the free delivery", async () => {
  const delivery_settings = { delivery_fee: 10, minimum_order: 0, free_delivery_minimum: 60 };
  await database.update(settings).set({ delivery_settings });
  const first = await place([lineFor(acai, 4)]);
  const second = await place([lineFor(acerola, 2)]);
  const order: Order = await (await join(first, second)).json();
  expect(order).toMatchObject({ delivery_fee: 0, valor_total: 66.5 });
});

test("other customers, days, addresses and packed orders are rejected with the reason", async () => {
  const first = await place([lineFor(acai, 2)]);
  const stranger = await place([lineFor(acai, 1)], {
    document: "111.444.777-35",
    email: "rui@example.com",
    phone: "(11) 91111-1111",
  });
  const elsewhere = await place([lineFor(acai, 1)], { number: "2000" });
  const later = await place([lineFor(acai, 1)]);
  await change(later.id, { delivery_date: addDays(date, 1) });
  const confirmed = await place([lineFor(acai, 1)]);
  await change(confirmed.id, { status: "confirmado" });
  const reasons = [];
  for (const other of [stranger, elsewhere, later, confirmed]) {
    const rejection = await join(first, other);
    expect(rejection.status).toBe(409);
    reasons.push((await rejection.json()).detail);
  }
  expect(reasons).toEqual([
    "Os pedidos não são do mesmo cliente.",
    "Os pedidos não são para a mesma entrega.",
    "Os pedidos não são para a mesma entrega.",
    "Confirme os dois pedidos antes de juntar.",
  ]);
  expect(await listJoinable(first.id)).toEqual([]);
  await change(first.id, { status: "confirmado" });
  await database.execute(sql`INSERT INTO packings (id, packed_at) VALUES (${first.id}, now())`);
  expect((await (await join(first, confirmed)).json()).detail).toContain("separado ou embalado");
});

test("goods that were picked and put back do not prevent a join", async () => {
  const first = await place([lineFor(acai, 2)]);
  const second = await place([lineFor(acerola, 4)]);
  const picked = { [`${acai.id} caixa`]: 0 };
  await database.insert(packings).values({ id: first.id, picked });
  expect(await listJoinable(second.id)).toHaveLength(1);
  expect((await join(first, second)).status).toBe(200);
});

test("the link of a joined order that the seller reopens opens that order again", async () => {
  const first = await place([lineFor(acai, 2)]);
  const second = await place([lineFor(acerola, 4)]);
  await join(first, second);
  await change(second.id, { status: "pendente" });
  expect(await readLink(second)).toMatchObject({ numero_pedido: second.numero_pedido });
});

test("the erasure of customer data leaves none in what undoes a join", async () => {
  const first = await place([lineFor(acai, 2)]);
  const second = await place([lineFor(acerola, 4)]);
  await join(first, second);
  expect((await send("POST", `/api/orders/${first.id}/anonymize`, {})).status).toBe(200);
  const joins = await database.select().from(joinedOrders);
  expect(joins).toHaveLength(1);
  expect(JSON.stringify(joins)).not.toMatch(/maria|paulista|52998224725|98765/i);
  expect((await separate(first, second)).status).toBe(409);
});

test("a join whose order changed since is not undone", async () => {
  const first = await place([lineFor(acai, 2)]);
  const second = await place([lineFor(acerola, 4)]);
  await join(first, second);
  await send("POST", `/api/orders/${first.id}/payments`, { amount: 5, method: "PIX" });
  expect((await separate(first, second)).status).toBe(409);
  expect((await separate(second, first)).status).toBe(404);
});

/** All that is stored of orders, payments, receipts and stock, without versions and instants of changes. */
async function readState(ids: string[]) {
  const orders = await database
    .select(orderColumns)
    .from(pedidos)
    .where(sql`${pedidos.id} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(pedidos.numero_pedido);
  const { rows: paid } = await database.execute(sql`
    SELECT payments.id, order_id, payments.amount, receipt_id, receipts.allocated FROM payments
    JOIN receipts ON receipts.id = receipt_id ORDER BY payments.id`);
  const stocks = await database
    .select({ stock: productTable.stock })
    .from(productTable)
    .orderBy(productTable.id);
  return { orders: orders.map(({ version, updated_at, ...order }) => order), paid, stocks };
}

const line = fc.record({ which: fc.boolean(), quantity: fc.integer({ min: 1, max: 9 }) });
const orderCase = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 2 }),
  paid: fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 2 }),
  discount: fc.integer({ min: 0, max: 200 }),
});

test("goods, payments and stock add up before and after, and undoing gives the rows of before", async () => {
  await fc.assert(
    fc.asyncProperty(orderCase, orderCase, fc.boolean(), async (oldCase, newCase, isConfirmed) => {
      const orders = [];
      for (const { lines, paid, discount } of [oldCase, newCase]) {
        const items = lines.map(({ which, quantity }) => lineFor(which ? acai : acerola, quantity));
        const order = await place(items);
        if (discount > 0) await change(order.id, { discount: discount / 100 });
        if (isConfirmed) await change(order.id, { status: "confirmado" });
        for (const cents of paid) {
          const payment = { amount: cents / 100, method: "PIX" };
          await send("POST", `/api/orders/${order.id}/payments`, payment);
        }
        orders.push(order);
      }
      const [first, second] = orders as [PlacedOrder, PlacedOrder];
      const ids = [first.id, second.id];
      const before = await readState(ids);
      const sum = (name: "valor_total" | "paid_amount" | "delivery_fee") =>
        before.orders.reduce((cents, order) => cents + toCents(order[name]), 0);
      const joined = await join(first, second);
      expect(joined.status).toBe(200);
      const order: Order = await joined.json();
      expect(toCents(order.paid_amount)).toBe(sum("paid_amount"));
      // One of the two fees is not charged.
      expect(toCents(order.valor_total)).toBe(sum("valor_total") - sum("delivery_fee") + 1000);
      const after = await readState(ids);
      expect(after.stocks).toEqual(before.stocks);
      expect((await separate(first, second)).status).toBe(200);
      expect(await readState(ids)).toEqual(before);
      for (const id of ids) await change(id, { status: "cancelado" });
    }),
    // Each run sends about twenty requests.
    { numRuns: isNightly ? 60 : 12 },
  );
});
