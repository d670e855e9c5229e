import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { salesDimensions, salesFigures } from "#app/domain/reports/sales/rules.ts";
import { refreshSales } from "#app/domain/reports/sales/sums.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createLog } from "#app/platform/log.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { describeMachine } from "./machine.ts";
import { addManyOrders } from "./many-orders.ts";
import { login, signIn } from "./seller.ts";
import { percentile, printTable } from "./table.ts";

/**
 * Response times of 'Vendas' and of the customers with 100,000 orders of 10,000 customers, while days become outdated, and of
 * other requests meanwhile, on the embedded database and on PostgreSQL: `npm run bench:sales`.
 */
const orderCount = Number(process.env.BENCH_ORDERS ?? 100_000);
const customerCount = Number(process.env.BENCH_CUSTOMERS ?? 10_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
const maxP99 = 300;

console.log(`${describeMachine()}; ${orderCount} orders of ${customerCount} customers`);
let isWithin = await measureEngine("embedded database");
const programs = await ensurePostgres();
if (programs) {
  const postgres = await startPostgres(programs);
  const within = await measureEngine("PostgreSQL", postgres).finally(() => postgres.stop());
  isWithin = within && isWithin;
}
if (!isWithin) process.exitCode = 1;

async function measureEngine(name: string, postgres?: PostgresServer): Promise<boolean> {
  const folder = await temporaryFolder();
  try {
    const opened = await openDatabase({
      dataDir: folder,
      databaseUrl: postgres?.url,
      log: createLog("warn"),
    });
    await addManyOrders(opened.database, orderCount);
    await addCustomers(opened.database);
    const start = performance.now();
    await refreshSales(opened.database);
    const seconds = (performance.now() - start) / 1000;
    await opened.close();
    console.log(`\n${name}; the sums of all days took ${seconds.toFixed(1)} s once`);
    const shop = await startShop(folder, {
      SEED: "open",
      LOG_LEVEL: "warn",
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
    return await measure(shop.url).finally(() => shop.stop());
  } finally {
    await removeFolder(folder);
  }
}

/** Customers with two fifths of the orders in a tenth of them, and a payment of each delivered order. */
async function addCustomers(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    await tx.execute(sql`
      INSERT INTO customers (id, root_id, name, phone, email)
      SELECT id, id, 'Cliente ' || n, '119' || (10000000 + n), 'c' || n || '@example.com'
      FROM generate_series(1, ${sql.raw(String(customerCount))}) AS n,
        LATERAL (SELECT md5('customer' || n)::uuid AS id) AS made`);
    await tx.execute(sql`
      UPDATE pedidos SET customer_id = md5('customer' || 1 + CASE WHEN numero_pedido % 5 < 2
        THEN numero_pedido % (${sql.raw(String(customerCount))} / 10) ELSE numero_pedido * 7919 % ${sql.raw(String(customerCount))} END)::uuid,
        channel = (ARRAY['site', 'telefone', 'WhatsApp'])[1 + numero_pedido % 3],
        payment_method = (ARRAY['PIX', 'Dinheiro', NULL])[1 + numero_pedido % 3]`);
    await tx.execute(sql`
      WITH received AS (
        INSERT INTO receipts (id, customer_id, amount, allocated, method, kind, received_at)
        SELECT id, customer_id, valor_total, valor_total, 'PIX', 'pix', created_at + interval '1 day'
        FROM pedidos WHERE status = 'entregue' AND valor_total > 0 RETURNING id, amount
      )
      INSERT INTO payments (order_id, receipt_id, amount) SELECT id, id, amount FROM received`);
    await tx.execute(sql`
      UPDATE pedidos SET paid_amount = valor_total, paid_at = created_at + interval '1 day', paid_method = 'PIX'
      WHERE status = 'entregue' AND valor_total > 0`);
  });
  await database.execute(sql`SELECT restart_sales()`);
  for (const table of ["customers", "pedidos", "receipts", "payments"]) {
    await database.execute(sql.raw(`VACUUM ANALYZE ${table}`));
  }
}

async function measure(url: string): Promise<boolean> {
  const headers = { Cookie: await signIn(url) };
  const timeOf = async (path: string) => {
    const start = performance.now();
    const response = await fetch(`${url}${path}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - start;
  };
  const orders = await (await fetch(`${url}/api/orders?limit=100`, { headers })).json();
  /** Makes the sums of the order's day and of today outdated. */
  const pay = async (at: number) => {
    const { id } = orders.items[at % orders.items.length];
    const response = await fetch(`${url}/api/orders/${id}/payments`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ method: "PIX", amount: 0.01 }),
    });
    if (!response.ok) throw new Error(`no payment: ${await response.text()}`);
  };
  const readRows = async (query: URLSearchParams): Promise<{ key: string }[]> =>
    (await (await fetch(`${url}/api/sales?${query}`, { headers })).json()).rows;
  const quiet = await timeOthers(timeOf, delay(5000));
  const times = {
    api: [] as number[],
    page: [] as number[],
    orders: [] as number[],
    list: [] as number[],
  };
  const slowest: { time: number; query: string }[] = [];
  let payments = 0;
  const reads = (async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (const query of listQueries()) {
        await pay(payments);
        payments += 1;
        const time = await timeOf(`/api/sales?${query}`);
        times.api.push(time);
        slowest.push({ time, query: String(query) });
        const page = `/admin/sales?${toPageQuery(query)}`;
        times.page.push(await timeOf(page));
        const [row] = await readRows(query);
        if (row) times.orders.push(await timeOf(`${page}&linha=${encodeURIComponent(row.key)}`));
      }
      for (const search of ["", "?search=Cliente+77", "?inactive=1"]) {
        times.list.push(await timeOf(`/api/customers${search}`));
      }
    }
  })();
  const busy = await timeOthers(timeOf, reads);
  const p99 = (values: number[]) => percentile(values, 0.99);
  const row = (name: string, values: number[], max?: number) => ({
    name: `${name} (${values.length})`,
    value: p99(values),
    unit: "ms p99",
    ...(max !== undefined && { max }),
  });
  console.log(
    `${payments} payments made days outdated; other requests: a cached page and GET /api/orders`,
  );
  slowest.sort((one, other) => other.time - one.time);
  for (const { time, query } of slowest.slice(0, 5)) console.log(`${time.toFixed(0)} ms: ${query}`);
  return printTable([
    row("GET /api/sales", times.api, maxP99),
    row("page Vendas", times.page, maxP99),
    row("page Vendas with a row's orders", times.orders, maxP99),
    row("GET /api/customers", times.list, maxP99),
    row("other requests before", quiet),
    row("other requests meanwhile", busy, maxP99),
  ]);
}

function* listQueries(): Generator<URLSearchParams> {
  const until = dayOf(new Date());
  for (const days of [0, 29, 364]) {
    for (const figure of Object.keys(salesFigures)) {
      for (const [by, { ofPayments }] of Object.entries(salesDimensions)) {
        if (figure === "received" && !ofPayments) continue;
        yield new URLSearchParams({ from: addDays(until, -days), until, figure, by });
      }
    }
  }
}

function toPageQuery(query: URLSearchParams): URLSearchParams {
  const [de = "", ate = "", figura = "", por = ""] = query.values();
  return new URLSearchParams({ de, ate, figura, por });
}

/** Times a page of the shop and the list of orders, one after the other, until `end`. */
async function timeOthers(timeOf: (path: string) => Promise<number>, end: Promise<unknown>) {
  const times: number[] = [];
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    times.push(await timeOf("/"), await timeOf("/api/orders?limit=20"));
    await delay(20);
  }
  await end;
  return times;
}
