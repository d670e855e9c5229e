import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { listOrderHistory } from "#app/domain/orders/edit.server.ts";
import type { Payment } from "#app/domain/orders/payments/schema.ts";
import type { Order, OrderItem, PlacedOrder } from "#app/domain/orders/schema.ts";
import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import { listReceivable, readCashDay } from "#app/domain/reports/money/queries.server.ts";
import { type Debtor, groupByDebtor, reminderText } from "#app/domain/reports/money/rules.ts";
import { addDays, dayOf, formatDay } from "#app/shared/days.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

let product: typeof products.$inferSelect;
let order: PlacedOrder;

beforeEach(async () => {
  product = await addProduct(database);
  order = await (await sendOrder(url, { customer, items: [lineFor(product, 2)] })).json();
});

const read = ({ link }: PlacedOrder) =>
  fetch(`${url}/api/order-links/${link.split("/pedido/")[1]}`);

const setStatus = (status: string, version: number) =>
  send("PATCH", `/api/orders/${order.id}`, { status, version });

describe("payment", () => {
  const pix = { key: "contato@pomar.example", merchant_name: "Pomar", merchant_city: "Jundiaí" };
  const path = () => `/api/orders/${order.id}/payments`;
  const pay = (body: object, key?: string) =>
    send("POST", path(), body, key ? { "Idempotency-Key": key } : {});
  const readOrder = async () => (await send("GET", `/api/orders/${order.id}`)).json();

  test("by Pix is offered from the confirmation until the order is paid, and again after undo", async () => {
    await database.update(settings).set({ pix });
    expect(await (await read(order)).json()).toMatchObject({ pix: null });
    await setStatus("confirmado", 1);
    expect(await (await read(order)).json()).toMatchObject({
      pix: { code: expect.stringContaining("540525.80"), amount: 25.8, recipient: "Pomar" },
    });
    const paid = await pay({ method: "PIX", version: 2 });
    expect(paid.status).toBe(201);
    const { id, ...payment } = await paid.json();
    expect(payment).toMatchObject({ order_id: order.id, amount: 25.8, method: "PIX", note: null });
    const at = payment.received_at;
    expect(await readOrder()).toMatchObject({
      paid_at: at,
      paid_method: "PIX",
      paid_amount: 25.8,
      payment_state: "paid",
      version: 3,
    });
    expect(await (await read(order)).json()).toMatchObject({ pix: null, paid_at: at });
    expect((await pay({ method: "PIX", version: 2 })).status).toBe(409);
    expect((await send("DELETE", `${path()}/${id}`)).status).toBe(204);
    expect((await send("DELETE", `${path()}/${id}`)).status).toBe(404);
    expect((await (await read(order)).json()).pix).not.toBeNull();
  });

  test("in parts: the Pix code asks for the rest, and refunds need a note", async () => {
    await database.update(settings).set({ pix });
    await setStatus("confirmado", 1);
    await pay({ method: "Dinheiro", amount: 20, received_at: "2026-11-01T15:00:00.000Z" });
    expect(await readOrder()).toMatchObject({
      paid_amount: 20,
      payment_state: "partial",
      paid_at: null,
      paid_method: null,
    });
    const view = await (await read(order)).json();
    expect(view).toMatchObject({ paid_amount: 20, payment_state: "partial", pix: { amount: 5.8 } });
    await pay({ method: "PIX", amount: 10 });
    expect(await readOrder()).toMatchObject({ paid_amount: 30, payment_state: "overpaid" });
    expect(await readProblem(await pay({ method: "PIX", amount: -4.2 }))).toMatchObject({
      errors: [{ field: "note", message: expect.stringContaining("por que") }],
    });
    await pay({ method: "PIX", amount: -4.2, note: "Troco" });
    expect(await readOrder()).toMatchObject({ paid_amount: 25.8, payment_state: "paid" });
    const { items } = await (await send("GET", path())).json();
    expect(items.map(({ amount, author }: Payment) => [amount, author])).toEqual([
      [20, email],
      [10, email],
      [-4.2, email],
    ]);
    // Without the first payment more would have been returned than received.
    await pay({ method: "PIX", amount: -20, note: "Devolvido" });
    const removed = await send("DELETE", `${path()}/${items[0].id}`);
    expect(await readProblem(removed)).toMatchObject({ status: 400 });
    await send("PATCH", `/api/orders/${order.id}`, { status: "cancelado", version: 6 });
    expect(await readOrder()).toMatchObject({ paid_amount: 5.8, payment_state: "overpaid" });
    const history = await listOrderHistory(database, new Date(), order.id);
    expect(history.flatMap(({ sentences }) => sentences).slice(0, 3)).toEqual([
      "Status: Confirmado → Cancelado",
      "Devolução: R$ 20,00 (PIX)",
      "Devolução: R$ 4,20 (PIX)",
    ]);
  });

  test.each([
    [{ method: "" }, "method"],
    [{ method: "PIX", amount: 0 }, "amount"],
    [{ method: "PIX", amount: 1.005 }, "amount"],
    [{ method: "PIX", amount: -1, note: "Nada recebido" }, "amount"],
    [{ method: "PIX", received_at: "2126-01-01T00:00:00.000Z" }, "received_at"],
    [{ method: "PIX", received_at: "ontem" }, "received_at"],
  ])("%j is rejected", async (body, field) => {
    const problem = await readProblem(await pay(body));
    expect(problem).toMatchObject({ status: 400, errors: [{ field }] });
    expect((await readOrder()).paid_amount).toBe(0);
  });

  test("sent twice, also at the same time, is stored once", async () => {
    const body = { method: "PIX", amount: 5 };
    const key = "one-payment";
    const both = await Promise.all([pay(body, key), pay(body, key)]);
    const [one, other] = await Promise.all(both.map((response) => response.json()));
    expect(other).toEqual(one);
    expect((await readOrder()).paid_amount).toBe(5);
    expect((await pay({ ...body, amount: 6 }, key)).status).toBe(422);
    expect(
      await readProblem(await send("GET", `/api/orders/${crypto.randomUUID()}/payments`)),
    ).toMatchObject({ status: 404 });
  });

  test("the rest, by two sellers at once, is received once", async () => {
    const answers = await Promise.all([pay({ method: "PIX" }), pay({ method: "Dinheiro" })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await readOrder()).toMatchObject({ paid_amount: 25.8, payment_state: "paid" });
  });

  const moneyStep = fc.record({
    kind: fc.constantFrom("pay", "pay", "refund", "remove", "discount"),
    cents: fc.integer({ min: 1, max: 3000 }),
  });
  const listPaid = async (): Promise<Payment[]> => (await (await send("GET", path())).json()).items;

  async function act({ kind, cents }: { kind: string; cents: number }) {
    const amount = cents / 100;
    if (kind === "pay") return pay({ method: "PIX", amount });
    if (kind === "refund") return pay({ method: "PIX", amount: -amount, note: "Devolvido" });
    if (kind === "discount") {
      const { version } = await readOrder();
      return send("PATCH", `/api/orders/${order.id}`, { discount: amount % 20, version });
    }
    const items = await listPaid();
    const chosen = items[cents % Math.max(1, items.length)];
    return chosen && send("DELETE", `${path()}/${chosen.id}`);
  }

  test("random payments, edits and removals: the order always has their sum", async () => {
    await setStatus("confirmado", 1);
    for (const step of fc.sample(moneyStep)) {
      await act(step);
      const paid = (await listPaid()).reduce((sum, one) => sum + Math.round(one.amount * 100), 0);
      const { paid_amount, valor_total, payment_state, paid_at } = await readOrder();
      const total = Math.round(valor_total * 100);
      expect(Math.round(paid_amount * 100)).toBe(paid);
      const open = total - paid;
      expect(payment_state).toBe(expectedState(paid, open));
      expect(paid_at !== null).toBe(paid > 0 && open <= 0);
      const receivable = (await readDashboard(database, new Date())).receivable;
      expect(receivable).toEqual({
        orders: open > 0 ? 1 : 0,
        amount: Math.max(open, 0) / 100,
        overdue: 0,
      });
    }
  });

  function expectedState(paid: number, open: number) {
    if (open < 0) return "overpaid";
    if (paid === 0) return "open";
    return open > 0 ? "partial" : "paid";
  }

  test("by Pix is not offered for an amount that changes when the goods are weighed", async () => {
    await database.update(settings).set({ pix });
    const specs = { variable_weight: true };
    const cheese = await addProduct(database, { title: "Queijo", unit: "kg", specs });
    const items = [lineFor(product), lineFor(cheese, 2)];
    const weighed: PlacedOrder = await (await sendOrder(url, { customer, items })).json();
    await send("PATCH", `/api/orders/${weighed.id}`, { status: "confirmado", version: 1 });
    const view = await (await read(weighed)).json();
    expect(view).toMatchObject({ status: "confirmado", pix: null });
    expect(view.itens.map((item: OrderItem) => item.variable_weight)).toEqual([undefined, true]);
  });

  test("is filtered, summed and exported", async () => {
    await setStatus("confirmado", 1);
    const open = async () => (await send("GET", "/api/orders?payment=open")).json();
    expect(await open()).toMatchObject({ total: 1, items: [{ id: order.id }] });
    const receivable = async () => (await readDashboard(database, new Date())).receivable;
    expect(await receivable()).toEqual({ orders: 1, amount: 25.8, overdue: 0 });
    await pay({ method: "Dinheiro", amount: 20 });
    expect(await receivable()).toEqual({ orders: 1, amount: 5.8, overdue: 0 });
    await pay({ method: "Dinheiro" });
    expect(await open()).toMatchObject({ total: 0, items: [] });
    const csv = await (await send("GET", "/api/orders/export.csv")).text();
    expect(csv).toMatch(/"Pago em";"Pago com";/);
    expect(csv).toContain('"Dinheiro"');
    expect((await receivable()).orders).toBe(0);
  });

  const place = (changes: object = {}) =>
    sendOrder(url, { customer: { ...customer, ...changes }, items: [lineFor(product, 2)] });
  const chosenBy = async (response: Response) => {
    const { link }: PlacedOrder = await response.json();
    const { payment_method, due_on } = await (await read({ link } as PlacedOrder)).json();
    return [payment_method, due_on];
  };

  test("by a method with terms is due after them, and only for whom it is", async () => {
    const payment_methods = ["PIX", "Boleto"];
    const payment_terms = { Boleto: { audience: "cnpj", days: 28 } };
    await send("PATCH", "/api/settings", { payment_methods, payment_terms, version: 1 });
    const cnpj = "11.222.333/0001-81";
    const due = addDays(dayOf(new Date()), 28);
    expect(await chosenBy(await place({ document: cnpj, payment_method: "Boleto" }))).toEqual([
      "Boleto",
      due,
    ]);
    expect(await chosenBy(await place({ document: cnpj, payment_method: "PIX" }))).toEqual([
      "PIX",
      null,
    ]);
    // Several methods leave the choice open; the only one is meant.
    expect(await chosenBy(await place({ document: cnpj }))).toEqual([null, null]);
    expect(await chosenBy(await place())).toEqual(["PIX", null]);
    for (const payment_method of ["Boleto", "Fiado", "toString"]) {
      expect(await readProblem(await place({ payment_method }))).toMatchObject({
        status: 400,
        errors: [{ field: "customer.payment_method", message: expect.stringContaining("Escolha") }],
      });
    }
  });

  /** Reads the due date from the API, the order's page, 'A receber', the customer's account and the file. */
  async function readDue({ id, customer_id, link }: Order & { link: string }) {
    const answers = [
      await (await send("GET", `/api/orders/${id}`)).json(),
      await (await read({ link } as PlacedOrder)).json(),
      (await listReceivable(database)).items.find((item) => item.id === id),
      (await (await send("GET", `/api/customers/${customer_id}/account`)).json()).open_orders[0],
    ];
    const dues = answers.map(({ due_on, due_is_expected }) => [due_on, due_is_expected]);
    const csv = await (await send("GET", "/api/orders/export.csv")).text();
    const row = csv.split("\r\n").find((line) => line.includes(id)) ?? "";
    const [day, expected] = row.replaceAll('"', "").split(";").slice(-2);
    dues.push([day?.split("/").reverse().join("-"), expected === "sim"]);
    expect(dues).toEqual(dues.map(() => dues[0]));
    return dues[0];
  }

  test("with terms from the delivery is expected after the agreed day, and due after the delivery", async () => {
    const payment_terms = { Boleto: { audience: "all", days: 28 } };
    const payment_methods = ["PIX", "Boleto"];
    await send("PATCH", "/api/settings", { payment_methods, payment_terms, version: 1 });
    const today = dayOf(new Date());
    const placed: PlacedOrder = await (await place({ payment_method: "Boleto" })).json();
    const change = async (body: object): Promise<Order & { link: string }> => {
      const { version } = await (await send("GET", `/api/orders/${placed.id}`)).json();
      const answer = await send("PATCH", `/api/orders/${placed.id}`, { ...body, version });
      expect(answer.status).toBe(200);
      return { ...(await answer.json()), link: placed.link };
    };
    const confirmed = await change({ status: "confirmado" });
    expect(await readDue(confirmed)).toEqual([addDays(today, 28), true]);
    const agreed = await change({ delivery_date: addDays(today, 10) });
    expect(await readDue(agreed)).toEqual([addDays(today, 38), true]);
    const { items } = await listReceivable(database);
    const later = addDays(today, 100);
    const [debtor] = groupByDebtor(items, later);
    expect(debtor).toMatchObject({ open: 2580, overdue: 0 });
    expect(reminderText(debtor as Debtor, { siteName: "Pomar", today: later })).toContain(
      `R$ 25,80, vence em ${formatDay(addDays(today, 38))} (previsto)`,
    );
    const delivered = await change({ status: "entregue" });
    expect(dayOf(new Date(delivered.delivered_at ?? ""))).toBe(today);
    expect(await readDue(delivered)).toEqual([addDays(today, 28), false]);
    expect((await listReceivable(database)).items).toMatchObject([{ delivered_on: today }]);
    const undone = await change({ status: "confirmado" });
    expect(undone.delivered_at).toBeNull();
    expect(await readDue(undone)).toEqual([addDays(today, 38), true]);
  });

  test("with terms from the order is due whenever it is delivered", async () => {
    const payment_terms = { Boleto: { audience: "all", days: 28, due_from: "order" } };
    await send("PATCH", "/api/settings", {
      payment_methods: ["Boleto"],
      payment_terms,
      version: 1,
    });
    const placed: PlacedOrder = await (await place({ payment_method: "Boleto" })).json();
    const due = [addDays(dayOf(new Date()), 28), false];
    for (const [body, version] of [
      [{ status: "confirmado" }, 1],
      [{ delivery_date: addDays(dayOf(new Date()), 10) }, 2],
      [{ status: "entregue" }, 3],
    ] as const) {
      const answer = await send("PATCH", `/api/orders/${placed.id}`, { ...body, version });
      expect(await readDue({ ...(await answer.json()), link: placed.link })).toEqual(due);
    }
    const wrong = { Boleto: { audience: "all", days: 28, due_from: "lua" } };
    const rejected = await send("PATCH", "/api/settings", { payment_terms: wrong, version: 2 });
    expect(await readProblem(rejected)).toMatchObject({
      errors: [{ field: "payment_terms.Boleto.due_from", message: "Use delivery ou order." }],
    });
  });

  test("for customers with a price table is accepted with its cookie only", async () => {
    const payment_methods = ["PIX", "Boleto", "Fiado"];
    const payment_terms = { Fiado: { audience: "tabela", days: 21 } };
    await send("PATCH", "/api/settings", { payment_methods, payment_terms, version: 1 });
    const table = await (await send("POST", "/api/price-tables", { name: "Bares" })).json();
    const request = {
      customer: { ...customer, payment_method: "Fiado" },
      items: [lineFor(product, 2)],
    };
    const cookie = { Cookie: `pomar_tabela=${table.link.split("/t/")[1]}` };
    const due = addDays(dayOf(new Date()), 21);
    expect(await chosenBy(await sendOrder(url, request, cookie))).toEqual(["Fiado", due]);
    const refused = { status: 400, errors: [{ field: "customer.payment_method" }] };
    expect(await readProblem(await sendOrder(url, request))).toMatchObject(refused);
    const revoked = { link_active: false, version: table.version };
    await send("PATCH", `/api/price-tables/${table.id}`, revoked);
    expect(await readProblem(await sendOrder(url, request, cookie))).toMatchObject(refused);
  });

  test("is receivable by customer and due date, and counted in the day's cash", async () => {
    const payment_terms = { Boleto: { audience: "all", days: 3, due_from: "order" } };
    const payment_methods = ["PIX", "Boleto"];
    await send("PATCH", "/api/settings", { payment_methods, payment_terms, version: 1 });
    const late: PlacedOrder = await (await place({ payment_method: "Boleto" })).json();
    await send("PATCH", `/api/orders/${late.id}`, { status: "confirmado", version: 1 });
    await setStatus("confirmado", 1);
    await pay({ method: "PIX", amount: 5 });
    await pay({ method: "PIX", amount: -1, note: "Troco" });
    const { items, total } = await listReceivable(database);
    expect(total).toEqual({ orders: 2, amount: 47.6 });
    const today = dayOf(new Date());
    const [debtor, ...others] = groupByDebtor(items, addDays(today, 4));
    expect(others).toEqual([]);
    expect(debtor).toMatchObject({ name: customer.name, open: 4760, overdue: 2580 });
    const text = reminderText(debtor as Debtor, { siteName: "Pomar", today: addDays(today, 4) });
    expect(text).toContain(`R$ 25,80, venceu em ${formatDay(addDays(today, 3))}`);
    expect(text).toContain("Total: R$ 47,60");
    const cash = await readCashDay(database, today);
    expect(cash.methods).toEqual([{ method: "PIX", payments: 2, received: 5, refunded: -1 }]);
    expect(cash.payments.map(({ amount }) => amount)).toEqual([5, -1]);
    const { received } = await readDashboard(database, new Date());
    expect(received).toEqual({ today: 4, month: 4 });
    const range = `from=${today}&until=${today}`;
    const csv = await (await send("GET", `/api/payments/export.csv?${range}`)).text();
    expect(csv.trim().split("\r\n")).toHaveLength(3);
    expect(csv).toContain('"-1,00";"Troco"');
    const empty = await send("GET", "/api/payments/export.csv?from=2020-01-01&until=2020-01-02");
    expect((await empty.text()).trim().split("\r\n")).toHaveLength(1);
    expect((await send("GET", "/api/payments/export.csv?from=hoje&until=x")).status).toBe(400);
  });

  test.each([
    [{ key: "pomar" }, "pix.key", "Chave Pix inválida"],
    [{ merchant_name: "日本" }, "pix.merchant_name", expect.stringContaining("sem acento")],
  ])("settings with %j are rejected", async (changes, field, message) => {
    const body = { pix: { ...pix, ...changes }, version: 1 };
    const response = await send("PATCH", "/api/settings", body);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([{ field, message }]);
  });

  test("settings are the administrator's: visitors do not see the key", async () => {
    const saved = await send("PATCH", "/api/settings", { pix, version: 1 });
    expect(await saved.json()).toMatchObject({ pix });
    expect(await (await fetch(`${url}/api/settings`)).text()).not.toContain("contato@pomar");
  });
});
