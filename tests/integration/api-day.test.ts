import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import type { HelperRole } from "#app/domain/day/roles.ts";
import { closeDay } from "#app/domain/day/rules.ts";
import type { DayAction, DayView } from "#app/domain/day/schema.ts";
import { helperLinks } from "#app/domain/day/table.ts";
import { editOrder } from "#app/domain/orders/edit.server.ts";
import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { addDays } from "#app/shared/days.ts";
import { insertOrders, type NewOrder, orderRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { startApi } from "./api-shop.ts";
import { addDayProducts, box, confirmed, date, fishId, insertDayOrder } from "./day-orders.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const anyone = createSender(url);

const named = (name: string, zipCode: string): NewOrder["cliente_info"] => ({
  ...orderRow().cliente_info,
  name,
  zipCode,
});

beforeEach(() => addDayProducts(database));

async function readDay(): Promise<DayView> {
  const response = await send("GET", `/api/day?date=${date}`);
  expect(response.status).toBe(200);
  return response.json();
}

function act(action: DayAction, key: string = randomUUID()) {
  return send("POST", "/api/day/actions", action, { "Idempotency-Key": key });
}

async function done(action: DayAction, key?: string) {
  const response = await act(action, key);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
}

describe("the day", () => {
  test("has the orders of its date by CEP until they are put in order, and no cancelled ones", async () => {
    const [late, early] = await insertOrders(
      database,
      { ...confirmed, cliente_info: named("Zilda", "05000000") },
      { ...confirmed, cliente_info: named("Ana", "01000000") },
      { ...confirmed, status: "cancelado" },
      { ...confirmed, delivery_date: addDays(date, 1) },
      { ...confirmed, delivery_date: null, delivery_shift: null },
    );
    const day = await readDay();
    expect(day.orders.map(({ name }) => name)).toEqual(["Ana", "Zilda"]);
    expect(day.undated).toHaveLength(1);
    const route = { date, stops: [late?.id ?? "", early?.id ?? ""], route_version: 0 };
    const key = { "Idempotency-Key": randomUUID() };
    const first = await send("PATCH", "/api/day/route", route, key);
    expect(await first.json()).toMatchObject({ route_version: 1 });
    const repeated = await send("PATCH", "/api/day/route", route, key);
    expect(await repeated.json()).toMatchObject({ route_version: 1 });
    const ordered = await readDay();
    expect(ordered.orders.map(({ name }) => name)).toEqual(["Zilda", "Ana"]);
    expect(ordered.route_version).toBe(1);
    const stale = await send("PATCH", "/api/day/route", route);
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({
      title: "Outra pessoa ordenou a rota ou contou o dinheiro enquanto isso",
    });
  });

  test("an action is stored once per key, and another body under it is rejected", async () => {
    const { id, version } = await insertDayOrder(database);
    const payment = { method: "PIX", amount: 98 };
    const action: DayAction = { kind: "deliver", order: id, version, payment };
    const key = randomUUID();
    const first = await done(action, key);
    expect(await done(action, key)).toMatchObject({ versions: first.versions });
    expect((await act({ ...action, version: version + 1 }, key)).status).toBe(422);
    const day = await readDay();
    expect(day.orders[0]).toMatchObject({ status: "entregue", stop: { received: 98 } });
    expect(day.receipts).toEqual([{ method: "PIX", kind: "pix", amount: 98 }]);
  });

  test("a delivery whose payment is rejected is not stored", async () => {
    const { id, version } = await insertDayOrder(database);
    const payment = { method: "PIX", amount: 0 };
    expect((await act({ kind: "deliver", order: id, version, payment })).status).toBe(400);
    expect((await readDay()).orders[0]).toMatchObject({ status: "confirmado", version });
  });

  test("an order that changed since it was seen is a conflict, and stays as it is", async () => {
    const { id, version } = await insertDayOrder(database);
    await send("PATCH", `/api/orders/${id}`, { status: "cancelado", version });
    const actions: DayAction[] = [
      { kind: "deliver", order: id, version },
      { kind: "fail", order: id, version, reason: "Ninguém em casa", date: null },
      { kind: "pack", order: id, version, volumes: 2, from_volumes: 1, packed: true },
      { kind: "confirm", order: id, version },
    ];
    for (const action of actions) {
      const response = await act(action);
      expect(response.status, action.kind).toBe(409);
      expect((await response.json()).detail).toContain("cancelado");
    }
    const [stored] = await database.select().from(pedidos).where(eq(pedidos.id, id));
    expect(stored?.version).toBe(version + 1);
  });

  test("weights typed while packing change the total at the stored prices", async () => {
    const { id, version } = await insertDayOrder(database);
    const lines = [{ product_id: fishId, unit: "kg" as const, quantity: 2, weight: 1.955 }];
    const pack = { kind: "pack", order: id, version, volumes: 3, from_volumes: 1 } as const;
    await done({ ...pack, lines, packed: true });
    const [order] = (await readDay()).orders;
    expect(order).toMatchObject({ volumes: 3, packed: true, stop: { valor_total: 96.65 } });
    expect(order?.itens[0]).toMatchObject({ weight: 1.955, total: 58.65 });
    const stale = await act({ ...pack, lines, packed: true });
    expect(stale.status).toBe(409);
    const other = { ...lines[0], weight: 2.5 } as (typeof lines)[number];
    const differing = await (await act({ ...pack, lines: [other], packed: true })).json();
    expect(differing.errors).toContainEqual(expect.objectContaining({ message: "Agora é 1,955" }));
  });

  test("what is picked stays picked after an edit adds to it", async () => {
    const [one, other] = await insertOrders(database, confirmed, confirmed);
    if (!one || !other) throw new Error("no orders");
    const { product_id, unit } = box;
    const lines = [one, other].map(({ id }) => ({ order: id, from: 0, to: 3 }));
    await done({ kind: "pick", product_id, unit, lines });
    const key = `${product_id} ${unit}`;
    const day = await readDay();
    expect(day.orders.map(({ picked }) => picked[key])).toEqual([3, 3]);
    const conflict = await act({
      kind: "pick",
      product_id,
      unit,
      lines: [{ order: one.id, from: 1, to: 2 }],
    });
    expect(conflict.status).toBe(409);
    const itens = one.itens.map(({ product_id, unit, price, quantity }) => ({
      product_id,
      unit,
      price,
      quantity: product_id === box.product_id ? 5 : quantity,
    }));
    const edit = await send("PATCH", `/api/orders/${one.id}`, { itens, version: one.version });
    expect(edit.status).toBe(200);
    const [edited] = (await readDay()).orders.filter(({ id }) => id === one.id);
    expect(edited?.picked[key]).toBe(3);
  });

  test("what the customer changed is seen before it is picked, and a pick of more than is left is rejected", async () => {
    const { id, itens } = await insertDayOrder(database);
    const lines = itens.map(({ product_id, unit, price, quantity }) => ({
      product_id,
      unit,
      price,
      quantity: product_id === box.product_id ? 1 : quantity,
    }));
    const edit = { itens: lines, version: 1 };
    expect((await editOrder(database, new Date(), customerAuthor, id, edit)).ok).toBe(true);
    const [changed] = (await readDay()).orders;
    expect(changed?.changes).toEqual([`${box.product_name}: 3 × ${box.unit} → 1 × ${box.unit}`]);
    const { product_id, unit } = box;
    const pick = (to: number) =>
      act({ kind: "pick", product_id, unit, lines: [{ order: id, from: 0, to }] });
    const rejection = await pick(3);
    expect(rejection.status).toBe(409);
    expect((await rejection.json()).title).toMatch(/^O pedido nº \d+ mudou enquanto isso$/);
    const stale = await act({ kind: "confirm", order: id, version: 1 });
    expect(stale.status).toBe(409);
    expect((await pick(1)).status).toBe(200);
  });

  test("the counted cash is compared with the received one on the closing sheet", async () => {
    const { id, version } = await insertDayOrder(database);
    await done({
      kind: "deliver",
      order: id,
      version,
      payment: { method: "Dinheiro", amount: 98 },
    });
    const count = { kind: "count", date, cash: 97.5, route_version: 0 } as const;
    expect(await done(count)).toMatchObject({ route_version: 1 });
    expect((await act({ ...count, cash: 1 })).status).toBe(409);
    expect((await act({ ...count, cash: -1, route_version: 1 })).status).toBe(400);
    expect(await readDay()).toMatchObject({ counted_cash: 97.5, route_version: 1 });
    const csv = await (await send("GET", `/api/day/closing.csv?date=${date}`)).text();
    expect(csv).toContain('"Dinheiro contado";"";"";"97,50"');
    expect(csv).toContain('"Diferença do dinheiro";"";"";"-0,50"');
    await done({ kind: "route", date, stops: [id], route_version: 1 });
    await done({ ...count, cash: null, route_version: 2 });
    expect((await readDay()).counted_cash).toBeNull();
  });

  test("a failed delivery goes back for another date and stays on the closing sheet", async () => {
    const { id, version } = await insertDayOrder(database);
    await done({ kind: "fail", order: id, version, reason: "Ninguém em casa", date: null });
    const day = await readDay();
    expect(day.orders).toEqual([]);
    expect(day.failed).toMatchObject([{ order_id: id, reason: "Ninguém em casa" }]);
    expect(day.undated).toMatchObject([{ id, attempts: 1 }]);
    const csv = await (await send("GET", `/api/day/closing.csv?date=${date}`)).text();
    expect(csv).toContain('"Não entregue"');
    const [again] = day.undated;
    await done({ kind: "date", order: id, version: again?.version ?? 0, date });
    expect((await readDay()).orders).toMatchObject([{ id, attempts: 1 }]);
  });
});

test("what was paid on another date than that of the delivery is not received on the day", async () => {
  const { id } = await insertDayOrder(database);
  const path = `/api/orders/${id}/payments`;
  const received_at = `${addDays(date, -1)}T15:00:00.000Z`;
  await send("POST", path, { method: "PIX", amount: 40.5, received_at });
  await send("POST", path, { method: "Dinheiro", amount: 10 });
  const day = await readDay();
  expect(day.receipts).toEqual([{ method: "Dinheiro", kind: "cash", amount: 10 }]);
  expect(closeDay(day)).toMatchObject({ received: 10, earlier: 40.5 });
});

test("what was paid by the shop's own method of the kind cash is counted as cash", async () => {
  const { version } = await (await send("GET", "/api/settings")).json();
  const payment_terms = { "Troco na porta": { audience: "all", days: 0, kind: "cash" } };
  const payment_methods = ["PIX", "Troco na porta"];
  const saved = await send("PATCH", "/api/settings", { payment_methods, payment_terms, version });
  expect(saved.status).toBe(200);
  const { id } = await insertDayOrder(database);
  const paid = await send("POST", `/api/orders/${id}/payments`, {
    method: "Troco na porta",
    amount: 7,
  });
  expect(await paid.json()).toMatchObject({ method: "Troco na porta", kind: "cash" });
  await send("POST", `/api/orders/${id}/payments`, { method: "Fiado", amount: 2 });
  const day = await readDay();
  expect(day.receipts).toEqual([
    { method: "Fiado", kind: "other", amount: 2 },
    { method: "Troco na porta", kind: "cash", amount: 7 },
  ]);
  expect(closeDay(day)).toMatchObject({ received: 9, cash: 7 });
  expect(day.method_kinds).toEqual({ PIX: "pix", "Troco na porta": "cash" });
});

describe("the link of a helper", () => {
  async function createLink(role: HelperRole, name = "João") {
    const response = await send("POST", "/api/day/links", { date, role, name });
    expect(response.status).toBe(201);
    const created = await response.json();
    return { id: created.id, token: String(created.link).split("/dia/")[1] ?? "" };
  }
  const path = (token: string, rest = "") => `/api/day-links/${token}${rest}`;

  test("shows only what the task needs", async () => {
    await insertDayOrder(database);
    const { email, document, phone, street } = orderRow().cliente_info;
    const picker = await (await anyone("GET", path((await createLink("separacao")).token))).text();
    for (const secret of [
      email,
      document,
      phone,
      street,
      '"98"',
      "price",
      "valor_total",
      'total"',
    ]) {
      expect(picker, secret).not.toContain(secret);
    }
    expect(picker).toContain("Ana Souza");
    const driver = await (await anyone("GET", path((await createLink("motorista")).token))).text();
    for (const shown of [phone, street]) expect(driver).toContain(shown);
    for (const secret of [email, document, '"price"']) expect(driver, secret).not.toContain(secret);
  });

  test("acts within its task and its day only, under its name", async () => {
    const order = await insertDayOrder(database);
    const later = await insertDayOrder(database, { delivery_date: addDays(date, 1) });
    const { token } = await createLink("motorista");
    const post = (action: DayAction, by = token) => anyone("POST", path(by, "/actions"), action);
    const { id, version } = order;
    const pack: DayAction = {
      kind: "pack",
      order: id,
      version,
      volumes: 1,
      from_volumes: 1,
      packed: true,
    };
    expect((await post(pack)).status).toBe(403);
    expect((await post({ kind: "deliver", order: later.id, version: later.version })).status).toBe(
      404,
    );
    expect((await post({ kind: "deliver", order: id, version })).status).toBe(200);
    const picker = await createLink("separacao", "Rita");
    expect((await post({ kind: "deliver", order: id, version }, picker.token)).status).toBe(403);
    const logged = await database
      .select({ author: auditLogs.user_email })
      .from(auditLogs)
      .where(eq(auditLogs.record_id, id))
      .orderBy(auditLogs.created_at);
    expect(logged.at(-1)?.author).toBe("Motorista: João");
  });

  test("is stored as a hash, ends the next morning and when it is revoked", async () => {
    const { id, token } = await createLink("motorista");
    const [stored] = await database.select().from(helperLinks);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(stored?.expires_at.toISOString()).toBe(`${addDays(date, 1)}T12:00:00.000Z`);
    const logs = await database.select().from(auditLogs);
    expect(JSON.stringify(logs)).not.toContain(stored?.token_hash);
    expect((await anyone("GET", path(token))).status).toBe(200);
    const { items } = await (await send("GET", `/api/day/links?date=${date}`)).json();
    expect(items).toMatchObject([{ id, name: "João" }]);
    expect((await send("DELETE", `/api/day/links/${id}`)).status).toBe(204);
    expect((await anyone("GET", path(token))).status).toBe(404);
    expect((await send("DELETE", `/api/day/links/${id}`)).status).toBe(404);
    const past = { date: addDays(date, -1), role: "motorista", name: "João" };
    expect((await send("POST", "/api/day/links", past)).status).toBe(400);
  });

  test("erased customers disappear from the day, its links and failed deliveries", async () => {
    const { id, version } = await insertDayOrder(database);
    const { token } = await createLink("motorista");
    const reason = "Ana Souza não atende";
    await done({ kind: "fail", order: id, version, reason, date });
    expect((await send("POST", `/api/orders/${id}/anonymize`, {})).status).toBeLessThan(300);
    const day = await (await send("GET", `/api/day?date=${date}`)).text();
    const helper = await (await anyone("GET", path(token))).text();
    const logs = JSON.stringify(await database.select().from(auditLogs));
    for (const text of [day, helper, logs]) expect(text).not.toContain("Ana Souza");
  });
});

test.each([
  ["an unknown kind", "kind", { kind: "dance" }],
  ["no volumes", "volumes", { kind: "pack", volumes: 0, from_volumes: 1, packed: true }],
  [
    "a weight of nothing",
    "lines.0.weight",
    {
      kind: "pack",
      volumes: 1,
      from_volumes: 1,
      packed: true,
      lines: [{ product_id: fishId, unit: "kg", quantity: 2, weight: 0 }],
    },
  ],
  [
    "a weight of tons",
    "lines.0.weight",
    {
      kind: "pack",
      volumes: 1,
      from_volumes: 1,
      packed: true,
      lines: [{ product_id: fishId, unit: "kg", quantity: 2, weight: 10_000 }],
    },
  ],
  [
    "half a box",
    "lines.0.quantity",
    {
      kind: "pack",
      volumes: 1,
      from_volumes: 1,
      packed: true,
      lines: [{ product_id: box.product_id, unit: "unidade", quantity: 0.5 }],
    },
  ],
  [
    "a payment below zero",
    "payment.amount",
    { kind: "deliver", payment: { method: "PIX", amount: -1 } },
  ],
  ["no reason", "reason", { kind: "fail", reason: " ", date: null }],
  ["a date that is none", "date", { kind: "date", date: "2026-02-30" }],
])("rejects an action with %s", async (_name, field, fields) => {
  const { id, version } = await insertDayOrder(database);
  const response = await send("POST", "/api/day/actions", { order: id, version, ...fields });
  expect(response.status).toBe(400);
  const { errors } = await response.json();
  expect(errors.map(({ field }: { field: string }) => field)).toEqual([field]);
});
