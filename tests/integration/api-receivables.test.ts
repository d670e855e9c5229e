import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import type { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import type { Receipt } from "#app/domain/orders/payments/schema.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";
import type { Account, Statement } from "#app/domain/receivables/schema.ts";
import { readCashDay } from "#app/domain/reports/money/queries.server.ts";
import type { Sales } from "#app/domain/reports/sales/schema.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, memberCookie } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const today = dayOf(new Date());

let product: typeof products.$inferSelect;
let orders: PlacedOrder[];
let path: string;

const setStatus = (order: PlacedOrder, status: string, version: number) =>
  send("PATCH", `/api/orders/${order.id}`, { status, version });
const read = async <Data>(address: string): Promise<Data> => (await send("GET", address)).json();
const readAccount = () => read<Account>(`${path}/account`);
const listReceipts = async () => (await read<{ items: Receipt[] }>(`${path}/receipts`)).items;
const record = (body: object, key?: string) =>
  send("POST", `${path}/receipts`, body, key ? { "Idempotency-Key": key } : {});

/** Three confirmed orders of R$ 25,80 of one customer, the first of which is delivered. */
beforeEach(async () => {
  product = await addProduct(database);
  orders = [];
  for (let index = 0; index < 3; index += 1) {
    const order = { customer, items: [lineFor(product, 2)] };
    orders.push(await (await sendOrder(url, order)).json());
  }
  for (const order of orders) await setStatus(order, "confirmado", 1);
  await setStatus(orders[0] as PlacedOrder, "entregue", 2);
  const { customer_id } = await read<{ customer_id: string }>(`/api/orders/${orders[0]?.id}`);
  path = `/api/customers/${customer_id}`;
});

test("one receipt pays several orders, the oldest first, and the rest is credit", async () => {
  const recorded = await record({ amount: 60, method: "PIX", note: "Transferência" });
  expect(recorded.status).toBe(201);
  const receipt: Receipt = await recorded.json();
  expect(receipt.payments.map(({ amount }) => amount)).toEqual([25.8, 25.8, 8.4]);
  expect(receipt).toMatchObject({ amount: 60, credit: 0, kind: "pix" });
  const more: Receipt = await (await record({ amount: 30, method: "Dinheiro" })).json();
  expect(more.credit).toBe(12.6);
  expect(await readAccount()).toMatchObject({ credit: 12.6, open_orders: [], balance: -64.2 });
  const cash = await readCashDay(database, today);
  expect(cash.methods).toEqual([
    { method: "PIX", payments: 1, received: 60, refunded: 0 },
    { method: "Dinheiro", payments: 1, received: 30, refunded: 0 },
  ]);
  expect(cash.payments[0]?.orders).toHaveLength(3);
  const csv = await (
    await send("GET", `/api/payments/export.csv?from=${today}&until=${today}`)
  ).text();
  expect(csv.trim().split("\r\n")).toHaveLength(3);
});

test("a repeated request is recorded once", async () => {
  const body = { amount: 10, method: "PIX" };
  const key = crypto.randomUUID();
  const [one, again] = [await record(body, key), await record(body, key)];
  expect(one.status).toBe(201);
  expect(await one.json()).toEqual(await again.json());
  expect(await listReceipts()).toHaveLength(1);
  expect((await record({ ...body, amount: 11 }, key)).status).toBe(422);
});

test("the shares are chosen, and wrong ones are refused without a trace", async () => {
  const [first, second] = orders as [PlacedOrder, PlacedOrder];
  const chosen = await record({
    amount: 30,
    method: "PIX",
    payments: [{ order_id: second.id, amount: 20 }],
  });
  expect(await chosen.json()).toMatchObject({ credit: 10, payments: [{ amount: 20 }] });
  const wrong: [part: object, message: RegExp][] = [
    [{ amount: 5.81, order_id: second.id }, /faltam R\$\s5,80/],
    [{ amount: 1, order_id: crypto.randomUUID() }, /não é deste cliente/],
    [{ amount: 11, order_id: first.id }, /passa do valor/],
  ];
  for (const [part, message] of wrong) {
    const refused = await record({ amount: 10, method: "PIX", payments: [part] });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(await readProblem(refused))).toMatch(message);
  }
  await setStatus(first, "cancelado", 3);
  const cancelled = { amount: 1, method: "PIX", payments: [{ order_id: first.id, amount: 1 }] };
  expect((await record(cancelled)).status).toBe(400);
  expect(await listReceipts()).toHaveLength(1);
});

test("a split and the merge that undoes it change no sum, and what is paid is owed nowhere", async () => {
  const [first, second, third] = orders as [PlacedOrder, PlacedOrder, PlacedOrder];
  await setStatus(second, "entregue", 2);
  await setStatus(third, "entregue", 2);
  await record({ amount: 60, method: "PIX" });
  const before = await readAccount();
  expect(before).toMatchObject({ balance: 17.4, credit: 0 });
  const split = await send("POST", `${path}/split`, { orders: [first.id] });
  expect(split.status).toBe(200);
  const other = `/api/customers/${(await split.json()).id}`;
  const accountOf = (address: string) => read<Account>(`${address}/account`);
  expect(await accountOf(other)).toMatchObject({ balance: 0, credit: 0, open_orders: [] });
  expect(await readAccount()).toMatchObject({ balance: 17.4, credit: 0 });
  const period = `from=${today}&until=${today}`;
  const statementOf = (address: string) => read<Statement>(`${address}/statement?${period}`);
  const here = await statementOf(path);
  expect(here.entries.map(({ kind, amount }) => [kind, amount])).toEqual(
    expect.arrayContaining([
      ["order", 25.8],
      ["receipt", -34.2],
    ]),
  );
  const there = await statementOf(other);
  expect(there.entries.map(({ kind, amount }) => [kind, amount])).toEqual(
    expect.arrayContaining([
      ["order", 25.8],
      ["receipt", -25.8],
    ]),
  );
  expect([here.closing, there.closing]).toEqual([17.4, 0]);
  const merged = { customer_id: other.split("/").at(-1) };
  expect((await send("POST", `${path}/merge`, merged)).status).toBe(200);
  expect(await readAccount()).toEqual(before);
});

test("what merged customers returned of one's credit is of that one once they are separated", async () => {
  await record({ amount: 100, method: "PIX" });
  const { id } = await (await send("POST", "/api/customers", { name: "Filial" })).json();
  const branch = `/api/customers/${id}`;
  await send("POST", `${branch}/receipts`, { amount: 10, method: "PIX" });
  await send("POST", `${path}/merge`, { customer_id: id });
  await send("POST", `${path}/refunds`, { amount: 30, method: "PIX", note: "Troco" });
  const together = await readAccount();
  expect(together.credit).toBe(2.6);
  expect((await send("POST", `${branch}/separate`)).status).toBe(200);
  const other = await read<Account>(`${branch}/account`);
  expect([(await readAccount()).credit, other.credit]).toEqual([0, 2.6]);
  expect((await readAccount()).balance + other.balance).toBeCloseTo(together.balance);
  expect((await listReceipts()).map(({ amount }) => amount)).toContain(-22.6);
  const { items } = await read<{ items: Receipt[] }>(`${branch}/receipts`);
  expect(items.map(({ amount }) => amount)).toEqual(expect.arrayContaining([10, -7.4]));
  const logged = await database
    .select({ record: auditLogs.record_id, old: auditLogs.old_data, new: auditLogs.new_data })
    .from(auditLogs)
    .where(eq(auditLogs.table_name, "receipts"));
  const root = path.split("/").at(-1);
  expect(logged.map(({ record, old, new: saved }) => [record, old?.amount, saved?.amount])).toEqual(
    expect.arrayContaining([
      [root, -30, undefined],
      [root, undefined, -22.6],
      [id, undefined, -7.4],
    ]),
  );
  expect((await record({ amount: 5, method: "PIX" })).status).toBe(201);
});

test("a refund that goes to the other one of two separated customers is in the log and the sales of both", async () => {
  const { id } = await (await send("POST", "/api/customers", { name: "Filial" })).json();
  const branch = `/api/customers/${id}`;
  await send("POST", `${branch}/receipts`, { amount: 10, method: "PIX" });
  await send("POST", `${path}/merge`, { customer_id: id });
  const refund = { amount: 10, method: "PIX", note: "Troco" };
  const { id: refundId } = await (await send("POST", `${path}/refunds`, refund)).json();
  const received = async () => {
    const query = `from=${today}&until=${today}&by=customer&figure=received`;
    const { rows } = await read<Sales>(`/api/sales?${query}`);
    return rows.map(({ key, amount }) => [key, amount]).toSorted();
  };
  const root = path.split("/").at(-1) ?? "";
  expect(await received()).toEqual([[root, 0]]);
  expect((await send("POST", `${branch}/separate`)).status).toBe(200);
  expect(await received()).toEqual([[id, 0]]);
  const entries = await database
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.table_name, "receipts"));
  const isRefund = ({ old_data, new_data }: (typeof entries)[number]) =>
    (old_data ?? new_data)?.id === refundId;
  const logged = entries.filter(isRefund).map(({ operation, record_id }) => [operation, record_id]);
  expect(logged).toHaveLength(3);
  expect(logged).toEqual(
    expect.arrayContaining([
      ["INSERT", root],
      ["DELETE", root],
      ["INSERT", id],
    ]),
  );
});

test.each([
  [{ amount: 0, method: "PIX" }],
  [{ amount: -5, method: "PIX" }],
  [{ amount: 1.001, method: "PIX" }],
  [{ amount: 5 }],
  [{ amount: 5, method: "PIX", received_at: "2999-01-01T00:00:00Z" }],
])("%j is no receipt", async (body) => {
  expect((await record(body)).status).toBe(400);
  expect(await listReceipts()).toEqual([]);
});

test("credit is used for the next order, returned with a reason, and never twice", async () => {
  await record({ amount: 100, method: "PIX" });
  const next: PlacedOrder = await (
    await sendOrder(url, { customer, items: [lineFor(product, 1)] })
  ).json();
  await setStatus(next, "confirmado", 1);
  const used = await send("POST", `${path}/credit`, {});
  expect(await used.json()).toEqual({ used: 12.9 });
  expect(await read(`/api/orders/${next.id}`)).toMatchObject({ payment_state: "paid" });
  expect(await readAccount()).toMatchObject({ credit: 9.7 });
  const refund = (body: object) => send("POST", `${path}/refunds`, { method: "PIX", ...body });
  expect((await refund({ amount: 5 })).status).toBe(400);
  expect(JSON.stringify(await readProblem(await refund({ amount: 9.71, note: "Troco" })))).toMatch(
    /R\$\s9,70/,
  );
  expect(await (await refund({ amount: 9.7, note: "Troco" })).json()).toMatchObject({
    amount: -9.7,
  });
  expect((await send("POST", `${path}/credit`, {})).status).toBe(400);
  expect(await readAccount()).toMatchObject({ credit: 0 });
});

test("a receipt is undone as a whole, but not when its credit was returned", async () => {
  const receipt: Receipt = await (await record({ amount: 90, method: "PIX" })).json();
  const undo = (id: string) => send("DELETE", `${path}/receipts/${id}`);
  const refund = { amount: 5, method: "PIX", note: "Troco" };
  const refunded: Receipt = await (await send("POST", `${path}/refunds`, refund)).json();
  expect(JSON.stringify(await readProblem(await undo(receipt.id)))).toContain(
    "Desfaça antes a devolução",
  );
  expect((await undo(refunded.id)).status).toBe(204);
  expect((await undo(receipt.id)).status).toBe(204);
  expect((await undo(receipt.id)).status).toBe(404);
  expect((await readAccount()).open_orders.map(({ open }) => open)).toEqual([25.8, 25.8, 25.8]);
});

test("a part of a receipt that an order gives back is credit again", async () => {
  const [first] = orders as [PlacedOrder];
  await record({ amount: 25.8, method: "PIX", payments: [{ order_id: first.id, amount: 25.8 }] });
  const { items } = await read<{ items: { id: string }[] }>(`/api/orders/${first.id}/payments`);
  await send("DELETE", `/api/orders/${first.id}/payments/${items[0]?.id}`);
  expect(await readAccount()).toMatchObject({ credit: 25.8 });
});

test("the statement has deliveries, later changes with their reason, receipts and adjustments", async () => {
  const [first, second] = orders as [PlacedOrder, PlacedOrder];
  await send("PATCH", `/api/orders/${first.id}`, {
    discount: 0.8,
    reason: "Caixa amassada",
    version: 3,
  });
  await record({ amount: 20, method: "PIX" });
  await send("POST", `${path}/adjustments`, { amount: 2.5, note: "Entrega atrasada" });
  await setStatus(second, "entregue", 2);
  await setStatus(second, "confirmado", 3);
  const period = `from=${today}&until=${today}`;
  const { opening, entries, closing } = await read<Statement>(`${path}/statement?${period}`);
  const [a, b] = [first.numero_pedido, second.numero_pedido];
  expect(
    entries.map(({ kind, numero_pedido, text, amount }) => [kind, numero_pedido, text, amount]),
  ).toEqual([
    ["order", a, null, 25.8],
    ["change", a, "Caixa amassada", -0.8],
    ["receipt", null, "PIX", -20],
    ["adjustment", null, "Entrega atrasada", -2.5],
    ["order", b, null, 25.8],
    ["order", b, null, -25.8],
  ]);
  expect({ opening, closing }).toEqual({ opening: 0, closing: 2.5 });
  expect((await readAccount()).balance).toBe(2.5);
  const csv = await (await send("GET", `${path}/statement.csv?${period}`)).text();
  expect(csv).toContain(`"Pedido nº ${a}: Caixa amassada";"-0,80";"25,00"`);
  // An adjustment is no money.
  expect((await readCashDay(database, today)).methods).toEqual([
    { method: "PIX", payments: 1, received: 20, refunded: 0 },
  ]);
  const later = await read<Statement>(`${path}/statement?from=2090-01-01&until=2090-01-31`);
  expect(later).toMatchObject({ opening: 2.5, entries: [], closing: 2.5 });
  expect((await send("GET", `${path}/statement?from=2026-02-01&until=2026-01-01`)).status).toBe(
    400,
  );
});

test("'equipe' records, the owner adjusts and undoes", async () => {
  const cookie = await memberCookie(database, "equipe");
  const asMember = (method: string, address: string, body?: object) =>
    fetch(url + address, {
      method,
      headers: { Cookie: cookie, "Content-Type": "application/json", Origin: url },
      ...(body && { body: JSON.stringify(body) }),
    });
  const recorded = await asMember("POST", `${path}/receipts`, { amount: 5, method: "PIX" });
  expect(recorded.status).toBe(201);
  const { id } = await recorded.json();
  expect((await asMember("DELETE", `${path}/receipts/${id}`)).status).toBe(403);
  const adjustment = { amount: 5, note: "Avaria" };
  expect((await asMember("POST", `${path}/adjustments`, adjustment)).status).toBe(403);
});

test("the log has receipts without their notes, and erased customers leave amounts", async () => {
  await record({ amount: 10, method: "PIX", note: "Pago pela Zuleica" });
  const log = await (await send("GET", "/api/audit-logs?table_name=receipts")).text();
  expect(log).toContain("receipts");
  expect(log).not.toContain("Zuleica");
  await send("POST", `/api/orders/${orders[0]?.id}/anonymize`, {});
  const cash = await readCashDay(database, today);
  expect(cash.payments).toMatchObject([{ amount: 10, note: "", customer_name: "" }]);
});

test("deliveries of a customer who pays by the month are one bill, due on its day", async () => {
  const { version } = await read<{ version: number }>(path);
  const change = (body: object) => send("PATCH", path, { version, ...body });
  expect((await change({ billing_closing_day: 32, billing_due_day: 10 })).status).toBe(400);
  expect((await change({ billing_closing_day: 31 })).status).toBe(400);
  expect((await change({ billing_closing_day: 31, billing_due_day: 10 })).status).toBe(200);
  const [first, second, third] = orders as [PlacedOrder, PlacedOrder, PlacedOrder];
  await setStatus(second, "entregue", 2);
  await setStatus(third, "entregue", 2);
  const month = today.slice(0, 7);
  const { bills, balance } = await readAccount();
  expect(bills).toMatchObject([{ orders: 2, total: 51.6, open: 51.6 }]);
  expect(bills[0]?.closes_on.slice(0, 7)).toBe(month);
  expect(addDays(bills[0]?.closes_on ?? "", 10)).toBe(bills[0]?.due_on);
  expect(balance).toBe(77.4);
  // Delivered before it was agreed.
  expect(await read(`/api/orders/${first.id}`)).toMatchObject({ billed_on: null, due_on: null });
  await setStatus(third, "confirmado", 3);
  expect(await read(`/api/orders/${third.id}`)).toMatchObject({ billed_on: null, due_on: null });
  await record({ amount: 40, method: "PIX", payments: [{ order_id: second.id, amount: 25.8 }] });
  expect((await readAccount()).bills).toMatchObject([{ orders: 1, total: 25.8, open: 0 }]);
});

test.each([
  ["2026-11-10", 31, 10, "2026-11-30", "2026-12-10"],
  ["2027-02-01", 30, 30, "2027-02-28", "2027-03-30"],
  ["2026-12-31", 31, 5, "2026-12-31", "2027-01-05"],
  ["2026-11-16", 15, 20, "2026-12-15", "2026-12-20"],
  ["2026-11-15", 15, 15, "2026-11-15", "2026-12-15"],
])(
  "a delivery of %s, closing on %i and due on %i, is billed on %s and due on %s",
  async (day, closing, due, billed_on, due_on) => {
    const { rows } = await database.execute(sql`
    SELECT next_month_day(${day}::date, ${closing})::text AS billed_on,
      next_month_day(next_month_day(${day}::date, ${closing}) + 1, ${due})::text AS due_on`);
    expect(rows).toEqual([{ billed_on, due_on }]);
  },
);

test("credit counts for the limit", async () => {
  await record({ amount: 100, method: "PIX" });
  expect(await read(path)).toMatchObject({ open_amount: 0, credit: 22.6 });
});

test("the statement's link shows the balance with a Pix code, until it is replaced", async () => {
  const pix = { key: "contato@pomar.example", merchant_name: "Pomar", merchant_city: "Jundiaí" };
  await database.update(settings).set({ pix });
  const { path: link } = await (await send("POST", `${path}/statement-link/rotate`)).json();
  expect(link).toMatch(/^\/extrato\/[\da-f-]{36}-[\w-]{22}$/);
  const { path: next } = await (await send("POST", `${path}/statement-link/rotate`)).json();
  expect(next).not.toBe(link);
});
