import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "#app/domain/company/table.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { listOrderHistory } from "#app/domain/orders/edit.server.ts";
import type { OrderDetail, PlacedOrder } from "#app/domain/orders/schema.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { writeChangeMail, writeStatusMail } from "#app/domain/outgoing/mail/mails.ts";
import { changeMessage, fillTemplate } from "#app/domain/outgoing/messages.ts";
import { webhooks } from "#app/domain/outgoing/webhooks/table.ts";
import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import { formatMoney } from "#app/shared/money.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

type Product = Awaited<ReturnType<typeof addProduct>>;
let fish: Product;
let ice: Product;
let placed: PlacedOrder;

/** 8 kg of fish at R$ 30 and two boxes of ice at R$ 12,90. */
beforeEach(async () => {
  fish = await addProduct(database, {
    unit: "kg",
    price: 30,
    stock: 100,
    specs: { variable_weight: true },
  });
  ice = await addProduct(database, { title: "Gelo" });
  const response = await sendOrder(url, { customer, items: [lineFor(fish, 8), lineFor(ice, 2)] });
  placed = await response.json();
});

const line = (product: Product, quantity: number, changes: object = {}) => ({
  ...lineFor(product, quantity),
  ...changes,
});
const weighed = () => [line(fish, 8, { weight: 7.355 }), line(ice, 2)];

const change = (body: object, version = 1) =>
  send("PATCH", `/api/orders/${placed.id}`, { version, ...body });

const read = async (): Promise<OrderDetail> =>
  (await send("GET", `/api/orders/${placed.id}`)).json();

test("the weights, a discount and the reason of an edit are stored and answered", async () => {
  const response = await change({ itens: weighed(), discount: 6.45, reason: " Pesado " });
  expect(response.status).toBe(200);
  const edited = await response.json();
  expect(edited).toMatchObject({
    version: 2,
    valor_total: 240,
    discount: 6.45,
    edit_reason: "Pesado",
    original: { valor_total: 265.8 },
    itens: [{ quantity: 8, weight: 7.355, total: 220.65 }, { quantity: 2 }],
  });
  expect(response.headers.get("ETag")).toMatch(/^"2-/);
  expect(await read()).toEqual(edited);
});

test.each<[string, (lines: ReturnType<typeof weighed>) => object, string]>([
  [
    "a weight of 0",
    ([first, other]) => ({ itens: [{ ...first, weight: 0 }, other] }),
    "itens.0.weight",
  ],
  ["a negative weight", ([first]) => ({ itens: [{ ...first, weight: -1 }] }), "itens.0.weight"],
  ["10,000 kg", ([first]) => ({ itens: [{ ...first, weight: 10_000 }] }), "itens.0.weight"],
  ["four decimals", ([first]) => ({ itens: [{ ...first, weight: 1.2345 }] }), "itens.0.weight"],
  ["a weight as text", ([first]) => ({ itens: [{ ...first, weight: "7,5" }] }), "itens.0.weight"],
  [
    "a weight of what is not sent",
    ([first, other]) => ({ itens: [{ ...first, quantity: 0 }, other] }),
    "itens.0.weight",
  ],
  [
    "a weight of a box of ice",
    ([first, other]) => ({ itens: [first, { ...other, weight: 2 }] }),
    "itens.1.weight",
  ],
  [
    "a negative quantity",
    ([first]) => ({ itens: [{ ...first, quantity: -1 }] }),
    "itens.0.quantity",
  ],
  [
    "a quantity above the largest one",
    ([first, other]) => ({ itens: [first, { ...other, quantity: 10_000 }] }),
    "itens.1.quantity",
  ],
  [
    "half a box",
    ([first, other]) => ({ itens: [first, { ...other, quantity: 0.5 }] }),
    "itens.1.quantity",
  ],
  [
    "a price of three decimals",
    ([first]) => ({ itens: [{ ...first, price: 1.005 }] }),
    "itens.0.price",
  ],
  ["a discount above the total", () => ({ discount: 265.81 }), "discount"],
  ["a negative discount", () => ({ discount: -1 }), "discount"],
  ["a negative fee", () => ({ delivery_fee: -1 }), "delivery_fee"],
  ["no line", () => ({ itens: [] }), "itens"],
  [
    "nothing that is sent",
    ([first]) => ({ itens: [{ ...first, quantity: 0, weight: undefined }] }),
    "itens",
  ],
  [
    "a swap with itself",
    ([first]) => ({ itens: [{ ...first, swap_of: first?.product_id }] }),
    "itens.0.swap_of",
  ],
  ["a product twice", ([first, other]) => ({ itens: [first, other, other] }), "itens.2.product_id"],
  [
    "an unknown product",
    ([first]) => ({ itens: [first, { ...first, product_id: customerId }] }),
    "itens.1.product_id",
  ],
  [
    "another unit",
    ([first]) => ({ itens: [{ ...first, unit: "pacote", weight: undefined }] }),
    "itens.0.unit",
  ],
  ["a status at the same time", () => ({ discount: 1, status: "confirmado" }), "status"],
  ["a reason alone", () => ({ reason: "Pesado" }), "status"],
])("%s is rejected and nothing is stored", async (_, body, field) => {
  const problem = await readProblem(await change(body(weighed())));
  expect(problem).toMatchObject({ status: 400 });
  expect(problem.errors?.map((error) => error.field)).toContain(field);
  expect(await read()).toMatchObject({ version: 1, valor_total: 265.8, original: null });
});

const customerId = "11111111-1111-4111-8111-111111111111";

test("a swap of a product that is not in the order is rejected", async () => {
  const other = await addProduct(database);
  const swap = line(other, 1, { swap_of: customerId });
  const problem = await readProblem(await change({ itens: [...weighed(), swap] }));
  expect(problem.errors?.map((error) => error.field)).toEqual(["itens.2.swap_of"]);
});

test("a delivered order needs a reason, and a cancelled one is not edited", async () => {
  await change({ status: "entregue" });
  const problem = await readProblem(await change({ discount: 1 }, 2));
  expect(problem).toMatchObject({ status: 400, errors: [{ field: "reason" }] });
  expect((await change({ discount: 1, reason: "Faltou gelo" }, 2)).status).toBe(200);
  await change({ status: "cancelado" }, 3);
  const rejected = await readProblem(await change({ discount: 2, reason: "Faltou gelo" }, 4));
  expect(rejected).toMatchObject({
    status: 409,
    type: "urn:pomar:order-cancelled",
    current: { status: "cancelado" },
  });
});

test("an order that the customer cancels meanwhile is not edited", async () => {
  const ref = placed.link.split("/pedido/")[1];
  const cancelled = await fetch(`${url}/api/order-links/${ref}/cancel`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ version: 1 }),
  });
  expect(cancelled.status).toBe(200);
  expect(await readProblem(await change({ itens: weighed() }))).toMatchObject({
    status: 409,
    type: "urn:pomar:order-cancelled",
  });
});

test("of two editors one wins and the other sees what differs", { timeout: 120_000 }, async () => {
  await change({ status: "confirmado" });
  for (let count = 1; count <= 50; count += 1) {
    const { version } = await read();
    const grams = 7 + count / 1000;
    const answers = await Promise.all(
      [grams, grams + 0.5].map((weight) =>
        change({ itens: [line(fish, 8, { weight }), line(ice, 2)] }, version),
      ),
    );
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
    if (!won || !lost) throw new Error("an answer is missing");
    expect([won.status, lost.status]).toEqual([200, 409]);
    const [{ weight }] = (await won.json()).itens;
    const problem = await readProblem(lost);
    expect(problem).toMatchObject({
      type: "urn:pomar:stale-version",
      current: { version: version + 1 },
      errors: [{ field: "itens.0.weight", message: `Agora é ${String(weight).replace(".", ",")}` }],
    });
  }
  const { itens } = await read();
  expect(itens[0]?.stock).toBe(Math.round((100 - (itens[0]?.weight ?? 0)) * 1000) / 1000);
});

test("every reader shows the total after an edit", async () => {
  const secret = `whsec_${"a".repeat(43)}=`;
  await database
    .insert(webhooks)
    .values({ url: "https://erp.example/", events: ["order.changed"], secret });
  await database.update(settings).set({
    pix: { key: "loja@example.com", merchant_name: "Loja", merchant_city: "Recife" },
  });
  const feed = await (await send("GET", "/api/orders?after=start")).json();
  await change({ status: "entregue" });
  const total = 240;
  await change({ itens: weighed(), discount: 6.45, reason: "Pesado" }, 2);

  const detail = await read();
  const list = await (await send("GET", "/api/orders")).json();
  // On PostgreSQL the feed waits for transactions that other tests have open.
  const changed = await vi.waitFor(async () => {
    const { items } = await (await send("GET", `/api/orders?after=${feed.next_cursor}`)).json();
    expect(items[0]).toMatchObject({ id: placed.id, status: "entregue" });
    return items[0];
  }, 20_000);
  const ref = placed.link.split("/pedido/")[1];
  const link = await (await fetch(`${url}/api/order-links/${ref}`)).json();
  const sums = await readDashboard(database, new Date());
  const deliveries = await database.select().from(outbox).where(eq(outbox.kind, "webhook"));
  const csv = await (await send("GET", "/api/orders/export.csv")).text();
  const selection = `orders=${placed.id}`;
  const copy = await send("GET", `/api/orders/${placed.id}/customer-data?${selection}`);
  const history = await listOrderHistory(database, new Date(), placed.id);
  const shop = { site_name: null, phone: null, whatsapp: null, email: null };
  const mail = writeStatusMail(detail, "entregue", shop);
  expect({
    detail: detail.valor_total,
    list: list.items[0].valor_total,
    feed: changed.valor_total,
    link: link.valor_total,
    pix: link.pix.amount,
    revenue: sums.revenue,
    receivable: sums.receivable.amount,
    days: sums.days.at(-1)?.revenue,
    sold: sums.bestSellers.map(({ amount }) => amount),
    webhook: deliveries.map(({ payload }) => payload).at(-1),
    copy: (await copy.json()).orders[0].valor_total,
  }).toMatchObject({
    detail: total,
    list: total,
    feed: total,
    link: total,
    pix: total,
    revenue: { total, month: total },
    receivable: total,
    days: total,
    sold: [220.65, 25.8],
    webhook: { data: { valor_total: total } },
    copy: total,
  });
  expect(history[0]?.sentences).toContain(`Total: R$ 265,80 → ${formatMoney(total)}`);
  const changeMail = writeChangeMail(detail, shop);
  expect(changeMail.text).toContain(`Total: ${formatMoney(total)}`);
  const template = changeMessage({ before: 265.8, reason: "Pesado" });
  const values = { nome: "Ana", numero: 1, total: detail.valor_total, link: "" };
  expect(fillTemplate(template, values)).toContain(formatMoney(total));
  expect(link.pix.code).toContain("5406240.00");
  expect(csv).toContain(`"240,00"`);
  expect(mail.text).toContain(`Total: ${formatMoney(total)}`);
});

test("the Pix code is absent while a line is to be weighed", async () => {
  await database.update(settings).set({
    pix: { key: "loja@example.com", merchant_name: "Loja", merchant_city: "Recife" },
  });
  await change({ status: "confirmado" });
  const ref = placed.link.split("/pedido/")[1];
  const pixOf = async () => (await (await fetch(`${url}/api/order-links/${ref}`)).json()).pix;
  expect(await pixOf()).toBeNull();
  await change({ itens: weighed() }, 2);
  expect(await pixOf()).toMatchObject({ amount: 246.45 });
  await change({ itens: [line(fish, 0), line(ice, 2)] }, 3);
  expect(await pixOf()).toMatchObject({ amount: 25.8 });
});

test("an edit of a paid order leaves what was received, and the difference is open", async () => {
  await change({ status: "confirmado" });
  await send("POST", `/api/orders/${placed.id}/payments`, { method: "Dinheiro" });
  expect(await read()).toMatchObject({ paid_amount: 265.8, payment_state: "paid" });
  await change({ itens: weighed() }, 3);
  expect(await read()).toMatchObject({
    valor_total: 246.45,
    paid_amount: 265.8,
    payment_state: "overpaid",
  });
  await change({ itens: weighed(), delivery_fee: 30 }, 4);
  expect(await read()).toMatchObject({ payment_state: "partial", paid_at: null });
  await send("POST", `/api/orders/${placed.id}/payments`, { method: "PIX" });
  expect(await read()).toMatchObject({ payment_state: "paid", paid_method: "PIX" });
});

test("an edit is one entry of the audit log, with the lines before and after", async () => {
  await change({ itens: weighed(), reason: "Pesado" });
  const logs = await (
    await send("GET", `/api/audit-logs?table_name=orders&record_id=${placed.id}`)
  ).json();
  const [edit, ...others] = logs.items.filter(
    (log: { operation: string }) => log.operation === "UPDATE",
  );
  expect(others).toEqual([]);
  expect(edit.old_data.itens[0]).not.toHaveProperty("weight");
  expect(edit).toMatchObject({
    old_data: { valor_total: 265.8, itens: [{ quantity: 8, total: 240 }, {}] },
    new_data: {
      valor_total: 246.45,
      edit_reason: "Pesado",
      itens: [{ weight: 7.355, total: 220.65 }, {}],
    },
  });
});

test("the original is written once, and the total is checked by the database", async () => {
  await change({ itens: weighed() });
  const update = (columns: object) =>
    database.update(pedidos).set(columns).where(eq(pedidos.id, placed.id));
  for (const [columns, constraint] of [
    [
      { original: { itens: [], delivery_fee: 0, valor_total: 0 } },
      "pedidos_original_is_written_once",
    ],
    [{ discount: "1" }, "pedidos_total_is_items_plus_fee_minus_discount"],
    [{ valor_total: "-1" }, "pedidos_amounts_check"],
  ] as const) {
    await expect(update(columns)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(constraint) },
    });
  }
  await expect(
    database.execute(sql`UPDATE pedidos SET original = NULL, edited_at = NULL`),
  ).rejects.toMatchObject({ cause: { message: expect.stringContaining("written_once") } });
});

test("the customer gets a mail about a change only when the seller sends it", async () => {
  const mails = () =>
    database
      .select({ sent_at: outbox.sent_at, order: outbox.order_id })
      .from(outbox)
      .where(eq(outbox.event, "edited"));
  const notify = (id = placed.id) => send("POST", `/api/orders/${id}/change-mail`);
  expect(await readProblem(await notify())).toMatchObject({
    status: 409,
    type: "urn:pomar:order-not-changed",
  });
  expect((await notify(customerId)).status).toBe(404);
  await change({ itens: weighed() });
  expect(await mails()).toEqual([]);
  expect((await notify()).status).toBe(204);
  expect(await mails()).toEqual([{ sent_at: null, order: placed.id }]);
  await database.update(outbox).set({ sent_at: sql`now()` });
  expect((await notify()).status).toBe(204);
  expect(await mails()).toEqual([{ sent_at: null, order: placed.id }]);
  await change({ status: "cancelado" }, 2);
  expect((await notify()).status).toBe(409);
});
