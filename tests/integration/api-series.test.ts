import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { customers } from "#app/domain/customers/table.ts";
import { deliveryExceptions, deliveryZones } from "#app/domain/delivery/table.ts";
import { orderLinkKey, outbox } from "#app/domain/kernel/table.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";
import type { SeriesView } from "#app/domain/series/schema.ts";
import { orderSeries, seriesDates } from "#app/domain/series/table.ts";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, memberCookie } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
/** A Wednesday, at noon. The shop delivers on Tuesdays and Fridays, and takes orders until 18h of the day before. */
const start = "2026-11-25T12:00:00-03:00";
let now = new Date(start);
const url = await startApi({ database, now: () => now });
// Sessions are of today.
const adminUrl = await startApi({ database });
const send = createAdminSender(database, adminUrl);
const newProcess = () =>
  createShop({
    database,
    now: () => now,
    postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
    pictures: createMemoryPictures(),
  }).series;

const morning = { name: "Manhã", from: "08:00", until: "12:00", capacity: 5 };
const evening = { name: "Tarde", from: "13:00", until: "18:00", capacity: 5 };
const [inMorning, inEvening] = ["Manhã, 8h às 12h", "Tarde, 13h às 18h"];

let product: typeof products.$inferSelect;
let other: typeof products.$inferSelect;
let order: PlacedOrder;
let orderRef = "";
let address = "";
let tests = 0;

beforeEach(async () => {
  tests += 1;
  address = `10.0.0.${tests}`;
  now = new Date(start);
  // Fixed, because each process reads it once.
  await database.insert(orderLinkKey).values({ key: "k".repeat(43) });
  product = await addProduct(database, { stock: 100 });
  other = await addProduct(database, { title: "Polpa de caju", stock: 100 });
  await database.insert(deliveryZones).values({
    name: "Centro",
    position: 0,
    cep_ranges: [{ from: "01000000", until: "01999999" }],
    weekdays: [1, 4],
    shifts: [morning, evening],
  });
  const body = {
    customer,
    items: [lineFor(product, 2), lineFor(other, 3)],
    delivery_date: "2026-11-27",
    delivery_shift: inMorning,
  };
  order = await (await sendOrder(url, body)).json();
  orderRef = order.link.split("/pedido/")[1] ?? "";
});

const post = (path: string, body: object) =>
  fetch(`${url}/api${path}`, {
    method: "POST",
    // A client of its own for each test, which has a limit of new series.
    headers: { "Content-Type": "application/json", "x-test-address": address },
    body: JSON.stringify(body),
  });
const confirm = () =>
  send("PATCH", `/api/orders/${order.id}`, { status: "confirmado", version: 1 });

/** A series of the order by its link, of Tuesdays. */
async function repeat(choices: object = {}): Promise<string> {
  const response = await post(`/order-links/${orderRef}/series`, {
    weekdays: [1],
    every_weeks: 1,
    ...choices,
  });
  expect(response.status).toBe(201);
  const { path } = await response.json();
  return path.replace("/repeticao/", "");
}

async function view(ref: string): Promise<SeriesView> {
  return (await fetch(`${url}/api/series-links/${ref}`)).json();
}

async function act(ref: string, action: object) {
  const { version } = await view(ref);
  return post(`/series-links/${ref}/actions`, { version, ...action });
}

/** The job at this time, on the shop's clocks. */
async function runAt(clock: string): Promise<number> {
  now = new Date(`${clock}:00-03:00`);
  return newProcess().orderDue();
}

const listMade = async () => (await storedOrders(database)).slice(1);
const notices = () => newProcess().listNotices();

/** The order of Tuesday the 1st, made on Sunday, the day before the cut-off. */
async function makeFirst() {
  await confirm();
  const ref = await repeat();
  expect(await runAt("2026-11-28T23:59")).toBe(0);
  expect(await runAt("2026-11-29T00:00")).toBe(1);
  return ref;
}

describe("a series of the order's link", () => {
  test("is ordered on the day before the cut-off, as the order was", async () => {
    const ref = await makeFirst();
    const [placed] = await listMade();
    expect(placed).toMatchObject({
      delivery_date: "2026-12-01",
      delivery_shift: inMorning,
      delivery_zone: "Centro",
      status: "pendente",
      valor_total: "64.50",
    });
    expect(placed?.itens.map(({ quantity }) => quantity)).toEqual([2, 3]);
    expect(placed?.customer_id).toBe((await storedOrders(database))[0]?.customer_id);
    const { past, coming, state } = await view(ref);
    expect(state).toBe("active");
    expect(past).toMatchObject([{ state: "placed", numero_pedido: placed?.numero_pedido }]);
    expect(coming[0]).toMatchObject({ date: "2026-12-08", order_on: "2026-12-06", total: 64.5 });
    expect(await notices()).toEqual([]);
  });

  test("starts when the shop confirms the order, and ends with its cancellation", async () => {
    const ref = await repeat();
    expect(await view(ref)).toMatchObject({ state: "waiting" });
    expect(await runAt("2026-11-29T08:00")).toBe(0);
    await confirm();
    expect(await runAt("2026-11-29T09:00")).toBe(1);
    await database.update(orderSeries).set({ accepted_at: null });
    await send("PATCH", `/api/orders/${order.id}`, { status: "cancelado", version: 2 });
    await runAt("2026-12-06T09:00");
    expect(await view(ref)).toMatchObject({ state: "ended" });
    expect(await listMade()).toHaveLength(1);
  });

  test("makes a date once, whatever runs at the same time or again", async () => {
    await confirm();
    await repeat({ weekdays: [1, 4] });
    now = new Date("2026-11-30T09:00:00-03:00");
    const processes = Array.from({ length: 4 }, newProcess);
    const counts = await Promise.all(processes.map((process) => process.orderDue()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await newProcess().orderDue()).toBe(0);
    const days = (await listMade()).map(({ delivery_date }) => delivery_date);
    expect(days).toEqual(["2026-12-01"]);
    await runAt("2026-12-03T17:59");
    await runAt("2026-12-03T18:00");
    expect((await listMade()).map(({ delivery_date }) => delivery_date)).toEqual([
      "2026-12-01",
      "2026-12-04",
    ]);
  });

  test("whose time passed without a run is reported, not ordered late", async () => {
    await confirm();
    await repeat();
    expect(await runAt("2026-11-30T18:00")).toBe(1);
    expect(await listMade()).toEqual([]);
    expect(await notices()).toMatchObject([{ state: "failed", date: "2026-12-01" }]);
  });

  test("of every second week counts from the order", async () => {
    await confirm();
    await repeat({ weekdays: [4], every_weeks: 2 });
    for (const day of ["2026-12-02", "2026-12-09", "2026-12-16", "2026-12-23"]) {
      await runAt(`${day}T10:00`);
    }
    expect((await listMade()).map(({ delivery_date }) => delivery_date)).toEqual([
      "2026-12-11",
      "2026-12-25",
    ]);
  });

  test("is one per order, on days on which the shop delivers", async () => {
    await repeat();
    const again = await post(`/order-links/${orderRef}/series`, { weekdays: [1], every_weeks: 1 });
    expect(again.status).toBe(400);
    expect(JSON.stringify(await readProblem(again))).toContain("já se repete");
    await database.delete(orderSeries);
    const wrong = await post(`/order-links/${orderRef}/series`, { weekdays: [2], every_weeks: 1 });
    expect(JSON.stringify(await readProblem(wrong))).toContain("não entrega em um destes dias");
    for (const [choice, message] of [
      [{ payment_method: "Fiado" }, "forma de pagamento não vale"],
      [{ delivery_shift: "Noite" }, "turno não existe"],
    ] as const) {
      const body = { weekdays: [1], every_weeks: 1, ...choice };
      const rejected = await post(`/order-links/${orderRef}/series`, body);
      expect(JSON.stringify(await readProblem(rejected))).toContain(message);
    }
    const offer = await (await fetch(`${url}/api/order-links/${orderRef}/series`)).json();
    expect(offer).toMatchObject({ weekdays: [1, 4], weekday: 4, shifts: [inMorning, inEvening] });
  });
});

describe("the customer", () => {
  test("in a shop without zones keeps the shift of its order, and takes no other text", async () => {
    await database.delete(deliveryZones);
    const anyText = { weekdays: [1], every_weeks: 1, delivery_shift: "Quando der" };
    const rejected = await post(`/order-links/${orderRef}/series`, anyText);
    expect((await readProblem(rejected)).errors).toMatchObject([{ field: "delivery_shift" }]);
    const ref = await repeat();
    expect((await view(ref)).delivery_shift).toBe(inMorning);
    for (const action of [{ action: "change" }, { action: "change-once", date: "2026-12-01" }]) {
      const response = await act(ref, { ...action, delivery_shift: "Quando der" });
      expect((await readProblem(response)).errors).toMatchObject([{ field: "delivery_shift" }]);
      expect((await act(ref, { ...action, delivery_shift: null })).status).toBe(200);
    }
  });

  test("skips a date, restores it, pauses, resumes and ends", async () => {
    await confirm();
    const ref = await repeat();
    expect((await act(ref, { action: "skip", date: "2026-12-01" })).status).toBe(200);
    expect((await view(ref)).coming[0]).toMatchObject({ date: "2026-12-01", state: "skipped" });
    expect(await runAt("2026-11-29T12:00")).toBe(0);
    await act(ref, { action: "keep", date: "2026-12-01" });
    expect(await runAt("2026-11-29T12:01")).toBe(1);
    const late = await act(ref, { action: "skip", date: "2026-12-01" });
    expect(late.status).toBe(409);
    expect((await readProblem(late)).title).toContain("já foi feito");
    await act(ref, { action: "pause" });
    expect(await runAt("2026-12-06T12:00")).toBe(0);
    now = new Date("2026-12-08T12:00:00-03:00");
    expect((await act(ref, { action: "resume" })).status).toBe(200);
    expect(await runAt("2026-12-08T12:01")).toBe(0);
    expect((await view(ref)).coming[0]?.date).toBe("2026-12-15");
    expect(await runAt("2026-12-13T12:00")).toBe(1);
    expect((await act(ref, { action: "end" })).status).toBe(200);
    expect(await runAt("2026-12-20T12:00")).toBe(0);
    expect((await act(ref, { action: "resume" })).status).toBe(400);
    expect(await listMade()).toHaveLength(2);
  });

  test("changes one date, and from then on", async () => {
    await confirm();
    const ref = await repeat();
    const once = {
      action: "change-once",
      date: "2026-12-01",
      lines: [{ product_id: product.id, unit: "caixa", quantity: 7 }],
      delivery_shift: inEvening,
      delivery_date: "2026-12-04",
    };
    expect((await act(ref, once)).status).toBe(200);
    const changed = {
      lines: [{ product_id: other.id, unit: "caixa", quantity: 1 }],
      weekdays: [4],
    };
    await runAt("2026-12-02T10:00");
    expect((await act(ref, { action: "change", ...changed })).status).toBe(200);
    await runAt("2026-12-09T10:00");
    expect(await listMade()).toMatchObject([
      {
        delivery_date: "2026-12-04",
        delivery_shift: inEvening,
        itens: [{ product_id: product.id, quantity: 7 }],
      },
      {
        delivery_date: "2026-12-11",
        delivery_shift: inMorning,
        itens: [{ product_id: other.id, quantity: 1 }],
      },
    ]);
    expect(await notices()).toEqual([]);
  });

  const unknownLine = {
    product_id: "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e99",
    unit: "caixa",
    quantity: 1,
  };
  test.each([
    ["another date", { action: "skip", date: "2026-12-02" }, "não tem esta data"],
    ["a date in two years", { action: "skip", date: "2028-11-28" }, "até um ano à frente"],
    [
      "a closed day",
      { action: "change-once", date: "2026-12-01", delivery_date: "2026-12-03" },
      "não oferece este dia",
    ],
    ["an unknown payment", { action: "change", payment_method: "Fiado" }, "não vale"],
    ["an unknown shift", { action: "change", delivery_shift: "Noite" }, "não existe mais"],
    ["no line", { action: "change", lines: [] }, "pelo menos um item"],
    ["a product that is not on sale", { action: "change", lines: [unknownLine] }, "à venda"],
    [
      "such a product for one date",
      { action: "change-once", date: "2026-12-01", lines: [unknownLine] },
      "à venda",
    ],
    ["an order before its time", { action: "order", date: "2026-12-29" }, "ainda não"],
    ["an unknown action", { action: "delete" }, "action"],
  ])("cannot choose %s", async (_name, action, message) => {
    await confirm();
    const ref = await repeat();
    await runAt("2026-11-26T12:00");
    const response = await act(ref, action);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await readProblem(response))).toContain(message);
  });

  test("cannot move a date to the day of the next one or past it", async () => {
    await database.update(deliveryZones).set({ weekdays: [1, 2, 3, 4] });
    const ref = await repeat({ weekdays: [1, 4] });
    const move = (date: string, delivery_date: string) =>
      act(ref, { action: "change-once", date, delivery_date });
    expect((await move("2026-12-04", "2026-12-02")).status).toBe(200);
    for (const day of ["2026-12-02", "2026-12-03"]) {
      expect((await move("2026-12-01", day)).status).toBe(400);
    }
    const [first, second] = (await view(ref)).coming;
    expect(first?.days).not.toContain("2026-12-02");
    expect(second).toMatchObject({ date: "2026-12-04", delivery_date: "2026-12-02" });
  });

  test("cannot act on an older version", async () => {
    const ref = await repeat();
    await act(ref, { action: "pause" });
    const change = { action: "end", version: 1 };
    expect((await post(`/series-links/${ref}/actions`, change)).status).toBe(409);
  });
});

describe("what is not as the series has it", () => {
  async function expectException(text: string | RegExp) {
    const [notice] = await notices();
    expect(notice?.exceptions.join(" ")).toMatch(text);
    return notice;
  }

  test("goods that are short or hidden are ordered as far as possible", async () => {
    await confirm();
    const ref = await repeat();
    await database.update(products).set({ stock: 1 }).where(eq(products.id, product.id));
    await database.update(products).set({ visible: false }).where(eq(products.id, other.id));
    await runAt("2026-11-29T10:00");
    const [placed] = await listMade();
    expect(placed?.itens).toMatchObject([{ product_id: product.id, quantity: 1 }]);
    const notice = await expectException(/1 caixa no lugar de 2 caixas.*Polpa de caju.*em falta/);
    expect(notice).toMatchObject({ order_id: placed?.id, state: "placed" });
    expect(notice?.message).toContain("Fizemos o seu pedido de sempre");
    expect((await view(ref)).past[0]?.exceptions).toHaveLength(2);
    const mails = await database
      .select()
      .from(outbox)
      .where(eq(outbox.order_id, placed?.id ?? ""));
    expect(mails.map(({ event }) => event).sort()).toEqual(["series", "shop"]);
    const path = `/api/series-notices/${notice?.series_id}/${notice?.date}`;
    expect((await send("DELETE", path)).status).toBe(204);
    expect(await notices()).toEqual([]);
    expect((await send("DELETE", path)).status).toBe(404);
  });

  test("nothing on sale is no order", async () => {
    await confirm();
    await repeat();
    await database.update(products).set({ visible: false });
    await runAt("2026-11-29T10:00");
    expect(await listMade()).toEqual([]);
    expect(await expectException(/Nenhum dos itens/)).toMatchObject({ state: "failed" });
    const [mail] = await database.select().from(outbox).where(eq(outbox.event, "series"));
    expect(mail?.order_id).toBeNull();
  });

  test("a price that changed is reported until it is accepted", async () => {
    await confirm();
    const ref = await repeat();
    const setPrice = (price: number) =>
      database
        .update(products)
        .set({ sale_options: product.sale_options.map((option) => ({ ...option, price })) })
        .where(eq(products.id, product.id));
    await runAt("2026-11-29T10:00");
    expect(await notices()).toEqual([]);
    await setPrice(14.2);
    await runAt("2026-12-06T10:00");
    await expectException(/de R\$ 12,90 por R\$ 14,20/);
    expect((await listMade())[1]?.itens[0]?.price).toBe(14.2);
    expect(await view(ref)).toMatchObject({ has_new_prices: true });
    await act(ref, { action: "accept-prices" });
    await runAt("2026-12-13T10:00");
    expect(await notices()).toHaveLength(1);
    await setPrice(14.21);
    await runAt("2026-12-20T10:00");
    expect(await notices()).toHaveLength(2);
  });

  test("a full shift gives another one, a full day the next", async () => {
    await confirm();
    const ref = await repeat({ delivery_shift: inMorning });
    const setCapacity = (capacity: number) =>
      database.update(deliveryZones).set({
        shifts: [
          { ...morning, capacity },
          { ...evening, capacity: 1 },
        ],
      });
    await setCapacity(1);
    const full = (delivery_date: string, delivery_shift: string) => ({
      customer: { ...customer, email: "outro@example.com", document: "111.444.777-35" },
      items: [lineFor(other)],
      delivery_date,
      delivery_shift,
    });
    await sendOrder(url, full("2026-12-01", inMorning));
    await runAt("2026-11-29T10:00");
    await expectException(/Manhã, 8h às 12h sem vaga: ficou para Tarde/);
    expect((await listMade())[1]).toMatchObject({ delivery_shift: inEvening });
    await sendOrder(url, full("2026-12-08", inMorning));
    await sendOrder(url, full("2026-12-08", inEvening));
    await runAt("2026-12-06T10:00");
    await expectException(/de terça, 08\/12 para sexta, 11\/12/);
    expect((await view(ref)).past[0]).toMatchObject({ delivery_date: "2026-12-11" });
  });

  test("a closed day moves as the shop's calendar says, or to the next delivery", async () => {
    await confirm();
    await repeat();
    await database.insert(deliveryExceptions).values([
      { date: "2026-12-01", moved_to: "2026-12-02", note: "" },
      { date: "2026-12-08", moved_to: null, note: "" },
    ]);
    await runAt("2026-11-30T00:00");
    await expectException(/de terça, 01\/12 para quarta, 02\/12/);
    await runAt("2026-12-09T00:00");
    expect((await listMade()).map(({ delivery_date }) => delivery_date)).toEqual([
      "2026-12-02",
      "2026-12-11",
    ]);
  });

  test("a zone that is gone is no order where the shop refuses other addresses", async () => {
    await confirm();
    await repeat();
    await database
      .update(deliveryZones)
      .set({ cep_ranges: [{ from: "20000000", until: "20999999" }] });
    await database.update(settings).set({ outside_zones: "recusar" });
    await runAt("2026-11-29T10:00");
    await expectException(/não entrega mais neste endereço/);
    expect(await listMade()).toEqual([]);
    await database.update(settings).set({ outside_zones: "combinar" });
    await runAt("2026-12-06T10:00");
    expect(await listMade()).toMatchObject([{ delivery_date: "2026-12-08", delivery_zone: null }]);
    await expectException(/não está mais em uma zona de entrega/);
  });

  test("an order that the shop rejects is listed and not tried again", async () => {
    await confirm();
    const ref = await repeat();
    const { id } = await view(ref);
    // Another program used the key of this order.
    const key = { "Idempotency-Key": `series:${id}:2026-12-01` };
    expect((await sendOrder(url, { customer, items: [lineFor(product)] }, key)).status).toBe(201);
    await runAt("2026-11-29T10:00");
    await expectException(/não pôde ser feito/);
    expect(await runAt("2026-11-29T10:01")).toBe(0);
    expect((await view(ref)).past).toMatchObject([{ date: "2026-12-01", state: "failed" }]);
  });

  test("an order that fails for an unforeseen reason is listed and not tried again, and stops no other", async () => {
    await confirm();
    const failing = await repeat({ payment_method: "Dinheiro" });
    const body = { customer, items: [lineFor(other, 1)], delivery_date: "2026-11-27" };
    const second = await sendOrder(url, { ...body, delivery_shift: inEvening });
    await send("POST", `/api/orders/${(await second.json()).id}/series`, {
      weekdays: [1],
      every_weeks: 1,
    });
    await database.execute(sql`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'unforeseen'; END $$`);
    await database.execute(sql`
      CREATE TRIGGER fail BEFORE INSERT ON pedidos FOR EACH ROW WHEN (NEW.payment_method = 'Dinheiro') EXECUTE FUNCTION fail()`);
    await expect(runAt("2026-11-29T10:00")).rejects.toThrow("could not be ordered");
    expect(await runAt("2026-11-29T10:01")).toBe(0);
    expect((await view(failing)).past).toMatchObject([{ date: "2026-12-01", state: "failed" }]);
    expect((await notices()).map(({ exceptions }) => exceptions)).toEqual([
      [expect.stringMatching(/não pôde ser feito/)],
    ]);
    expect((await listMade()).at(-1)).toMatchObject({
      delivery_date: "2026-12-01",
      delivery_shift: inEvening,
    });
  });

  test("an order that meets another transaction is tried again", async () => {
    await confirm();
    await repeat();
    await database.execute(sql`
      CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION USING ERRCODE = 'deadlock_detected', MESSAGE = 'deadlock';
      END $$`);
    await database.execute(
      sql`CREATE TRIGGER deadlock BEFORE INSERT ON pedidos FOR EACH ROW EXECUTE FUNCTION deadlock()`,
    );
    await expect(runAt("2026-11-29T10:00")).rejects.toThrow("could not be ordered");
    await database.execute(sql`DROP TRIGGER deadlock ON pedidos`);
    expect(await runAt("2026-11-29T10:01")).toBe(1);
    expect(await listMade()).toHaveLength(1);
  });

  test("an order below the minimum, another payment, a credit limit and a blocked customer are reported", async () => {
    await confirm();
    const ref = await repeat({ payment_method: "PIX" });
    await database.update(deliveryZones).set({ minimum_order: 100 });
    await database.update(settings).set({ payment_methods: ["Dinheiro", "Boleto"] });
    await database.update(customers).set({ credit_limit: "70", blocked: true });
    await runAt("2026-11-29T10:00");
    const [placed] = await listMade();
    expect(placed).toMatchObject({ payment_method: null, valor_total: "64.50" });
    const all = /PIX não vale mais.*mínimo de R\$ 100,00.*limite de crédito.*bloqueado/;
    const notice = await expectException(all);
    expect(notice?.message).not.toMatch(/crédito|bloqueado/);
    expect(JSON.stringify(await view(ref))).not.toMatch(/crédito|bloqueado/);
  });
});

test("a reminder orders nothing by itself, and its link sends the order", async () => {
  await confirm();
  const ref = await repeat({ mode: "lembrete" });
  expect(await runAt("2026-11-29T10:00")).toBe(1);
  expect(await listMade()).toEqual([]);
  const [notice] = await notices();
  expect(notice).toMatchObject({ state: "reminded" });
  expect(notice?.message).toContain("Quer o de sempre?");
  expect((await act(ref, { action: "order", date: "2026-12-01" })).status).toBe(200);
  expect((await act(ref, { action: "order", date: "2026-12-01" })).status).toBe(409);
  expect(await listMade()).toMatchObject([{ delivery_date: "2026-12-01" }]);
  expect(await notices()).toEqual([]);
});

describe("access", () => {
  test("the link of a series opens that one only, until the links of its customer are replaced", async () => {
    await confirm();
    const ref = await repeat();
    const second = await (await sendOrder(url, { customer, items: [lineFor(product, 1)] })).json();
    const body = { weekdays: [4], every_weeks: 1 };
    const created = await (await send("POST", `/api/orders/${second.id}/series`, body)).json();
    expect(created.path).toMatch(`/repeticao/${created.id}-`);
    expect(await view(ref)).toMatchObject({ numero_pedido: order.numero_pedido });
    const foreign = ref.replace(/^.{36}/, created.id);
    const [row] = await database.select().from(orderSeries);
    const ofCustomer = ref.replace(/^.{36}/, row?.customer_id ?? "");
    await send("POST", `/api/customers/${row?.customer_id}/statement-link/rotate`);
    for (const link of [ref, foreign, ofCustomer, `${ref.slice(0, -1)}x`, "x"]) {
      expect((await fetch(`${url}/api/series-links/${link}`)).status).toBe(404);
      const end = { action: "end", version: 1 };
      expect((await post(`/series-links/${link}/actions`, end)).status).toBe(404);
    }
    const states = (await database.select().from(orderSeries)).map(({ ended_at }) => ended_at);
    expect(states).toEqual([null, null]);
  });

  test("a merged customer has the series of both", async () => {
    const ref = await repeat();
    const [row] = await database.select().from(orderSeries);
    const contact = { name: "Outra", email: "outra@example.com", phone: "11912345678" };
    const main = await (await send("POST", "/api/customers", contact)).json();
    await send("POST", `/api/customers/${main.id}/merge`, { customer_id: row?.customer_id });
    const { items } = await (await send("GET", `/api/customers/${main.id}/series`)).json();
    expect(items).toMatchObject([{ id: row?.id }]);
    expect(await view(ref)).toMatchObject({ id: row?.id });
  });

  test("a member who reads may not act", async () => {
    const ref = await repeat();
    const { id, version } = await view(ref);
    const [row] = await database.select().from(orderSeries);
    const path = `/api/customers/${row?.customer_id}/series/${id}/actions`;
    const body = { action: "pause", version };
    const reader = createSender(adminUrl, { Cookie: await memberCookie(database, "consulta") });
    expect((await reader("POST", path, body)).status).toBe(403);
    const worker = createSender(adminUrl, { Cookie: await memberCookie(database, "equipe") });
    expect((await worker("POST", path, body)).status).toBe(200);
  });
});

describe("the customer's data", () => {
  test("are exported with the series", async () => {
    await repeat();
    const data = await (await send("GET", `/api/orders/${order.id}/customer-data`)).json();
    expect(data.series).toMatchObject([
      { rhythm: "Toda terça", customer: { name: customer.name } },
    ]);
  });

  test("are erased with the series, which ends", async () => {
    await makeFirst();
    expect((await send("POST", `/api/orders/${order.id}/anonymize`, {})).status).toBe(200);
    expect(await database.$count(orderSeries)).toBe(0);
    expect(await database.$count(seriesDates)).toBe(0);
    expect(await runAt("2026-12-06T10:00")).toBe(0);
    const logged = JSON.stringify(
      await database.select().from(auditLogs).where(eq(auditLogs.table_name, "order_series")),
    );
    expect(logged).not.toMatch(/maria|paulista|52998224725|98765/i);
    expect(logged).toContain('"weekdays"');
  });

  test("of an old order that is erased alone leave a series that goes on", async () => {
    await makeFirst();
    await database.execute(sql`SELECT anonymize_orders(ARRAY[${order.id}]::uuid[], now())`);
    expect(await runAt("2026-12-06T10:00")).toBe(1);
  });
});
