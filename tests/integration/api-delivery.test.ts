import { beforeEach, expect, test } from "vitest";
import type { Settings } from "#app/domain/company/schema.ts";
import { settings } from "#app/domain/company/table.ts";
import type { Offer } from "#app/domain/delivery/schema.ts";
import { deliveryExceptions, deliveryZones } from "#app/domain/delivery/table.ts";
import { dayOf } from "#app/shared/days.ts";
import { insertOrders, type NewOrder, orderRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";
import { morning, southZone, wednesday } from "./south-zone.ts";

const opened = await openTestDatabase();
const { database } = opened;
// A Tuesday; noon in São Paulo.
let now = new Date("2026-11-24T15:00:00Z");
const address = { street: "Rua A", neighborhood: "Centro", city: "Osasco", state: "SP" };
const url = await startApi({
  database,
  now: () => now,
  postalCodes: { find: async () => ({ ok: true, address }) },
});
const send = createAdminSender(database, url);

let product: Awaited<ReturnType<typeof addProduct>>;

beforeEach(async () => {
  now = new Date("2026-11-24T15:00:00Z");
  product = await addProduct(database, { stock: 1000 });
  const flat = { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 0 };
  await database.update(settings).set({ delivery_settings: flat });
});

async function addZone(changes: object = {}) {
  const response = await send("POST", "/api/delivery/zones", { ...southZone, ...changes });
  expect(response.status).toBe(201);
  return response.json();
}

const readOffer = async (query = "cep=01310-100") =>
  (await fetch(`${url}/api/delivery?${query}`)).json();
const order = (changes: object = {}, quantity = 2) =>
  sendOrder(url, { customer, items: [lineFor(product, quantity)], ...changes });

test("an address sees its zone and the next six dates", async () => {
  await addZone();
  const response = await fetch(`${url}/api/delivery?cep=01310100`);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const offer = await response.json();
  expect(offer).toMatchObject({
    zone: { name: "Zona Sul", fee: 8 },
    accepted: true,
    pickup: null,
  });
  expect(offer.dates.map(({ date }: { date: string }) => date)).toEqual([
    ...["2026-11-25", "2026-11-27", "2026-12-02", "2026-12-04", "2026-12-09", "2026-12-11"],
  ]);
  expect(offer.dates[0]).toEqual({
    date: "2026-11-25",
    order_until: { date: "2026-11-24", time: "18:00" },
    shifts: [morning],
  });
});

test("an offer follows zones, exceptions, settings and orders at once", async () => {
  const today = dayOf(new Date());
  const { ask } = await listenForTest({ opened });
  const read = async () =>
    JSON.parse((await ask("/api/delivery?cep=01310100")).body.toString()) as Offer;
  const shifts = [{ name: "Manhã", from: "08:00", until: "12:00", capacity: 1 }];
  const daily = { weekdays: [0, 1, 2, 3, 4, 5, 6], cutoff_days: 0, cutoff_time: "23:59" };
  await addZone({ ...daily, shifts });
  expect((await read()).zone?.fee).toBe(8);
  await database.update(deliveryZones).set({ fee: 12 });
  expect((await read()).zone?.fee).toBe(12);

  const [first, next] = (await read()).dates;
  const shift = { delivery_kind: "entrega", delivery_shift: morning } as const;
  const [zone] = await database.select().from(deliveryZones);
  const taken = { ...shift, delivery_date: first?.date, delivery_zone_id: zone?.id };
  await insertOrders(database, { ...orderRow(), ...taken } as NewOrder);
  expect((await read()).dates[0]?.date).toBe(next?.date);

  await database.insert(deliveryExceptions).values({ date: next?.date ?? today });
  expect((await read()).dates[0]?.date).not.toBe(next?.date);

  await database.update(settings).set({ pickup: { ...daily, shifts: [] } });
  expect((await read()).pickup).toHaveLength(6);
});

test("a CEP in no range is found by the place that a service has for it", async () => {
  await addZone({ cep_ranges: [], places: [{ city: "osasco", neighborhood: "" }] });
  expect(await readOffer("cep=06010000")).toMatchObject({ zone: { name: "Zona Sul" } });
  expect(await readOffer("cep=06010000&city=Recife")).toMatchObject({ zone: null, dates: [] });
});

test("without zones nothing is offered and the flat settings count", async () => {
  expect(await readOffer()).toEqual({ zone: null, accepted: true, dates: [], pickup: null });
  const placed = await (await order({}, 4)).json();
  expect(placed).toMatchObject({ valor_total: 66.6, delivery_kind: null, delivery_date: null });
});

test("looking too often is limited", async () => {
  const headers = { "x-test-address": "192.0.2.9" };
  const statuses: number[] = [];
  for (let i = 0; i < 61; i += 1) {
    statuses.push((await fetch(`${url}/api/delivery?cep=01310100`, { headers })).status);
  }
  expect(statuses.slice(-2)).toEqual([200, 429]);
});

test("an order has the fee of its zone, and the date and shift that were chosen", async () => {
  await addZone();
  const response = await order({ ...wednesday, delivery_zone: "Zona Sul", delivery_fee: 8 });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    ...wednesday,
    valor_total: 33.8,
    delivery_kind: "entrega",
    delivery_zone: "Zona Sul",
  });
  const [stored] = await storedOrders(database);
  expect(stored).toMatchObject({ delivery_fee: "8.00", delivery_zone: "Zona Sul" });
});

test("a request without the fields is agreed on later, for the fee of its zone", async () => {
  await addZone();
  expect(await (await order()).json()).toMatchObject({
    valor_total: 33.8,
    delivery_kind: "entrega",
    delivery_date: null,
    delivery_zone: "Zona Sul",
  });
});

test("minimum and free delivery are those of the zone", async () => {
  await addZone({ minimum_order: 30, free_delivery_minimum: 100 });
  expect(await readProblem(await order())).toMatchObject({ type: "urn:pomar:below-minimum" });
  expect(await (await order({}, 8)).json()).toMatchObject({ valor_total: 103.2 });
});

test("a price table's minimum replaces that of the zone", async () => {
  await addZone({ minimum_order: 30 });
  const table = await (
    await send("POST", "/api/price-tables", { name: "Bares", minimum_order: 10 })
  ).json();
  const headers = { Cookie: `pomar_tabela=${table.link.split("/t/")[1]}` };
  const body = { customer, items: [lineFor(product, 2)] };
  const below = await readProblem(await sendOrder(url, body));
  expect(below).toMatchObject({ type: "urn:pomar:below-minimum" });
  expect((await sendOrder(url, body, headers)).status).toBe(201);
});

test.each([
  ["a date that has passed", { ...wednesday, delivery_date: "2026-11-18" }],
  ["a weekday without deliveries", { ...wednesday, delivery_date: "2026-11-26" }],
  ["a closed date", { ...wednesday, delivery_date: "2026-11-27" }],
  ["an unknown shift", { ...wednesday, delivery_shift: "Noite" }],
  ["another fee", { ...wednesday, delivery_fee: 7 }],
  ["another zone", { ...wednesday, delivery_zone: "Zona Norte" }],
])("%s is rejected with what is offered now", async (_, changes) => {
  await addZone();
  const closed = { date: "2026-11-27", moved_to: null, note: "Feriado" };
  expect((await send("POST", "/api/delivery/exceptions", closed)).status).toBe(201);
  const problem = await readProblem(await order(changes));
  expect(problem).toMatchObject({
    status: 409,
    type: "urn:pomar:delivery-changed",
    delivery: { zone: { name: "Zona Sul", fee: 8 } },
  });
  expect(problem.delivery?.dates.map(({ date }) => date).slice(0, 2)).toEqual([
    "2026-11-25",
    "2026-12-02",
  ]);
  expect(await storedOrders(database)).toEqual([]);
});

test("a day may be moved to another, also in the past of the weekday", async () => {
  await addZone();
  await send("POST", "/api/delivery/exceptions", {
    date: "2026-11-27",
    moved_to: "2026-11-28",
    note: "",
  });
  expect((await readOffer()).dates[1].date).toBe("2026-11-28");
  expect((await order({ ...wednesday, delivery_date: "2026-11-28" })).status).toBe(201);
});

test("a zone that was deleted while it was in a cart", async () => {
  const { id } = await addZone();
  expect((await order({ ...wednesday, delivery_zone: "Zona Sul" })).status).toBe(201);
  expect((await send("DELETE", `/api/delivery/zones/${id}`)).status).toBe(204);
  const seen = { ...wednesday, delivery_zone: "Zona Sul", delivery_fee: 8 };
  const problem = await readProblem(await order(seen, 4));
  expect(problem).toMatchObject({
    type: "urn:pomar:delivery-changed",
    delivery: { zone: null, accepted: true, dates: [] },
  });
  expect((await order({}, 4)).status).toBe(201);
  expect(await storedOrders(database)).toMatchObject([{ delivery_zone: "Zona Sul" }, {}]);
});

test("outside of the zones a shop may reject orders, and says what to do", async () => {
  await addZone({ cep_ranges: [{ from: "90000000", until: "90999999" }] });
  expect((await order({}, 4)).status).toBe(201);
  await database.update(settings).set({ outside_zones: "recusar" });
  expect(await readOffer()).toMatchObject({ zone: null, accepted: false });
  expect(await readProblem(await order({}, 4))).toMatchObject({
    status: 409,
    type: "urn:pomar:outside-zones",
    detail: expect.stringContaining("Confira o CEP"),
  });
});

test("an order is picked up at the shop on its days, without a fee", async () => {
  const pickup: Settings["pickup"] = {
    weekdays: [2],
    shifts: [{ name: "Tarde", from: "14:00", until: "17:00", capacity: 1 }],
    cutoff_days: 0,
    cutoff_time: "10:00",
  };
  await database.update(settings).set({ pickup, outside_zones: "recusar" });
  await addZone({ cep_ranges: [] });
  const chosen = {
    delivery_kind: "retirada",
    delivery_date: "2026-11-25",
    delivery_shift: "Tarde, 14h às 17h",
    delivery_zone: null,
    delivery_fee: 0,
  };
  expect(await (await order(chosen, 4)).json()).toMatchObject({
    valor_total: 51.6,
    delivery_kind: "retirada",
    delivery_zone: null,
  });
  const full = await readProblem(await order(chosen, 4));
  expect(full.delivery?.pickup?.[0]?.date).toBe("2026-12-02");
});

test("twenty orders at once never take more than the capacity of a shift", async () => {
  await addZone();
  const answers = await Promise.all(Array.from({ length: 20 }, () => order(wednesday)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const problem = await readProblem(answers.find(({ status }) => status === 409) as Response);
  expect(problem.delivery?.dates[0]?.date).toBe("2026-11-27");
  expect((await readOffer()).dates[0].date).toBe("2026-11-27");
  const [first] = await storedOrders(database);
  await send("PATCH", `/api/orders/${first?.id}`, { status: "cancelado", version: 1 });
  expect((await readOffer()).dates[0].date).toBe("2026-11-25");
  expect((await order(wednesday)).status).toBe(201);
});

test("an order made offline gets the next date with room instead of a rejection", async () => {
  await addZone({ shifts: [{ ...southZone.shifts[0], capacity: 1 }] });
  expect((await order(wednesday)).status).toBe(201);
  const offline = { ...wednesday, delivery_flexible: true, delivery_zone: null, delivery_fee: 15 };
  expect(await (await order(offline)).json()).toMatchObject({
    delivery_date: "2026-11-27",
    delivery_shift: morning,
    delivery_zone: "Zona Sul",
    valor_total: 33.8,
  });
});

test("a repeated request finds its order, also after the cut-off", async () => {
  await addZone();
  const headers = { "Idempotency-Key": "one-order-of-a-test" };
  const body = { customer, items: [lineFor(product, 2)], ...wednesday };
  expect((await sendOrder(url, body, headers)).status).toBe(201);
  now = new Date("2026-11-24T21:30:00Z");
  const again = await sendOrder(url, body, headers);
  expect(again.status).toBe(200);
  expect(await again.json()).toMatchObject(wednesday);
  expect((await order(wednesday)).status).toBe(409);
});

test("the administrator edits, orders and deletes zones, on the version that was read", async () => {
  const one = await addZone();
  const two = await addZone({ name: "Centro" });
  const changed = await send("PATCH", `/api/delivery/zones/${one.id}`, { fee: 9, version: 1 });
  expect(await changed.json()).toEqual({ ...one, fee: 9, version: 2 });
  const stale = await readProblem(
    await send("PATCH", `/api/delivery/zones/${one.id}`, { fee: 7, version: 1 }),
  );
  expect(stale).toMatchObject({ status: 409, current: { fee: 9 } });
  await send("PUT", "/api/delivery/zones/order", { ids: [two.id, one.id] });
  const { items } = await (await send("GET", "/api/delivery/zones")).json();
  expect(items).toMatchObject([{ name: "Centro" }, { name: "Zona Sul" }]);
  expect((await readOffer()).zone.name).toBe("Centro");
  const logs = await (await send("GET", "/api/audit-logs?table_name=delivery_zones")).json();
  expect(logs.items.map(({ operation }: { operation: string }) => operation)).toContain("UPDATE");
  expect(await (await fetch(`${url}/api/settings`)).json()).toMatchObject({
    delivery_choice: true,
  });
});

test.each([
  ["no name", { name: " " }, "name"],
  [
    "a range that ends before it begins",
    { cep_ranges: [{ from: "02000000", until: "01000000" }] },
    "cep_ranges.0.until",
  ],
  ["half a CEP", { cep_ranges: [{ from: "0131", until: "01310999" }] }, "cep_ranges.0.from"],
  ["an eighth weekday", { weekdays: [7] }, "weekdays.0"],
  ["a negative fee", { fee: -1 }, "fee"],
  [
    "a shift that ends at its beginning",
    { shifts: [{ name: "A", from: "08:00", until: "08:00", capacity: null }] },
    "shifts.0.until",
  ],
  [
    "no room in a shift",
    { shifts: [{ name: "A", from: "08:00", until: "09:00", capacity: 0 }] },
    "shifts.0.capacity",
  ],
  ["a cut-off at 24:00", { cutoff_time: "24:00" }, "cutoff_time"],
])("a zone with %s is rejected", async (_, changes, field) => {
  const response = await send("POST", "/api/delivery/zones", { ...southZone, ...changes });
  expect((await readProblem(response)).errors).toMatchObject([{ field }]);
});

test("of a day there is one exception, and it is not moved to itself", async () => {
  const closed = { date: "2026-12-25", moved_to: null, note: "Natal" };
  const created = await (await send("POST", "/api/delivery/exceptions", closed)).json();
  const again = await readProblem(await send("POST", "/api/delivery/exceptions", closed));
  expect(again.errors).toMatchObject([{ field: "date" }]);
  const same = { ...closed, date: "2026-12-26", moved_to: "2026-12-26" };
  expect((await send("POST", "/api/delivery/exceptions", same)).status).toBe(400);
  const path = `/api/delivery/exceptions/${created.id}`;
  const moved = { ...closed, moved_to: "2026-12-26", version: 1 };
  expect(await (await send("PATCH", path, moved)).json()).toEqual({
    ...created,
    ...moved,
    version: 2,
  });
  const stale = await readProblem(await send("PATCH", path, { ...moved, note: "Feriado" }));
  expect(stale).toMatchObject({ status: 409, current: { note: "Natal", version: 2 } });
  const itself = await readProblem(await send("PATCH", path, { date: "2026-12-26", version: 2 }));
  expect(itself.errors).toMatchObject([{ field: "moved_to" }]);
  const noted = await (await send("PATCH", path, { note: "Feriado", version: 2 })).json();
  expect(noted).toEqual({ ...created, ...moved, note: "Feriado", version: 3 });
  const other = { ...closed, date: "2027-01-01" };
  const { id } = await (await send("POST", "/api/delivery/exceptions", other)).json();
  const taken = await send("PATCH", `/api/delivery/exceptions/${id}`, { ...closed, version: 1 });
  expect((await readProblem(taken)).errors).toMatchObject([{ field: "date" }]);
  expect((await send("DELETE", `/api/delivery/exceptions/${id}`)).status).toBe(204);
  expect((await send("DELETE", path)).status).toBe(204);
  expect(await database.select().from(deliveryExceptions)).toEqual([]);
  expect(await database.select().from(deliveryZones)).toEqual([]);
});
