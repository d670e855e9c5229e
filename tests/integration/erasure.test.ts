import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import type { PersonalData } from "#app/domain/customers/privacy/schema.ts";
import { postalCodes } from "#app/domain/delivery/table.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";
import { readEnvironment } from "#app/platform/env.ts";
import { createLog } from "#app/platform/log.ts";
import { mailAccount, openMailing, startOutbox } from "#app/server/jobs/outbox.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;
const dataDir = await mkdtemp(path.join(tmpdir(), "pomar-erasure-"));
afterAll(() => rm(dataDir, { recursive: true }));
const log = createLog("silent");
const read = readEnvironment({ DATA_DIR: dataDir, ADMIN_EMAIL: "admin@pomar.example" });
if (!read.ok) throw new Error(read.problem);
const { env } = read;
const url = await startApi({
  database,
  mailAccount: (mail, ...to) => mailAccount(env, mail, log, ...to),
});
const send = createAdminSender(database, url);
const visit = createSender(url);

/** Occurs in each text that is written about the person. */
const marker = "Zulmira";
const person = {
  ...customer,
  name: `${marker} Ferraz`,
  email: `${marker.toLowerCase()}@correio.example`,
  phone: "(11) 91234-5678",
  document: "111.444.777-35",
  zipCode: "29010-002",
  street: `Rua ${marker}`,
  number: "K-4711",
  complement: `Fundos ${marker}`,
  neighborhood: `Parque ${marker}`,
  city: `Vila ${marker}`,
  note: `Tocar para ${marker}`,
};
const texts = [
  marker,
  "912345678",
  "91234-5678",
  "111.444.777-35",
  "11144477735",
  "29010002",
  "K-4711",
];

/** "table.column" of each column in which a row has one of the texts. */
async function findColumns(): Promise<string[]> {
  const { rows } = await database.execute<{ table_name: string; column_name: string }>(sql`
    SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, 2`);
  const found: string[] = [];
  for (const { table_name, column_name } of rows) {
    const column = sql`${sql.identifier(column_name)}::text`;
    const isFound = texts.map((text) => sql`${column} ILIKE ${`%${text}%`}`);
    const count = await database.$count(
      sql`${sql.identifier(table_name)}`,
      sql.join(isFound, sql` OR `),
    );
    if (count > 0) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

/** Tables of the shop itself, without rows about a customer. */
const shopTables = [
  ...["administrator", "api_tokens", "member_credentials", "members", "sessions"],
  ...[
    "categories",
    "price_schedules",
    "price_tables",
    "product_changes",
    "product_costs",
    "product_imports",
    "product_search",
  ],
  ...[
    "products",
    "recipes",
    "stock_lots",
    "stock_minimums",
    "stock_movements",
    "stock_receipts",
    "lot_movements",
  ],
  ...[
    "supplier_codes",
    "supplier_invoices",
    "sales_stale",
    "sales_sums",
    "settings",
    "unused_media",
    "webhooks",
  ],
  ...["delivery_exceptions", "delivery_routes", "delivery_zones", "helper_links"],
  ...[
    "order_feed",
    "order_link_key",
    "pix_provider",
    "push_key",
    "push_subscriptions",
    "migrations",
    "rate_limits",
  ],
];

/** The other texts that a row about a customer may have: none of them is written by or about a person. */
const unmarked = [
  ...ofTable("account_entries", "author"),
  ...ofTable("audit_logs", "operation", "record_id", "table_name", "user_email"),
  ...ofTable("customer_contacts", "confirmed_by"),
  ...ofTable("customer_devices", "token_hash"),
  ...ofTable("customer_links", "made_by", "token_hash"),
  ...ofTable("customer_lists", "lines"),
  ...ofTable("customers", "city_code", "state_registration"),
  ...ofTable("delivery_attempts", "author"),
  ...ofTable("idempotency_keys", "key", "request_hash", "route"),
  ...ofTable("order_aliases", "unit"),
  ...ofTable("order_changes", "status"),
  ...ofTable("order_lines", "external_id", "product_name", "slug", "unit", "unit_label"),
  ...ofTable(
    "order_series",
    "channel",
    "delivery_kind",
    "delivery_shift",
    "lines",
    "mode",
    "payment_method",
    "weekdays",
  ),
  ...ofTable("outbox", "error", "event", "kind", "payload"),
  ...ofTable("packings", "picked"),
  ...ofTable(
    "pedidos",
    "changed_from",
    "channel",
    "delivery_kind",
    "delivery_shift",
    "delivery_zone",
    "due_from",
  ),
  ...ofTable(
    "pedidos",
    "idempotency_key",
    "original",
    "paid_method",
    "payment_method",
    "price_table",
    "request_hash",
    "status",
  ),
  ...ofTable("pix_charges", "code", "state", "txid"),
  ...ofTable("pix_receipts", "end_to_end_id", "txid"),
  ...ofTable("receipts", "author", "kind", "method"),
  ...ofTable("series_dates", "changes", "exceptions", "state"),
];

function ofTable(table: string, ...columns: string[]): string[] {
  return columns.map((column) => `${table}.${column}`);
}

/** "table.column" of the texts in tables with rows about customers that are not `marked`. */
async function listUnmarked(marked: readonly string[]): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type IN ('text', 'jsonb')
      AND NOT table_name = ANY (${sql.param(shopTables)}::text[]) ORDER BY 1`);
  return rows.map(({ name }) => name).filter((name) => !marked.includes(name));
}

/** It gets another name as soon as it is written. */
const isUnfinished = (name: string) => name.endsWith(".part");

/** Each file of the folder with one of the texts in its name or contents. */
async function findFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files.filter((one) => one.isFile() && !isUnfinished(one.name))) {
    const contents = await readFile(path.join(file.parentPath, file.name), "utf8");
    if (texts.some((text) => (file.name + contents).includes(text))) found.push(file.name);
  }
  return found.sort();
}

const keyOf = (subject: string) => ({ "Idempotency-Key": `${subject}-${crypto.randomUUID()}` });

async function post<Row>(
  address: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Row> {
  const response = await send("POST", `/api${address}`, body, headers);
  expect(response.ok, `${address}: ${response.ok || (await response.text())}`).toBe(true);
  return response.status === 204 ? (undefined as Row) : response.json();
}

async function patch(address: string, body: object): Promise<void> {
  const { version } = await (await send("GET", `/api${address}`)).json();
  const response = await send("PATCH", `/api${address}`, { ...body, version });
  expect(response.status, `${address}: ${await response.text()}`).toBe(200);
}

const find = async (search: string): Promise<PersonalData[]> =>
  (await (await send("GET", `/api/personal-data?search=${encodeURIComponent(search)}`)).json())
    .items;
const summaryOf = (matches: PersonalData[]) => matches.map(({ kind, deleted }) => [kind, deleted]);

test("nothing of an erased person remains in the database or in the files", async () => {
  const mailing = openMailing(env, opened, log);
  const times = { idleMs: 100, gatherMs: 5, unreachableMs: 100, mailPauseMs: 0 };
  const stop = startOutbox({ opened, senders: { mail: mailing.send }, log, times });
  onTestFinished(async () => {
    await stop();
    await mailing.close();
  });

  const product = await addProduct(database, { stock: 1000 });
  const date = addDays(dayOf(new Date()), 3);
  const place = async (changes: object = {}): Promise<PlacedOrder> => {
    const body = { customer: { ...person, ...changes }, items: [lineFor(product, 4)] };
    const response = await sendOrder(url, body);
    expect(response.status).toBe(201);
    return response.json();
  };

  // Orders: edited, delivered after a failed attempt, paid, repeated, joined, cancelled by the customer, deleted.
  const first = await place();
  const id = await readCustomerId(first);
  await patch(`/orders/${first.id}`, { status: "confirmado" });
  await patch(`/orders/${first.id}`, { metadata: { erp: marker } });
  const edit = { discount: 1, reason: `${marker} pediu` };
  await patch(`/orders/${first.id}`, edit);
  await patch(`/orders/${first.id}`, { delivery_date: date });
  const failed = {
    kind: "fail",
    order: first.id,
    version: (await readOrder(first)).version,
    reason: `${marker} saiu`,
    date,
  };
  await post("/day/actions", failed, keyOf("day"));
  await patch(`/orders/${first.id}`, { status: "entregue" });
  await patch(`/orders/${first.id}`, {
    discount: 2,
    reason: `${marker} achou caro`,
  });
  const paid = { method: "PIX", amount: 5, note: `Da mãe de ${marker}` };
  await post(`/orders/${first.id}/payments`, paid, keyOf("payment"));
  await post(`/orders/${first.id}/series`, { weekdays: [1], every_weeks: 1 });
  const [joined, other] = [await place(), await place({ note: `Portão de ${marker}` })];
  await patch(`/orders/${joined.id}`, { delivery_date: date });
  await patch(`/orders/${other.id}`, { delivery_date: date });
  await post(`/orders/${joined.id}/join`, { order_id: other.id, version: 2, other_version: 2 });
  const cancelled = await place();
  const ref = cancelled.link.split("/pedido/")[1];
  const cancel = { version: 1, reason: `${marker} desistiu` };
  expect((await visit("POST", `/api/order-links/${ref}/cancel`, cancel)).status).toBe(200);
  const deleted = await place();
  await send("DELETE", `/api/orders/${deleted.id}`);
  const taken = { customer: person, items: [lineFor(product, 1)], channel: "telefone" };
  await post("/orders/taken", taken, keyOf("taken"));

  // The customer: file, account, people, area, words of conversations, a merged one.
  const fields = { trade_name: `${marker} Ltda.`, contact: marker, note: `${marker} paga tarde` };
  await patch(`/customers/${id}`, fields);
  const account = `/customers/${id}`;
  await post(
    `${account}/receipts`,
    { method: "PIX", amount: 90, note: `Tia de ${marker}` },
    keyOf("receipt"),
  );
  await post(
    `${account}/adjustments`,
    { amount: 2, note: `${marker} reclamou` },
    keyOf("adjustment"),
  );
  await post(
    `${account}/refunds`,
    { method: "PIX", amount: 1, note: `Troco de ${marker}` },
    keyOf("refund"),
  );
  await post(`${account}/people`, {
    name: `Neta ${marker}`,
    email: person.email,
    phone: person.phone,
  });
  const alias = { text: `docinho ${marker}`, product_id: product.id, unit: "caixa" };
  await post(`${account}/aliases`, alias);
  const { link } = await post<{ link: string }>(`${account}/links`, {
    contact: person.email,
  });
  const entry = { token: link.split("=")[1] };
  const entered = await visit("POST", "/api/customer/session", entry, { "User-Agent": marker });
  const Cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const list = {
    name: `Lista de ${marker}`,
    lines: [lineFor(product, 1)].map(({ price, ...line }) => line),
  };
  expect((await visit("POST", "/api/customer/lists", list, { Cookie })).status).toBe(201);
  // A link that is mailed ends the request that waits for the seller.
  await visit("POST", "/api/customer/link-requests", { contact: person.email });
  await vi.waitFor(async () => expect(await findAreaMails()).toHaveLength(1), within);
  await visit("POST", "/api/customer/link-requests", { contact: person.phone });
  await vi.waitFor(
    async () => expect(await findColumns()).toContain("customer_link_requests.contact"),
    within,
  );
  await database.insert(postalCodes).values({
    cep: "29010002",
    address: { street: person.street, neighborhood: "", city: person.city, state: "ES" },
  });
  const branch = { name: `Filial ${marker}`, email: `filial.${person.email}` };
  const { id: branchId } = await post<{ id: string }>("/customers", branch, keyOf("customer"));
  await post(`/customers/${id}/merge`, { customer_id: branchId });

  await database.execute(sql`UPDATE outbox SET next_attempt_at = now() WHERE sent_at IS NULL`);
  await vi.waitFor(
    async () => expect((await findFiles(dataDir)).length).toBeGreaterThan(5),
    within,
  );
  await vi.waitFor(async () => expect(await findAreaMails()).toHaveLength(2), within);
  expect(await listUnmarked(await findColumns())).toEqual(unmarked);

  const found = await find(person.email);
  const customers = found.filter(({ kind }) => kind === "customer").map((one) => one.id);
  const orders = found.filter(({ kind }) => kind === "order").map((one) => one.id);
  expect(customers).toEqual([id]);
  await post("/personal-data/erase", { customers, orders });
  // A mail that was being sent notes its end.
  await vi.waitFor(async () => expect(await findColumns()).toEqual([]), within);
  await vi.waitFor(async () => expect(await findFiles(dataDir)).toEqual([]), within);
  for (const search of [marker, person.email, person.phone, person.document]) {
    expect(await find(search)).toEqual([]);
  }
});

const findAreaMails = async () =>
  (await findFiles(dataDir)).filter((name) => name.includes(".area"));
const within = { timeout: 20_000, interval: 50 };
const readOrder = async ({ id }: { id: string }) => (await send("GET", `/api/orders/${id}`)).json();
const readCustomerId = async (order: PlacedOrder): Promise<string> =>
  (await readOrder(order)).customer_id;

test("a customer deleted without orders and a deleted order are found in the log and erased", async () => {
  const product = await addProduct(database);
  const order = await (
    await sendOrder(url, { customer: person, items: [lineFor(product)] })
  ).json();
  const orderCustomer = await readCustomerId(order);
  await send("DELETE", `/api/orders/${order.id}`);
  const { id } = await post<{ id: string }>("/customers", {
    name: `Bar ${marker}`,
    phone: person.phone,
    email: "bar@example.com",
  });
  await patch(`/customers/${id}`, { email: person.email });
  expect((await send("DELETE", `/api/customers/${id}`)).status).toBe(204);
  await send("DELETE", `/api/customers/${orderCustomer}`);
  const all = [
    ["customer", true],
    ["customer", true],
    ["order", true],
  ];
  for (const search of [
    marker,
    marker.toUpperCase(),
    person.phone,
    "5511912345678",
    person.email.toUpperCase(),
  ]) {
    expect([search, summaryOf(await find(search)).sort()]).toEqual([search, all]);
  }
  expect(summaryOf(await find("11144477735"))).toHaveLength(2);
  expect(await find("bar@example.com")).toMatchObject([{ id, kind: "customer" }]);
  expect(await find("Zu%")).toEqual([]);
  const customers = [id, orderCustomer];
  const erased = await post("/personal-data/erase", { customers, orders: [order.id] });
  expect(erased).toEqual({ customers: 2, orders: 0 });
  expect(await findColumns()).toEqual([]);
});
