import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { settings } from "#app/domain/company/table.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { createTestDatabase, restoreInitialRows } from "#tests/support/engines.ts";
import { buildInvoice } from "#tests/support/invoices.ts";
import type { ApiDocument } from "#tests/support/lint-api.ts";
import { openLockRecorder, type RecordedTransaction } from "#tests/support/lock-recorder.ts";
import { openLifeBank } from "#tests/support/shop-life/bank.ts";
import { Life } from "#tests/support/shop-life/life.ts";
import { type Counts, stepLists } from "#tests/support/shop-life/steps.ts";
import { sessionCookie } from "./admin-session.ts";
import { createTestApi, customer } from "./api-shop.ts";

/**
 * The order of locks in docs/internals.md, compared with what each write of the API locks on PostgreSQL, triggers included. What one
 * statement locks has no order here.
 */
const documented = readFileSync(new URL("../../docs/internals.md", import.meta.url), "utf8");
const [, section = ""] = documented.split("## The order of locks\n");
const order = [...(section.split("\n## ")[0]?.matchAll(/^\d+\. (.*)$/gm) ?? [])].map(
  ([, line = ""]) => [...line.matchAll(/`(.*?)`/g)].map(([, name = ""]) => name),
);

const recorder = await openLockRecorder(await createTestDatabase(inject("postgresUrl") ?? ""));
afterAll(recorder.close);
const { database } = recorder;
let life: Life | undefined;
let daysAhead = 0;
const later = () => new Date(Date.now() + daysAhead * 86_400_000);
const api = createTestApi({ database, now: () => life?.now ?? later() });
const { shop } = api;

/** The tables whose rows are deleted with another one belong to it: its lock is theirs. */
const owners = new Map<string, Set<string>>();
beforeAll(async () => {
  const { rows } = await database.execute<{ part: string; owner: string }>(sql`
    SELECT conrelid::regclass::text AS part, confrelid::regclass::text AS owner FROM pg_constraint
    WHERE contype = 'f' AND confdeltype = 'c'`);
  for (const { part, owner } of rows) owners.set(part, (owners.get(part) ?? new Set()).add(owner));
});

const rankOf = (name: string) => {
  const rank = order.findIndex((names) => names.includes(name));
  return rank < 0 ? order.length : rank;
};

/** The locks of jobs (`tryLockJob`) and of new customers: no transaction waits for them. */
const onlyTried = new Set(["advisory 7062018", "advisory customers"]);

/** Sentences about locks that come after a later one of the order. */
function findViolations({ steps }: RecordedTransaction): string[] {
  const violations: string[] = [];
  const held = new Set<string>();
  let last = { rank: -1, name: "" };
  for (const { statement, locks } of steps) {
    for (const name of locks) held.add(name);
    const ranked = locks.filter((name) => isRanked(name, held) && !onlyTried.has(name));
    for (const name of ranked) {
      if (rankOf(name) < last.rank) violations.push(`${name} after ${last.name}: ${statement}`);
    }
    for (const name of ranked) if (rankOf(name) > last.rank) last = { rank: rankOf(name), name };
  }
  return violations;
}

/** A part has the place of its owner, which is locked. */
function isRanked(name: string, held: ReadonlySet<string>): boolean {
  const own = owners.get(name);
  if (rankOf(name) < order.length || !own) return true;
  return ![...own].some((owner) => held.has(owner));
}

const violations = new Set<string>();
async function watch<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let result: Result | undefined;
  const transactions = await recorder.record(async () => {
    result = await work();
  });
  for (const transaction of transactions) {
    for (const violation of findViolations(transaction)) violations.add(`${name}: ${violation}`);
  }
  return result as Result;
}

let cookie = "";
/** "post /api/orders": what was accepted. */
const accepted = new Set<string>();

beforeEach(async () => {
  violations.clear();
  life = undefined;
  await restoreInitialRows(database);
  cookie = await sessionCookie(database);
});

const uuid = "[0-9a-f]{8}-[0-9a-f-]{27}";
const templateOf = (path: string) =>
  path
    .replace(/\?.*/, "")
    .replace(
      new RegExp(
        `(?<=/)(?:\\d+-[\\w-]{22}|${uuid}-[\\w-]{22}|${uuid}|\\d{4}-\\d\\d-\\d\\d|\\d+)(?=/|$)`,
        "g",
      ),
      "*",
    )
    .replace(/(?<=day-links\/)[^/]+/, "*");

type Answer = { id: string; version: number; link: string; [name: string]: unknown };

/** Sends a request, which must be accepted, and returns its answer. */
async function send(method: string, path: string, body?: object | FormData): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await watch(`${method} ${path}`, async () =>
    api.app.request(`/api${path}`, {
      method,
      headers: {
        Cookie: cookie,
        ...(!isForm && { "Content-Type": "application/json" }),
        "Idempotency-Key": crypto.randomUUID(),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  expect(response.ok, `${method} ${path}: ${response.status} ${text} ${api.failures}`).toBe(true);
  if (method !== "GET") accepted.add(`${method.toLowerCase()} ${templateOf(path)}`);
  // The last line of a stream is its result; an empty answer has none.
  return JSON.parse(text.trimEnd().split("\n").at(-1) || "{}");
}

const file = (name: string, text: string, fields: Record<string, string> = {}) => {
  const body = new FormData();
  body.append("file", new File([text], name));
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  return body;
};

/** Runs a job some days from now. */
async function runJob(name: string, days: number, run: () => Promise<unknown>): Promise<void> {
  daysAhead = days;
  await watch(`job: ${name}`, run);
  daysAhead = 0;
}

const soon = addDays(dayOf(new Date()), 4);
const refOf = ({ link }: { link: string }) => link.split("/pedido/")[1] ?? "";
const shift = { name: "Manhã", from: "08:00", until: "12:00", capacity: 50 };
const inMorning = "Manhã, 8h às 12h";

test("the documented order names tables", async () => {
  const { rows } = await database.execute<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const tables = new Set(rows.map(({ name }) => name));
  const listed = order.flat().filter((name) => !name.startsWith("advisory"));
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter((name) => !tables.has(name))).toEqual([]);
});

test("a lock in another database hides none in this one", async () => {
  // A copied database has the tables of its template under the same numbers.
  const other = new Client(await createTestDatabase(inject("postgresUrl") ?? ""));
  await other.connect();
  await other.query("BEGIN");
  await other.query("LOCK TABLE settings");
  const transactions = await recorder.record(() =>
    database.transaction((transaction) =>
      transaction.execute(sql`SELECT FROM settings FOR NO KEY UPDATE`),
    ),
  );
  await other.end();
  expect(transactions.flatMap(({ steps }) => steps.flatMap(({ locks }) => locks))).toEqual([
    "settings",
  ]);
});

test("every write locks in the documented order", async () => {
  await database.update(settings).set({ stage: "demo", confirmed_orders_open: true });
  // Settings and delivery.
  const settingsNow = await send("GET", "/settings");
  await send("PATCH", "/settings", { phone: "(11) 3456-7890", version: settingsNow.version });
  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  const zone = await send("POST", "/delivery/zones", {
    name: "Brasil",
    active: true,
    fee: 8,
    weekdays: everyDay,
    shifts: [shift],
    cep_ranges: [{ from: "00000000", until: "99999999" }],
  });
  await send("PATCH", `/delivery/zones/${zone.id}`, { fee: 9, version: 1 });
  await send("PUT", "/delivery/zones/order", { ids: [zone.id] });
  const spare = await send("POST", "/delivery/zones", { name: "Outra" });
  await send("DELETE", `/delivery/zones/${spare.id}`);
  const closed = await send("POST", "/delivery/exceptions", {
    date: "2031-12-25",
    moved_to: null,
    note: "Natal",
  });
  await send("PATCH", `/delivery/exceptions/${closed.id}`, { note: "Férias", version: 1 });
  await send("DELETE", `/delivery/exceptions/${closed.id}`);

  // Products and prices.
  const category = await send("POST", "/categories", {
    name: "Sorvetes artesanais",
    short_name: "Sorvetes",
    slug: "sorvetes",
    tint: "orange",
  });
  await send("PATCH", `/categories/${category.id}`, { name: "Sorvetes", version: 1 });
  await send("PUT", "/categories/order", { ids: [category.id] });
  const add = (slug: string) =>
    send("POST", "/products", {
      slug,
      title: slug,
      category: "polpas",
      stock: 500,
      sale_options: [mainOption("caixa", 12.9)],
    });
  const [acai, caju, manga] = [await add("acai"), await add("caju"), await add("manga")];
  await send("PATCH", `/products/${acai.id}`, { category: "sorvetes", version: 1 });
  await send("POST", `/products/${acai.id}/move`, { place: 1 });
  await send("PUT", "/products/order", { ids: [manga.id, caju.id] });
  await send("POST", "/products/actions", { action: "hide", ids: [manga.id] });
  await send("POST", "/products/batch", {
    items: [
      { slug: "acai", stock_delta: 5 },
      { slug: "goiaba", title: "Goiaba", price: 3 },
    ],
  });
  const versionsOf = async (...ids: string[]) => {
    const { items } = await send("GET", "/products?all=1");
    return (items as Answer[])
      .filter(({ id }) => ids.includes(id))
      .map(({ id, version }) => ({ id, version }));
  };
  await send("POST", "/products/prices", { products: await versionsOf(caju.id), percent: 5 });
  await send("POST", "/products/prices/undo", { products: await versionsOf(caju.id) });
  const apply_at = new Date(Date.now() + 3_600_000).toISOString();
  const plan = async () => {
    const products = await versionsOf(caju.id);
    await send("POST", "/products/prices", { products, percent: 5, apply_at });
    const { items } = await send("GET", "/price-schedules");
    return (items as Answer[]).find(({ applied_at }) => applied_at === null)?.id;
  };
  await send("DELETE", `/price-schedules/${await plan()}`);
  const planned = await plan();
  await runJob("scheduled prices", 1, () => shop.catalogue.applyScheduledPrices());
  await send("DELETE", `/price-schedules/${planned}/report`);
  await send(
    "POST",
    "/products/import",
    file("produtos.csv", "slug;título;preço\nacai;Açaí;14,90\nuva;Uva;9,90\n"),
  );

  // Stock.
  const stocked = await send("POST", "/stock-movements", {
    reason: "entrada",
    lines: [
      { product_id: manga.id, quantity: 20, cost: 43.9, lot: "A12", expires_on: "2031-03-31" },
      { product_id: acai.id, quantity: 20 },
    ],
  });
  const [moved] = (stocked as unknown as { items: { movement_id: number }[] }).items;
  await send("POST", `/stock-movements/${moved?.movement_id}/undo`);
  await send("PUT", `/stock-minimums/${acai.id}`, { minimum: 24 });
  const choices = JSON.stringify([{ position: 1, product_id: acai.id, factor: 1 }]);
  const xml = buildInvoice({ number: 7, issued: `${dayOf(new Date())}T08:00:00-03:00` });
  await send("POST", "/invoices", file("nota.xml", xml, { items: choices }));

  // Customers and their tables.
  const table = await send("POST", "/price-tables", { name: "Lanchonetes" });
  const known = await send("POST", "/customers", { name: "Padaria", phone: "(11) 91111-2222" });
  await send("PATCH", `/customers/${known.id}`, { price_table: table.id, version: 1 });
  await send("PATCH", `/price-tables/${table.id}`, { minimum_order: 0, version: 1 });
  await send("POST", "/customers/import", {
    file: "Nome;Telefone\nPadaria;11911112222\nMaria;11987654329\n",
  });
  const person = await send("POST", `/customers/${known.id}/people`, {
    name: "Joana",
    phone: "(11) 98765-4321",
  });
  const people = person as unknown as { id?: string; people?: { id: string }[] };
  await send("DELETE", `/customers/${known.id}/people/${people.people?.at(-1)?.id ?? people.id}`);
  await send("POST", `/customers/${known.id}/links`, { contact: "11911112222" });
  const contacts = { contacts: ["11911112222"], confirmed: true };
  await send("PUT", `/customers/${known.id}/contacts`, contacts);
  await send("DELETE", `/price-tables/${table.id}`);
  await send("POST", `/customers/${known.id}/statement-link/rotate`);
  const alias = await send("POST", `/customers/${known.id}/aliases`, {
    text: "5 açaí",
    product_id: acai.id,
    unit: "caixa",
  });
  await send("DELETE", `/customers/${known.id}/aliases/${alias.id}`);

  // Orders.
  const lines = (quantity: number, ...products: Answer[]) =>
    products.map(({ id, slug }) => ({
      product_id: id,
      unit: "caixa",
      quantity,
      price: slug === "acai" ? 14.9 : 13.55,
    }));
  const place = (quantity = 1, changes: object = {}) =>
    send("POST", "/orders", {
      customer: { ...customer, ...changes },
      items: lines(quantity, acai, caju),
      delivery_date: soon,
      delivery_shift: inMorning,
    });
  const status = (id: string, version: number, to: string) =>
    send("PATCH", `/orders/${id}`, { status: to, version });
  // Its document becomes that of a customer who was known by e-mail and phone.
  await send("POST", "/customers", { name: "Maria", email: customer.email, phone: customer.phone });
  const first = await place();
  const { customer_id } = await send("GET", `/orders/${first.id}`);
  await send("PUT", `/orders/${first.id}/opened`);
  const taken = await send("POST", "/orders/taken", {
    customer: { ...customer, document: "111.444.777-35" },
    items: lines(2, acai),
    channel: "telefone",
    customer_id: known.id,
    delivery_kind: "entrega",
  });
  await send("PATCH", `/orders/${taken.id}`, { discount: 1, reason: "Combinado", version: 1 });
  await send("POST", `/orders/${taken.id}/change-mail`);
  await send("DELETE", `/orders/${taken.id}`);

  await status(first.id, 1, "confirmado");
  const change = { version: 2, items: lines(3, acai) };
  const previewed = { version: 2, items: change.items.map(({ price, ...item }) => item) };
  await send("POST", `/order-links/${refOf(first)}/changes/preview`, previewed);
  await send("POST", `/order-links/${refOf(first)}/changes`, change);
  const { version } = await send("GET", `/orders/${first.id}`);
  await send("PATCH", `/orders/${first.id}`, { itens: lines(2, acai), reason: "Faltou", version });

  // Two orders joined and separated.
  const second = await place();
  await status(second.id, 1, "confirmado");
  const versions = async () => ({
    version: (await send("GET", `/orders/${first.id}`)).version,
    other_version: (await send("GET", `/orders/${second.id}`)).version,
  });
  await send("POST", `/orders/${second.id}/payments`, { method: "PIX", amount: 5 });
  await send("POST", `/orders/${first.id}/join`, { order_id: second.id, ...(await versions()) });
  await send("DELETE", `/orders/${first.id}/join/${second.id}`);

  // The day of deliveries.
  const pick = { kind: "pick", product_id: acai.id, unit: "caixa" };
  await send("POST", "/day/actions", { ...pick, lines: [{ order: second.id, from: 0, to: 1 }] });
  const act = async (id: string, action: object) =>
    send("POST", "/day/actions", {
      order: id,
      version: (await send("GET", `/orders/${id}`)).version,
      ...action,
    });
  await act(second.id, { kind: "pack", volumes: 1, from_volumes: 1, packed: true });
  await send("PATCH", "/day/route", { date: soon, stops: [second.id, first.id], route_version: 0 });
  const helper = await send("POST", "/day/links", { date: soon, role: "motorista", name: "João" });
  const token = String((helper as unknown as { path?: string }).path ?? helper.link)
    .split("/")
    .at(-1);
  await act(first.id, { kind: "fail", reason: "Fechado", date: addDays(soon, 1) });
  await send("POST", `/day-links/${token}/actions`, {
    kind: "deliver",
    order: second.id,
    payment: { method: "PIX", amount: 10 },
    version: (await send("GET", `/orders/${second.id}`)).version,
  });
  await send("DELETE", `/day/links/${helper.id}`);

  // Accounts.
  const account = `/customers/${customer_id}`;
  const receipt = await send("POST", `${account}/receipts`, { amount: 100, method: "PIX" });
  await send("POST", `${account}/refunds`, { amount: 1, method: "PIX", note: "Pagou a mais" });
  await send("POST", `${account}/adjustments`, { amount: 2, note: "Caixa amassada" });
  const third = await place();
  await status(third.id, 1, "confirmado");
  await send("POST", `${account}/credit`, {});
  const payment = await send("POST", `/orders/${third.id}/payments`, { method: "PIX", amount: 1 });
  await send("DELETE", `/orders/${third.id}/payments/${payment.id}`);
  const { items: receipts } = await send("GET", `${account}/receipts`);
  for (const one of receipts as unknown as { id: string; amount: number }[]) {
    if (one.amount < 0) await send("DELETE", `${account}/receipts/${one.id}`);
  }
  await send("DELETE", `${account}/receipts/${receipt.id}`);

  // The links of orders, and orders that repeat.
  const fourth = await place();
  await send("POST", `/order-links/${refOf(fourth)}/cancel`, {
    version: 1,
    reason: "Pedi duas vezes.",
  });
  const fifth = await place();
  await send("POST", `/orders/${fifth.id}/link/rotate`);
  const weekly = { weekdays: everyDay, every_weeks: 1 };
  await send("POST", `/orders/${fifth.id}/series`, weekly);
  const sixth = await place();
  const linked = await send("POST", `/order-links/${refOf(sixth)}/series`, weekly);
  const seriesRef = String((linked as unknown as { path: string }).path).replace("/repeticao/", "");
  await status(sixth.id, 1, "confirmado");
  for (const days of [4, 5, 6]) {
    await runJob("orders that repeat", days, () => shop.series.orderDue());
  }
  const series = await send("GET", `/series-links/${seriesRef}`);
  await send("POST", `/series-links/${seriesRef}/actions`, {
    action: "pause",
    version: series.version,
  });
  await send("POST", `/customers/${customer_id}/series/${series.id}/actions`, {
    action: "resume",
    version: series.version + 1,
  });
  const made = await database.execute<{ series_id: string; date: string }>(
    sql`SELECT series_id, date::text FROM series_dates WHERE settled_at IS NULL LIMIT 1`,
  );
  expect(made.rows).toHaveLength(1);
  await send("DELETE", `/series-notices/${made.rows[0]?.series_id}/${made.rows[0]?.date}`);

  // Customers merged, split, deleted and erased.
  const split = await send("POST", `${account}/split`, { orders: [third.id] });
  await send("POST", `${account}/merge`, { customer_id: split.id });
  await send("POST", `/customers/${split.id}/separate`);
  const alone = await send("POST", "/customers", { name: "Sozinho" });
  await send("DELETE", `/customers/${alone.id}`);
  await send("DELETE", `/orders/${third.id}?restore_stock=true`);
  await send("DELETE", `/products/${manga.id}`);
  await send("POST", `/orders/${sixth.id}/anonymize`, {});
  await send("POST", "/personal-data/erase", { customers: [split.id], orders: [] });

  await runJob("orders without a customer", 0, () => shop.customers.attachOrders());
  await database.update(settings).set({ retention_months: 1 });
  await runJob("old orders", 60, () => shop.customers.anonymizeOldOrders());
  await watch("'Começar minha loja'", () => shop.demonstration.startOwnShop("admin@pomar.example"));
  accepted.add("post /api/own-shop");
  expect([...violations]).toEqual([]);

  const document = (await (await api.app.request("/api/openapi.json")).json()) as ApiDocument;
  const writes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "get")
      .map((method) => `${method} ${path.slice(4).replace(/\{\w+\}/g, "*")}`),
  );
  const sent = new Set([...accepted].map((one) => one.replace(" /api", " ")));
  expect(writes.filter((one) => !sent.has(one) && !isApart(one))).toEqual([]);
});

/** Returns whether a statement writes rows that no order, customer or product is locked with, or only reads. */
function isApart(write: string): boolean {
  return apart.some((prefix) => write.includes(` ${prefix}`));
}
const apart = [
  ...["/auth", "/members", "/invitations", "/webhooks", "/push", "/uploads", "/recipes"],
  // The same use cases as the seller's.
  "/customer/",
  ...["/customer-link-requests", "/customers/*/devices"],
  // Reads.
  ...["/pasted-list", "/orders/taken/", "/products/export.pdf", "/invoices/preview"],
  // The bank, of which the shop of this test has none.
  "/pix",
  // The use cases of the row that it restores.
  "/audit-logs",
];

/** Runs the jobs of `app/server/jobs` that change rows. */
async function runJobs(): Promise<void> {
  await shop.series.orderDue();
  await shop.customers.attachOrders();
  await shop.catalogue.applyScheduledPrices();
  await shop.outgoing.queueReminders();
  await shop.reports.refreshSales();
}

test("what is done in a shop's life locks in the documented order", async () => {
  const signIn = (now: Date) => sessionCookie(database, now);
  const bank = await openLifeBank(database);
  onTestFinished(() => bank.stop());
  await bank.reset();
  life = await Life.begin({ database, api, signIn, runJobs, bank });
  for (const slug of ["acai", "caju", "manga"]) {
    const sale_options = [mainOption("caixa", 12.9)];
    await life.send("POST", "/products", { slug, title: slug, stock: 400, sale_options });
  }
  await life.refresh();
  const counts: Counts = new Map();
  for (const command of fc.sample(stepLists(120), 1)[0] ?? []) {
    const model = life;
    if (await command.check(model)) await watch(String(command), () => command.run(model, counts));
  }
  expect([...violations]).toEqual([]);
});
