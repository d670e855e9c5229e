import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDemo } from "#app/domain/demonstration/commands.server.ts";
import { ensureAdministrator } from "#app/domain/people/administrator.server.ts";
import { createPasswordHasher } from "#app/domain/people/secrets.server.ts";
import { readSales } from "#app/domain/reports/sales/queries.server.ts";
import { type SalesDimension, salesDimensions } from "#app/domain/reports/sales/rules.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { addDays, dayOf, weekdayOf } from "#app/shared/days.ts";
import { toCents } from "#app/shared/money.ts";
import { restoreInitialRows } from "#tests/support/engines.ts";
import { computeNaively, type Facts, readFacts } from "#tests/support/naive-sales.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { demoPicturesFolder, seedDemo } from "./seed.ts";

const { database } = await openTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), "pomar-business-"));
afterAll(() => rm(folder, { recursive: true }));
const administrator = "ana@example.com";
const today = "2026-11-26";
const evening = new Date(`${today}T18:30:00-03:00`);

async function fillShop(now: Date): Promise<void> {
  const credentials = { email: administrator, password: "senha-de-teste", generated: false };
  await ensureAdministrator(database, createPasswordHasher(), now, credentials);
  const media = createFolderStore(path.join(folder, "media"));
  const business = { administrator, now };
  await seedDemo({ database, media, pictures: demoPicturesFolder, business });
}

type Row = Record<string, unknown>;

async function select(query: string): Promise<Row[]> {
  const { rows } = await database.execute<Row>(sql.raw(query));
  return rows;
}

/** The number of rows of each table. */
async function countRows(): Promise<Record<string, number>> {
  const names = await select(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of names) {
    const [row] = await select(`SELECT count(*)::integer AS count FROM "${name}"`);
    counts[String(name)] = Number(row?.count);
  }
  return counts;
}

/** All that is the same whenever the shop is filled on a day: everything but ids and instants. */
async function readBusiness() {
  return {
    orders: await select(`
      SELECT numero_pedido, status, channel, valor_total, delivery_fee, discount, payment_method, due_on::text, paid_amount,
        delivery_date::text, delivery_shift, delivery_zone, price_table, cancel_reason, edit_reason,
        cliente_info - 'timestamp' AS customer, (
          SELECT jsonb_agg(jsonb_build_array(slug, unit, quantity, weight, price) ORDER BY position)
          FROM order_lines WHERE order_id = pedidos.id
        ) AS lines
      FROM pedidos ORDER BY numero_pedido`),
    payments: await select(`
      SELECT numero_pedido, payments.amount, method, author, note FROM payments JOIN receipts ON receipts.id = receipt_id JOIN pedidos ON pedidos.id = order_id
      ORDER BY numero_pedido, received_at, amount`),
    movements: await select(`
      SELECT slug, quantity, reason, note, author FROM stock_movements JOIN products ON products.id = product_id
      ORDER BY slug, stock_movements.id`),
    lots: await select(`
      SELECT slug, code, expires_on::text, balance FROM stock_lots JOIN products ON products.id = product_id ORDER BY 1, 2, 3`),
    series: await select(`
      SELECT name, weekdays, every_weeks, mode, starts_on::text, counts_from::text, ended_at,
        jsonb_path_query_array(lines, '$[*].product_name') AS products
      FROM order_series JOIN customers ON customers.id = customer_id`),
    customers: await select("SELECT name, document, terms, blocked FROM customers ORDER BY name"),
    log: await select(`
      SELECT table_name, operation, user_email, count(*)::integer FROM audit_logs GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`),
  };
}

type Filled = {
  business: Awaited<ReturnType<typeof readBusiness>>;
  rows: Record<string, number>;
};
let before: Record<string, number>;
let filled: Filled;
let laterOnThatDay: Filled["business"];
let facts: Facts;
let sales: Record<string, Awaited<ReturnType<typeof readSales>>>;
let wrongSums: Record<string, Row[]>;
let placedAt: Date[];
let emptied: { log: number; rows: Record<string, number> };

const period = { from: addDays(today, -90), until: today };
const dimensions = Object.keys(salesDimensions) as SalesDimension[];

// Filling the shop takes seconds, and each test begins with an empty database.
beforeAll(async () => {
  before = await countRows();
  await fillShop(new Date(`${today}T00:01:00-03:00`));
  filled = { business: await readBusiness(), rows: await countRows() };
  facts = await readFacts(database);
  sales = {};
  for (const by of dimensions) {
    sales[by] = await readSales(database, { ...period, figure: "placed", by });
  }
  wrongSums = await readWrongSums();
  placedAt = (await select("SELECT created_at::text FROM pedidos")).map(
    ({ created_at }) => new Date(String(created_at)),
  );
  await emptyDemo(database, administrator);
  emptied = { log: filled.rows.audit_logs ?? 0, rows: await countRows() };
  await restoreInitialRows(database);
  await fillShop(evening);
  laterOnThatDay = await readBusiness();
}, 600_000);

/** Rows that contradict what they are the sum of. */
async function readWrongSums() {
  return {
    payments: await select(`
      SELECT id FROM pedidos WHERE paid_amount <> (SELECT coalesce(sum(amount), 0) FROM payments WHERE order_id = pedidos.id)`),
    totals: await select(`
      SELECT id FROM pedidos WHERE valor_total <> delivery_fee - discount + (SELECT sum(total) FROM order_lines WHERE order_id = pedidos.id)`),
    stock: await select(`
      SELECT slug FROM products WHERE stock < 0
        OR stock <> (SELECT coalesce(sum(quantity), 0) FROM stock_movements WHERE product_id = products.id)`),
    lots: await select(`
      SELECT code FROM stock_lots
      WHERE balance <> (SELECT coalesce(sum(quantity), 0) FROM lot_movements WHERE lot_id = stock_lots.id)`),
    times: await select(`
      SELECT numero_pedido FROM pedidos AS one
      WHERE EXISTS (SELECT FROM pedidos WHERE numero_pedido < one.numero_pedido AND created_at > one.created_at)
        OR created_at > updated_at OR created_at > '${today}T03:01:00Z'`),
    // The last stored version of an order is the order.
    versions: await select(`
      SELECT numero_pedido FROM pedidos, LATERAL (
        SELECT new_data FROM audit_logs WHERE table_name = 'orders' AND record_id = pedidos.id::text
        ORDER BY (new_data ->> 'version')::integer DESC LIMIT 1
      ) AS last
      WHERE ((new_data ->> 'delivered_at')::timestamptz, (new_data ->> 'billed_on')::date, (new_data ->> 'due_on')::date)
        IS DISTINCT FROM (delivered_at, billed_on, due_on)`),
    authors: await select(
      "SELECT id FROM audit_logs WHERE user_email LIKE 'step%' OR action_id >= 0",
    ),
  };
}

test("has 25 customers and 120 orders in all states", () => {
  const { orders, customers } = filled.business;
  expect(customers).toHaveLength(25);
  const countOf = (status: string) => orders.filter((order) => order.status === status).length;
  expect(orders).toHaveLength(120);
  expect(countOf("entregue")).toBe(94);
  expect(countOf("confirmado")).toBe(12);
  expect(countOf("pendente")).toBe(7);
  expect(countOf("cancelado")).toBe(7);
  const channels = new Set(orders.map(({ channel }) => channel));
  expect(channels).toEqual(new Set(["site", "telefone", "WhatsApp"]));
  for (const zone of new Set(orders.map(({ delivery_zone }) => delivery_zone))) {
    expect(orders.filter((order) => order.delivery_zone === zone).length).toBeGreaterThan(4);
  }
  const lines = orders.flatMap((order) => order.lines as unknown[][]);
  expect(lines.filter(([, , , weight]) => weight !== null).length).toBeGreaterThan(5);
});

test("has money that is overdue, paid in part and returned", () => {
  const { orders, payments } = filled.business;
  const isOpen = ({ status, paid_amount, valor_total }: Row) =>
    status === "entregue" && Number(paid_amount) < Number(valor_total);
  const open = orders.filter(isOpen);
  expect(open.filter(({ due_on }) => due_on && String(due_on) < today).length).toBeGreaterThan(2);
  expect(open.filter(({ paid_amount }) => Number(paid_amount) > 0).length).toBeGreaterThan(2);
  expect(payments.filter(({ amount }) => Number(amount) < 0).length).toBeGreaterThan(2);
  expect(new Set(payments.map(({ method }) => method)).size).toBeGreaterThan(5);
});

test("has an order that repeats every week, from the next one on", () => {
  const [series] = filled.business.series;
  expect(filled.business.series).toHaveLength(1);
  expect(series).toMatchObject({
    name: "Sucos da Praça Lanchonete Ltda.",
    weekdays: [weekdayOf(today)],
    every_weeks: 1,
    mode: "pedido",
    starts_on: today,
    counts_from: addDays(today, 7),
    ended_at: null,
  });
  const entries = filled.business.log.filter(({ table_name }) => table_name === "order_series");
  expect(entries).toMatchObject([{ operation: "INSERT", count: 1 }]);
});

test("has sums that hold, numbers in the order of time, and nothing in the future", () => {
  for (const [name, rows] of Object.entries(wrongSums)) expect(rows, name).toEqual([]);
  expect(filled.rows.outbox).toBe(0);
});

test("has sales that equal the sum of the orders", () => {
  for (const by of dimensions) {
    const naive = computeNaively(facts, { ...period, figure: "placed", by });
    const shown = sales[by]?.rows.filter(({ orders }) => orders > 0) ?? [];
    expect(Object.fromEntries(shown.map(({ key, amount }) => [key, toCents(amount)])), by).toEqual(
      Object.fromEntries([...naive].map(([key, { amount }]) => [key, amount])),
    );
  }
});

test("has orders at hours at which people order", () => {
  for (const at of placedAt.filter((at) => dayOf(at) < today)) {
    const hour = new Date(at.getTime() - 3 * 3_600_000).getUTCHours();
    expect(hour, at.toISOString()).toBeGreaterThanOrEqual(7);
    expect(hour, at.toISOString()).toBeLessThan(22);
  }
  const sundays = placedAt.filter((at) => weekdayOf(dayOf(at)) === 6);
  expect(sundays.length).toBeLessThan(15);
});

test("is the same at any time of a day", () => {
  expect(laterOnThatDay).toEqual(filled.business);
});

test("is removed as a whole by 'Começar minha loja'", () => {
  const { audit_logs, ...rows } = emptied.rows;
  expect(audit_logs).toBeGreaterThan(emptied.log);
  expect(rows).toEqual({
    ...before,
    audit_logs: undefined,
    administrator: 1,
    // The key of the orders' links is a secret of the installation.
    order_link_key: 1,
  });
});
