import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Order } from "#app/domain/orders/schema.ts";
import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import { salesDimensions, salesFigures } from "#app/domain/reports/sales/rules.ts";
import { refreshSales } from "#app/domain/reports/sales/sums.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { testLog } from "#tests/support/rows.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { addManyOrders } from "../many-orders.ts";
import { createBuyer } from "../orders.ts";
import { readProcessorSeconds } from "../processes.ts";
import { login, signIn } from "../seller.ts";
import { percentile, printTable, type Row } from "../table.ts";
import { read, timeMeanwhile, timeOf, timesOf } from "../timing.ts";

const orderCount = Number(process.env.BENCH_ORDERS ?? 100_000);
const customerCount = Number(process.env.BENCH_CUSTOMERS ?? 10_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 100);
const salesRounds = Math.ceil(rounds / 10);
const maxListMs = 50;
const maxSalesMs = 300;
/** Processor milliseconds of PostgreSQL for the list's first page and for the dashboard. */
const maxDatabaseMs = { list: 15, dashboard: 30 };
const lastId = "ffffffff-ffff-4fff-8fff-ffffffffffff";

type Page = { items: Order[] };
type Measured = ShopProcess & {
  engine: string;
  postgres: PostgresServer | undefined;
  cookie: string;
};

/**
 * `npm run bench -- orders`: what the back office asks of 100,000 orders of 10,000 customers (`BENCH_ORDERS`, `BENCH_CUSTOMERS`), on the
 * embedded database and on PostgreSQL: the list and its search, 'Vendas' while days become outdated, the customers, the dashboard and
 * the export; and what other requests wait meanwhile. 99th percentiles, and processor time of shop and database per request.
 */
export async function run(): Promise<boolean> {
  console.log(`${orderCount} orders of ${customerCount} customers`);
  const rows = await measureEngine("embedded");
  const programs = await ensurePostgres();
  if (programs) {
    const postgres = await startPostgres(programs);
    rows.push(...(await measureEngine("PostgreSQL", postgres).finally(() => postgres.stop())));
  }
  return printTable(rows);
}

async function measureEngine(engine: string, postgres?: PostgresServer): Promise<Row[]> {
  const folder = await temporaryFolder();
  const env = {
    LOG_LEVEL: "warn",
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  try {
    // Its first start puts goods on the shelves, for new orders.
    await (await startShop(folder, env)).stop();
    const filled = await fill(folder, engine, postgres);
    const shop = await startShop(folder, env);
    try {
      const measured = { ...shop, engine, postgres, cookie: await signIn(shop.url) };
      return [
        ...filled,
        ...(await measureList(measured)),
        ...(await measureSales(measured)),
        await measureOnce(measured, "export of all as CSV", () => exportAll(measured)),
        toRow(engine, "a new order", await timesOf(rounds, await createBuyer(shop.url))),
      ];
    } finally {
      await shop.stop();
    }
  } finally {
    await removeFolder(folder);
  }
}

/** Fills the database while no shop has it open, and measures what has no address of its own. */
async function fill(dataDir: string, engine: string, postgres?: PostgresServer): Promise<Row[]> {
  const databaseUrl = postgres?.url;
  const { database, close } = await openDatabase({ dataDir, databaseUrl, log: testLog });
  await addManyOrders(database, orderCount);
  await addCustomers(database);
  const sums = await timeOf(() => refreshSales(database));
  const ask = () => readDashboard(database, new Date());
  await timesOf(20, ask);
  const pid = postgres?.pid() ?? process.pid;
  const before = await readProcessorSeconds(pid);
  const times = await timesOf(rounds, ask);
  const databaseMs = (((await readProcessorSeconds(pid)) - before) * 1000) / rounds;
  await close();
  const name = "dashboard";
  return [
    { name: "the sums of all days, once", column: engine, value: sums / 1000, unit: "s" },
    toRow(engine, name, times),
    {
      name: `${name}, processor`,
      column: engine,
      value: databaseMs,
      unit: "ms",
      max: maxDatabaseMs.dashboard,
    },
  ];
}

/** Customers with two fifths of the orders in a tenth of them, and a payment of each delivered order. */
async function addCustomers(database: Database): Promise<void> {
  const count = sql.raw(String(customerCount));
  await database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    await tx.execute(sql`
      INSERT INTO customers (id, root_id, name, phone, email)
      SELECT id, id, 'Cliente ' || n, '119' || (10000000 + n), 'c' || n || '@example.com'
      FROM generate_series(1, ${count}) AS n, LATERAL (SELECT md5('customer' || n)::uuid AS id) AS made`);
    await tx.execute(sql`
      UPDATE pedidos SET customer_id = md5('customer' || 1 + CASE WHEN numero_pedido % 5 < 2
        THEN numero_pedido % (${count} / 10) ELSE numero_pedido * 7919 % ${count} END)::uuid,
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

async function measureList({ url, pid, engine, postgres, cookie }: Measured): Promise<Row[]> {
  const ask = async (query: string): Promise<Page> =>
    JSON.parse(await read(`${url}/api/orders${query}`, { headers: { Cookie: cookie } }));
  const sample = await sampleOrders(ask);
  const any = (): Order => {
    const order = sample[Math.floor(Math.random() * sample.length)];
    if (!order) throw new Error("there are no orders");
    return order;
  };
  const search = (words: string) => ask(`?search=${encodeURIComponent(words)}`);
  const info = () => any().cliente_info;
  const questions: Record<string, () => Promise<Page>> = {
    "first page": () => ask(""),
    "one status": () => ask("?status=pendente"),
    "deep page": () => ask(`?cursor=${cursorOf(any())}`),
    "search: e-mail": () => search(info().email),
    "search: end of the id": () => search(`#${any().id.slice(-8)}`),
    "search: number": () => search(String(any().numero_pedido)),
    "search: whole name": () => search(info().name),
    "search: first name": () => search(info().name.split(" ", 1).join()),
    "search: three letters": () => search(info().name.slice(0, 3)),
    "search: middle of a name": () => search(info().name.slice(2, 7)),
    "search: middle of the id": () => search(any().id.slice(15, 22)),
    "search: middle of e-mail": () => search(info().email.slice(3, -4)),
    "search: name, status": () => ask(`?status=pendente&search=${info().name.slice(0, 5)}`),
    "search: nothing found": () => search("xilofone"),
  };
  const rows: Row[] = [];
  const pids = [pid, ...(postgres ? [postgres.pid()] : [])];
  for (const [name, question] of Object.entries(questions)) {
    await timesOf(10, question);
    const before = await Promise.all(pids.map(readProcessorSeconds));
    rows.push(toRow(engine, name, await timesOf(rounds, question), maxListMs));
    const after = await Promise.all(pids.map(readProcessorSeconds));
    const [shopMs = 0, databaseMs] = after.map(
      (seconds, at) => ((seconds - (before[at] ?? 0)) * 1000) / rounds,
    );
    rows.push({ name: `${name}, processor`, column: `${engine}, shop`, value: shopMs, unit: "ms" });
    if (databaseMs === undefined) continue;
    const max = name === "first page" ? maxDatabaseMs.list : undefined;
    rows.push({ name: `${name}, processor`, column: engine, value: databaseMs, unit: "ms", max });
  }
  return rows;
}

/** Orders from all over the list. */
async function sampleOrders(ask: (query: string) => Promise<Page>): Promise<Order[]> {
  const { items } = await ask("?limit=1");
  const newest = new Date(items[0]?.created_at ?? 0).getTime();
  const pages: Page[] = [];
  for (let step = 0; step < 20; step += 1) {
    const created_at = new Date(newest - step * (orderCount / 20) * 5 * 60_000).toISOString();
    pages.push(await ask(`?cursor=${cursorOf({ id: lastId, created_at })}`));
  }
  return pages.flatMap((page) => page.items);
}

function cursorOf({ created_at, id }: Pick<Order, "created_at" | "id">): string {
  return encodeURIComponent(btoa(`${created_at} ${id}`));
}

async function measureSales({ url, engine, cookie }: Measured): Promise<Row[]> {
  const headers = { Cookie: cookie };
  const timeRead = (path: string) => timeOf(() => read(url + path, { headers }));
  const { items: orders }: Page = JSON.parse(
    await read(`${url}/api/orders?limit=100`, { headers }),
  );
  const others = ["/", "/api/orders?limit=20"];
  const askOther = (round: number) => read(`${url}${others[round % others.length]}`, { headers });
  const quiet = await timeMeanwhile(delay(5000), askOther, 10);
  const times = {
    api: [] as number[],
    page: [] as number[],
    orders: [] as number[],
    customers: [] as number[],
  };

  /** Makes the sums of the order's day and of today outdated. */
  async function pay(id = ""): Promise<void> {
    await read(`${url}/api/orders/${id}/payments`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ method: "PIX", amount: 0.01 }),
    });
  }

  async function readAll(): Promise<void> {
    for (let round = 0; round < salesRounds; round += 1) {
      for (const query of listQueries()) {
        await pay(orders[times.api.length % orders.length]?.id);
        times.api.push(await timeRead(`/api/sales?${query}`));
        const page = `/admin/sales?${toPageQuery(query)}`;
        times.page.push(await timeRead(page));
        const { rows } = JSON.parse(await read(`${url}/api/sales?${query}`, { headers }));
        if (!rows[0]) continue;
        times.orders.push(await timeRead(`${page}&linha=${encodeURIComponent(rows[0].key)}`));
      }
      for (const search of ["", "?search=Cliente+77", "?inactive=1"]) {
        times.customers.push(await timeRead(`/api/customers${search}`));
      }
    }
  }

  const busy = await timeMeanwhile(readAll(), askOther, 10);
  return [
    toRow(engine, "GET /api/sales", times.api, maxSalesMs),
    toRow(engine, "page Vendas", times.page, maxSalesMs),
    toRow(engine, "page Vendas with a row's orders", times.orders, maxSalesMs),
    toRow(engine, "GET /api/customers", times.customers, maxSalesMs),
    toRow(engine, "other requests before", quiet),
    toRow(engine, "other requests meanwhile", busy, maxSalesMs),
  ];
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

async function exportAll({ url, cookie }: Measured): Promise<void> {
  const text = await read(`${url}/api/orders/export.csv`, { headers: { Cookie: cookie } });
  if (text.split("\r\n").length !== orderCount + 2) throw new Error("the export is not whole");
}

async function measureOnce(
  { engine }: Measured,
  name: string,
  work: () => Promise<void>,
): Promise<Row> {
  return { name, column: engine, value: (await timeOf(work)) / 1000, unit: "s" };
}

function toRow(column: string, name: string, times: number[], max?: number): Row {
  return { name, column, value: percentile(times, 0.99), unit: "ms p99", max };
}
