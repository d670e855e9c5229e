import { performance } from "node:perf_hooks";
import type { Order } from "#app/domain/orders/schema.ts";
import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createLog } from "#app/platform/log.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { describeMachine } from "./machine.ts";
import { addManyOrders } from "./many-orders.ts";
import { readProcessorSeconds } from "./processor-time.ts";
import { login, signIn } from "./seller.ts";

/**
 * Response times of the back office's order list with 400,000 orders, and processor time per request, on the embedded
 * database and on PostgreSQL: `npm run bench:orders`.
 */
const orderCount = Number(process.env.BENCH_ORDERS ?? 400_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 200);
const target = 50;
/** Processor milliseconds of PostgreSQL for the list's first page and for the dashboard. */
const databaseTargets = { list: 15, dashboard: 30 };
const lastId = "ffffffff-ffff-4fff-8fff-ffffffffffff";

type Timing = { median: number; p99: number; max: number };
/** Processor milliseconds of the database per dashboard: of PostgreSQL, or of this process with the embedded one. */
type DashboardTiming = Timing & { databaseMs: number };
type Page = { items: Order[]; next_cursor: string | null; total: number };

console.log(`${describeMachine()}; ${orderCount} orders, one reader, ${rounds} requests each`);
await measureEngine("embedded database");
const programs = await ensurePostgres();
if (programs) {
  const postgres = await startPostgres(programs);
  await measureEngine("PostgreSQL", postgres).finally(() => postgres.stop());
}

async function measureEngine(name: string, postgres?: PostgresServer): Promise<void> {
  const folder = await temporaryFolder();
  try {
    const dashboard = await fill(folder, postgres);
    const shop = await startShop(folder, {
      SEED: "open",
      LOG_LEVEL: "warn",
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
    console.log(`\n${name}`);
    await measure(shop, postgres, dashboard).finally(() => shop.stop());
  } finally {
    await removeFolder(folder);
  }
}

/** Fills the database while no shop has it open, and times the one read that has no address of its own. */
async function fill(dataDir: string, postgres?: PostgresServer): Promise<DashboardTiming> {
  const opened = await openDatabase({
    dataDir,
    databaseUrl: postgres?.url,
    log: createLog("warn"),
  });
  await addManyOrders(opened.database, orderCount);
  const ask = () => readDashboard(opened.database, new Date());
  await timed(20, ask);
  const pid = postgres?.pid() ?? process.pid;
  const before = await processorSeconds(pid);
  const times = await timed(100, ask);
  const databaseMs = ((await processorSeconds(pid)) - before) * 10;
  await opened.close();
  return { ...summary(times), databaseMs };
}

async function measure(
  { url, pid }: { url: string; pid: number },
  postgres: PostgresServer | undefined,
  dashboard: DashboardTiming,
): Promise<void> {
  const cookie = await signIn(url);
  const ask = async (query: string): Promise<Page> => {
    const response = await fetch(`${url}/api/orders${query}`, { headers: { Cookie: cookie } });
    if (!response.ok) throw new Error(`${query}: ${response.status}`);
    return response.json() as Promise<Page>;
  };
  const sample = await sampleOrders(ask);
  const some = (): Order => {
    const order = sample[Math.floor(Math.random() * sample.length)];
    if (!order) throw new Error("there are no orders");
    return order;
  };
  const search = (words: string) => ask(`?search=${encodeURIComponent(words)}`);
  const questions: [string, () => Promise<Page>][] = [
    ["first page", () => ask("")],
    ["one status", () => ask("?status=pendente")],
    ["deep page", () => ask(`?cursor=${cursorOf(some())}`)],
    ["search: e-mail", () => search(some().cliente_info.email)],
    ["search: end of the id", () => search(`#${some().id.slice(-8)}`)],
    ["search: number", () => search(String(some().numero_pedido))],
    ["search: whole name", () => search(some().cliente_info.name)],
    ["search: first name", () => search(some().cliente_info.name.split(" ", 1).join())],
    ["search: three letters", () => search(some().cliente_info.name.slice(0, 3))],
    ["search: middle of a name", () => search(some().cliente_info.name.slice(2, 7))],
    ["search: middle of the id", () => search(some().id.slice(15, 22))],
    ["search: middle of e-mail", () => search(some().cliente_info.email.slice(3, -4))],
    [
      "search: name, status",
      () => ask(`?status=pendente&search=${some().cliente_info.name.slice(0, 5)}`),
    ],
    ["search: nothing found", () => search("xilofone")],
  ];
  for (const [, question] of questions) await timed(10, question);
  const all: number[] = [];
  for (const [name, question] of questions) {
    const before = [await processorSeconds(pid), await processorSeconds(postgres?.pid())];
    const times = await timed(rounds, question);
    const after = [await processorSeconds(pid), await processorSeconds(postgres?.pid())];
    const [shopMs = 0, databaseMs = 0] = after.map(
      (seconds, at) => ((seconds - (before[at] ?? 0)) / rounds) * 1000,
    );
    all.push(...times);
    const cpu = `CPU ${shopMs.toFixed(1)} ms${postgres ? `, of the database ${databaseMs.toFixed(1)} ms` : ""}`;
    const isList = postgres && name === "first page";
    print(name, summary(times), isList ? `${cpu}; target: ${databaseTargets.list} ms` : cpu);
  }
  print("all of these", summary(all), `target: p99 below ${target} ms`);
  const [exported = 0] = await timed(1, () => download(url, cookie));
  console.log(`${"export of all as CSV".padEnd(24)} ${(exported / 1000).toFixed(1)} s`);
  print(
    "dashboard, in process",
    dashboard,
    `CPU of the database ${dashboard.databaseMs.toFixed(1)} ms; target: ${databaseTargets.dashboard} ms`,
  );
}

/** Orders from all over the list. */
async function sampleOrders(ask: (query: string) => Promise<Page>): Promise<Order[]> {
  const pages: Page[] = [];
  const { items } = await ask("?limit=1");
  const newest = new Date(items[0]?.created_at ?? 0).getTime();
  for (let step = 0; step < 20; step += 1) {
    const created_at = new Date(newest - step * (orderCount / 20) * 5 * 60_000).toISOString();
    pages.push(await ask(`?cursor=${cursorOf({ id: lastId, created_at })}`));
  }
  return pages.flatMap((page) => page.items);
}

function cursorOf({ created_at, id }: Pick<Order, "created_at" | "id">): string {
  return encodeURIComponent(btoa(`${created_at} ${id}`));
}

async function download(url: string, cookie: string): Promise<void> {
  const response = await fetch(`${url}/api/orders/export.csv`, { headers: { Cookie: cookie } });
  const text = await response.text();
  if (text.split("\r\n").length !== orderCount + 2) throw new Error("the export is not whole");
}

async function processorSeconds(pid: number | undefined): Promise<number> {
  return pid === undefined ? 0 : ((await readProcessorSeconds(pid)) ?? Number.NaN);
}

async function timed(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

function summary(times: number[]): Timing {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { median: at(0.5), p99: at(0.99), max: at(1) };
}

function print(name: string, { median, p99, max }: Timing, note = ""): void {
  const figures = `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`;
  console.log(`${name.padEnd(24)} ${figures}${note && `   (${note})`}`);
}
