import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { packings } from "#app/domain/day/table.ts";
import { deliveryExceptions, deliveryZones } from "#app/domain/delivery/table.ts";
import { orderLinkKey } from "#app/domain/kernel/table.ts";
import type { OrderPreview, OrderView } from "#app/domain/orders/links/schema.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";
import { southZone, wednesday } from "./south-zone.ts";

const { database } = await openTestDatabase();
/** A Tuesday, 15h in São Paulo. */
const beforeCutOff = "2026-11-24T18:00:00Z";
let now = beforeCutOff;
const url = await startApi({ database, now: () => new Date(now) });
const send = createAdminSender(database, url);

/** The zone has one place in the morning. */
const zone = {
  ...southZone,
  free_delivery_minimum: 100,
  shifts: southZone.shifts.map((shift) => ({ ...shift, capacity: 1 })),
};

type Product = typeof products.$inferSelect;
let pulp: Product;
let fruit: Product;
let ref = "";
let id = "";

beforeEach(async () => {
  now = beforeCutOff;
  // Fixed, because each shop reads it once.
  await database.insert(orderLinkKey).values({ key: "k".repeat(43) });
  expect((await send("POST", "/api/delivery/zones", zone)).status).toBe(201);
  pulp = await addProduct(database, {
    title: "Polpa de açaí",
    sale_options: [{ ...mainOption("caixa", 10), tiers: [{ from: 5, price: 8 }] }],
    stock: 100,
  });
  fruit = await addProduct(database, { title: "Morango", price: 15 });
  await place({ items: [line(pulp, 5, 8)], ...wednesday });
});

async function place(order: { items: object[] } & Record<string, unknown>) {
  const response = await sendOrder(url, { customer, ...order });
  expect(response.status, await response.clone().text()).toBe(201);
  const placed = await response.json();
  id = placed.id;
  ref = placed.link.split("/pedido/")[1];
}

const line = (product: Product, quantity: number, price = product.sale_options[0]?.price) => ({
  ...lineFor(product, quantity),
  price,
});

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${url}/api/order-links/${ref}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

const change = (items: object[], version = 1, key: string = randomUUID()) =>
  post("/changes", { version, items }, { "Idempotency-Key": key });

async function saveChange(items: object[], version = 1): Promise<OrderView> {
  const response = await change(items, version);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
}

const read = async (): Promise<OrderView> => (await fetch(`${url}/api/order-links/${ref}`)).json();
const readOrder = async () => (await send("GET", `/api/orders/${id}`)).json();
const stockOf = async ({ id: product }: Product) =>
  Number((await database.select().from(products).where(eq(products.id, product)))[0]?.stock);

async function preview(items: object[], version = 1): Promise<OrderPreview> {
  const response = await post("/changes/preview", { version, items });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
}

const requestedLine = (product: Product, quantity: number) => {
  const { price: _, ...rest } = line(product, quantity);
  return rest;
};

describe("before the cut-off", () => {
  test("the customer adds, and the seller sees what changed until it is accepted", async () => {
    expect((await read()).changes).toEqual({
      open: true,
      until: { date: "2026-11-24", time: "18:00" },
      reason: null,
    });
    const items = [line(pulp, 5, 8), line(fruit, 2)];
    expect(await preview([requestedLine(pulp, 5), requestedLine(fruit, 2)])).toMatchObject({
      valor_total: 78,
    });
    expect((await readOrder()).version).toBe(1);
    const after = await saveChange(items);
    expect(after).toMatchObject({ version: 2, valor_total: 78, delivery_fee: 8, original: null });
    const order = await readOrder();
    expect(order).toMatchObject({ original: null, changed_from: { valor_total: 48 } });
    expect(order.changed_from.itens).toHaveLength(1);
    const stale = await send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
    expect(await readProblem(stale)).toMatchObject({
      status: 409,
      type: "urn:pomar:stale-version",
      title: "O cliente mudou o pedido",
      current: { changed_from: { valor_total: 48 } },
    });
    const accepted = await send("PATCH", `/api/orders/${id}`, { changed_from: null, version: 2 });
    expect(await accepted.json()).toMatchObject({ changed_from: null, version: 3 });
    const [log] = await database
      .select()
      .from(auditLogs)
      .where(eq(auditLogs.user_email, "cliente"));
    expect(log).toMatchObject({ table_name: "orders", operation: "UPDATE", record_id: id });
    expect(log?.new_data).not.toHaveProperty("changed_from");
  });

  test("two changes are one for the seller, a confirmation accepts them, and one back is none", async () => {
    await saveChange([line(pulp, 6, 8)]);
    await saveChange([line(pulp, 6, 8), line(fruit, 1)], 2);
    expect((await readOrder()).changed_from).toMatchObject({ itens: [{ quantity: 5 }] });
    await saveChange([line(pulp, 5, 8)], 3);
    expect((await readOrder()).changed_from).toBeNull();
    await saveChange([line(pulp, 7, 8)], 4);
    await send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 5 });
    expect(await readOrder()).toMatchObject({ changed_from: null, status: "confirmado" });
  });

  test("a line whose quantity stays keeps its price, one that changes has that of today and its tier", async () => {
    await database
      .update(products)
      .set({ sale_options: [{ ...mainOption("caixa", 12), tiers: [{ from: 5, price: 9 }] }] })
      .where(eq(products.id, pulp.id));
    const added = await saveChange([line(pulp, 5, 8), line(fruit, 1)]);
    expect(added.itens[0]).toMatchObject({ quantity: 5, price: 8, total: 40 });
    expect((await preview([requestedLine(pulp, 4)], 2)).itens).toMatchObject([
      { price: 12, total: 48 },
    ]);
    expect(await readProblem(await change([line(pulp, 4, 8)], 2))).toMatchObject({
      status: 409,
      type: "urn:pomar:lines-changed",
      lines: [{ reason: "price-changed", price_seen: 8, price_now: 12 }],
    });
    const lowered = await saveChange([line(pulp, 4, 12)], 2);
    expect(lowered.itens).toMatchObject([{ quantity: 4, price: 12, total: 48 }]);
    const raised = await saveChange([line(pulp, 10, 9)], 3);
    expect(raised.itens).toMatchObject([{ quantity: 10, price: 9, total: 90 }]);
  });

  test("a price table of the order counts, and its minimum", async () => {
    const table = {
      name: "Lanchonetes",
      percentages: {},
      prices: [{ product_id: fruit.id, unit: "caixa", price: 11 }],
      minimum_order: 60,
    };
    const created = await send("POST", "/api/price-tables", table);
    expect(created.status, await created.clone().text()).toBe(201);
    const { id: price_table_id } = await created.json();
    await database.update(pedidos).set({ price_table_id, price_table: "Lanchonetes" });
    const priced = await preview([requestedLine(pulp, 5), requestedLine(fruit, 2)], 2);
    expect(priced.itens[1]).toMatchObject({ price: 11, total: 22 });
    expect(
      await readProblem(await change([line(pulp, 5, 8), line(fruit, 1, 11)], 2)),
    ).toMatchObject({ type: "urn:pomar:below-minimum", title: expect.stringContaining("60,00") });
  });

  test("the fee changes only where the change crosses the amount of free delivery", async () => {
    await database.update(deliveryZones).set({ fee: 30 });
    expect(await saveChange([line(pulp, 6, 8)])).toMatchObject({
      delivery_fee: 8,
      valor_total: 56,
    });
    const free = await saveChange([line(pulp, 13, 8)], 2);
    expect(free).toMatchObject({ delivery_fee: 0, valor_total: 104 });
    expect(await saveChange([line(pulp, 14, 8)], 3)).toMatchObject({ delivery_fee: 0 });
    const paying = await saveChange([line(pulp, 5, 8)], 4);
    expect(paying).toMatchObject({ delivery_fee: 30, valor_total: 70 });
  });

  test("the minimum order holds", async () => {
    expect(await readProblem(await change([line(pulp, 1, 10)]))).toMatchObject({
      status: 409,
      type: "urn:pomar:below-minimum",
      title: "O pedido mínimo é de R$ 20,00",
    });
    expect((await readOrder()).version).toBe(1);
  });

  test("goods that are gone can be lowered, not raised or added", async () => {
    await database.update(products).set({ stock: 0 });
    for (const items of [[line(pulp, 6, 8)], [line(pulp, 5, 8), line(fruit, 1)]]) {
      expect(await readProblem(await change(items))).toMatchObject({
        type: "urn:pomar:lines-changed",
        lines: [{ reason: "sold-out" }],
      });
    }
    expect(await saveChange([line(pulp, 4, 10)])).toMatchObject({ valor_total: 48 });
  });

  test("a hidden product can be lowered at its agreed price, and nothing of it is shown", async () => {
    await database
      .update(products)
      .set({
        visible: false,
        title: "Segredo",
        sale_options: [{ ...mainOption("caixa", 77), minimum: 2, step: 2 }],
      })
      .where(eq(products.id, pulp.id));
    const previewed = await preview([requestedLine(pulp, 4)]);
    expect(previewed.itens).toMatchObject([
      { product_name: "Polpa de açaí", quantity: 4, price: 8, total: 32 },
    ]);
    const problems = [
      await (await change([line(pulp, 4, 10)])).text(),
      await (await change([line(pulp, 3, 8)])).text(),
      await (await change([line(pulp, 6, 8)])).text(),
    ];
    expect(problems.map((body) => JSON.parse(body).type)).toEqual([
      "urn:pomar:lines-changed",
      "urn:pomar:quantity-step",
      "urn:pomar:lines-changed",
    ]);
    expect(problems.join()).not.toMatch(/Segredo|\b77\b/);
    expect(await saveChange([line(pulp, 4, 8)])).toMatchObject({ valor_total: 40 });
  });

  test("a line that is taken out leaves no trace but in the history", async () => {
    await saveChange([line(pulp, 5, 8), line(fruit, 2)]);
    const without = await saveChange([line(fruit, 2)], 2);
    expect(without.itens).toMatchObject([{ product_name: "Morango", quantity: 2 }]);
    expect((await readOrder()).cliente_info.totalItems).toBe(2);
  });

  test("the order keeps its place in a full shift", async () => {
    const other = await sendOrder(url, { customer, items: [line(pulp, 5, 8)], ...wednesday });
    expect((await readProblem(other)).type).toBe("urn:pomar:delivery-changed");
    expect(await saveChange([line(pulp, 6, 8)])).toMatchObject(wednesday);
  });

  test("the same key changes the order once, and another body with it is rejected", async () => {
    const key = randomUUID();
    const items = [line(pulp, 6, 8)];
    const answers = await Promise.all([change(items, 1, key), change(items, 1, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await (await change(items, 1, key)).json()).version).toBe(2);
    expect(await readProblem(await change([line(pulp, 7, 8)], 1, key))).toMatchObject({
      status: 422,
      type: "urn:pomar:key-reused",
    });
    expect((await readOrder()).itens).toMatchObject([{ quantity: 6 }]);
    expect((await post("/changes", { version: 1, items })).status).toBe(400);
  });

  test("of the seller's edit and the customer's at once one is saved", async () => {
    const lineOfSeller = { ...line(pulp, 2, 20) };
    const [bySeller, byCustomer] = await Promise.all([
      send("PATCH", `/api/orders/${id}`, { itens: [lineOfSeller], version: 1 }),
      change([line(pulp, 6, 8)]),
    ]);
    expect([bySeller.status, byCustomer.status].sort()).toEqual([200, 409]);
  });

  test("an order that the seller edited meanwhile is answered, and the agreed price of a line that stays is kept", async () => {
    const edit = { itens: [line(pulp, 2, 20)], version: 1 };
    expect((await send("PATCH", `/api/orders/${id}`, edit)).status).toBe(200);
    expect(await readProblem(await change([line(pulp, 6, 8)]))).toMatchObject({
      status: 409,
      type: "urn:pomar:stale-version",
      title: "O pedido mudou enquanto você editava",
      order: { version: 2, itens: [{ quantity: 2, price: 20 }] },
    });
    const after = await saveChange([line(pulp, 2, 20), line(fruit, 1)], 2);
    expect(after.itens).toMatchObject([{ price: 20 }, { price: 15 }]);
    expect(await readOrder()).toMatchObject({ original: { valor_total: 48 } });
  });

  test("an edit of the seller accepts what the customer changed", async () => {
    await saveChange([line(pulp, 6, 8)]);
    const edit = { itens: [line(pulp, 3, 8)], version: 2 };
    expect((await send("PATCH", `/api/orders/${id}`, edit)).status).toBe(200);
    expect(await readOrder()).toMatchObject({
      changed_from: null,
      original: { itens: [{ quantity: 6 }] },
    });
  });
});

describe("an order that is closed", () => {
  const changeProblem = async (items = [line(pulp, 6, 8)], version = 1) =>
    readProblem(await change(items, version));

  test("after its cut-off", async () => {
    now = "2026-11-24T21:00:00Z";
    expect(await changeProblem()).toMatchObject({
      status: 409,
      type: "urn:pomar:order-closed",
      title: "O prazo para mudar este pedido passou. Fale com a loja.",
    });
    expect((await read()).changes).toEqual({ open: false, until: null, reason: "cut-off" });
    const previewed = await post("/changes/preview", {
      version: 1,
      items: [requestedLine(pulp, 6)],
    });
    expect((await readProblem(previewed)).type).toBe("urn:pomar:order-closed");
  });

  test("when its day or its shift is not offered any more", async () => {
    await database.insert(deliveryExceptions).values({ date: "2026-11-25" });
    expect((await changeProblem()).type).toBe("urn:pomar:order-closed");
    await database.delete(deliveryExceptions);
    const later = { name: "Manhã", from: "09:00", until: "12:00", capacity: null };
    await database.update(deliveryZones).set({ shifts: [later] });
    expect((await read()).changes.open).toBe(true);
    await database.update(deliveryZones).set({ shifts: [{ ...later, name: "Tarde" }] });
    expect((await read()).changes.reason).toBe("cut-off");
  });

  test("once it is confirmed, unless the shop allows it, and then until it is picked", async () => {
    await send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
    expect(await stockOf(pulp)).toBe(95);
    expect(await changeProblem(undefined, 2)).toMatchObject({
      title: "Este pedido já foi confirmado. Fale com a loja.",
    });
    await database.update(settings).set({ confirmed_orders_open: true });
    await saveChange([line(pulp, 7, 8), line(fruit, 1)], 2);
    expect([await stockOf(pulp), await stockOf(fruit)]).toEqual([93, 9]);
    await database.insert(packings).values({ id, picked: { [`${pulp.id} caixa`]: 0 } });
    expect((await read()).changes.open).toBe(true);
    await database.update(packings).set({ picked: { [`${pulp.id} caixa`]: 2 } });
    expect(await changeProblem(undefined, 3)).toMatchObject({
      title: "Este pedido já está sendo separado. Para mudar algo, fale com a loja.",
    });
  });

  test("when it is confirmed without a day; a pending one without a day stays open", async () => {
    await database.update(pedidos).set({ delivery_date: null, delivery_shift: null });
    await database.update(settings).set({ confirmed_orders_open: true });
    expect((await read()).changes).toEqual({ open: true, until: null, reason: null });
    await database.update(pedidos).set({ status: "confirmado" });
    expect((await read()).changes).toEqual({ open: false, until: null, reason: "undated" });
  });

  test("when it is cancelled or delivered", async () => {
    await database.update(settings).set({ confirmed_orders_open: true });
    for (const status of ["cancelado", "entregue"] as const) {
      await database.update(pedidos).set({ status });
      expect((await read()).changes.reason).toBe("status");
    }
  });

  test("for a wrong token as for an unknown order", async () => {
    const right = ref;
    ref = `${right.split("-")[0]}-${"A".repeat(22)}`;
    expect((await change([line(pulp, 6, 8)])).status).toBe(404);
    expect(
      (await post("/changes/preview", { version: 1, items: [requestedLine(pulp, 6)] })).status,
    ).toBe(404);
    ref = right;
    expect((await readOrder()).version).toBe(1);
  });
});

describe("a confirmed order, where the shop allows changes,", () => {
  beforeEach(async () => {
    await database.update(settings).set({
      confirmed_orders_open: true,
      payment_methods: ["PIX"],
      pix: { key: "a@b.co", merchant_name: "Pomar", merchant_city: "Jundiaí" },
    });
    await send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
  });
  const pay = (amount: number) =>
    send("POST", `/api/orders/${id}/payments`, { amount, method: "PIX" });

  test("owes the rest after a payment, which the Pix code shows, or is overpaid", async () => {
    expect((await read()).pix?.amount).toBe(48);
    expect((await pay(48)).status).toBeLessThan(300);
    const { version } = await read();
    const more = await saveChange([line(pulp, 5, 8), line(fruit, 1)], version);
    expect(more).toMatchObject({ valor_total: 63, paid_amount: 48, payment_state: "partial" });
    expect(more.pix?.amount).toBe(15);
    const less = await saveChange([line(pulp, 3, 10)], more.version);
    expect(less).toMatchObject({ valor_total: 38, payment_state: "overpaid", pix: null });
  });

  test("is cancelled with its goods back in the stock, but not once it has a payment", async () => {
    await pay(10);
    const { version } = await read();
    expect(await readProblem(await post("/cancel", { version }))).toMatchObject({
      status: 409,
      type: "urn:pomar:order-paid",
    });
    const payments = `/api/orders/${id}/payments`;
    const [payment] = (await (await send("GET", payments)).json()).items;
    expect((await send("DELETE", `${payments}/${payment.id}`)).status).toBe(204);
    const current = await read();
    const cancelled = await post("/cancel", { version: current.version, reason: "Viajo" });
    expect(await cancelled.json()).toMatchObject({ status: "cancelado" });
    expect(await stockOf(pulp)).toBe(100);
  });

  test("is not cancelled after its cut-off", async () => {
    now = "2026-11-24T21:00:00Z";
    expect((await readProblem(await post("/cancel", { version: 2 }))).type).toBe(
      "urn:pomar:order-confirmed",
    );
  });
});

test("a network changes only so many orders", async () => {
  const limited = await startApi({ database, orderLimit: 1, now: () => new Date(now) });
  const request = (version: number) =>
    fetch(`${limited}/api/order-links/${ref}/changes`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
      body: JSON.stringify({ version, items: [line(pulp, 5 + version, 8)] }),
    });
  expect((await request(1)).status).toBe(200);
  expect(await readProblem(await request(2))).toMatchObject({
    status: 429,
    type: "urn:pomar:too-many-changes",
  });
});
