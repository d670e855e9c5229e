import { get } from "node:http";
import { ensurePostgres, startPostgres } from "#tests/support/postgres.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { describeMachine } from "./machine.ts";
import { createOrderSource } from "./orders.ts";
import { type SentPage, startBareNode, startNginx } from "./reference-servers.ts";
import { percentile } from "./table.ts";
import { ensureWrk, type LoadResult, measure } from "./wrk.ts";

/**
 * `npm run bench`: requests per second, p99 and processor time per request, measured by wrk in one run. nginx and a bare
 * Node server send the same bytes and headers as the cached page: nginx's rate is the client's ceiling. These three are
 * measured in turn, because the speed of a shared machine changes from one minute to the next.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const rounds = 5;
const roundSeconds = Math.ceil(seconds / 2);
const path = "/produtos/polpas-de-frutas";
/** The router accepts this spelling, and the page cache does not. */
const uncachedPath = "/PRODUTOS/polpas-de-frutas";
const headers = { "accept-encoding": "gzip, deflate, br", accept: "text/html" };
const rows: [name: string, result: LoadResult | undefined][] = [];

ensureWrk();
const folder = await temporaryFolder();
try {
  await measureOneProcess();
  await measureTwoWorkers();
  print();
} finally {
  await removeFolder(folder);
}

async function measureOneProcess(): Promise<void> {
  const shop = await startShop(`${folder}/data`, { LOG_LEVEL: "warn" });
  try {
    await compareCachedPage(shop);
    const { pid } = shop;
    const uncached = { url: shop.url + uncachedPath, headers, seconds, pid, connections: 4 };
    rows.push(["the same page, not cached", await measure(uncached)]);
    const products = { url: `${shop.url}/api/products`, headers, seconds, pid };
    rows.push(["GET /api/products", await measure(products)]);
    await measureOrders("POST /api/orders", shop);
  } finally {
    await shop.stop();
  }
}

async function compareCachedPage(shop: ShopProcess): Promise<void> {
  const page = await readPage(shop.url + path);
  const node = await startBareNode(`${folder}/node`, page);
  const nginx = await startNginx(`${folder}/nginx`, page);
  const servers = [
    { name: "cached category page", url: shop.url + path, pid: shop.pid },
    { name: "bare node:http", url: node.url, pid: node.pid },
    ...(nginx ? [{ name: "nginx, from disk", url: nginx.url, pid: nginx.pid }] : []),
  ].map((server) => ({ ...server, results: [] as LoadResult[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { url, pid, results } of servers) {
      results.push(await measure({ url, headers, seconds: roundSeconds, pid }));
    }
  }
  for (const { name, results } of servers) rows.push([name, medians(results)]);
  if (!nginx) rows.push(["nginx, from disk", undefined]);
  await Promise.all([node.stop(), nginx?.stop()]);
}

function medians(results: LoadResult[]): LoadResult {
  const median = (of: keyof LoadResult) =>
    percentile(
      results.map((result) => result[of] ?? Number.NaN),
      0.5,
    );
  return {
    requests: median("requests"),
    rate: median("rate"),
    p99: median("p99"),
    failures: Math.max(...results.map(({ failures }) => failures)),
    cpuPerRequest: median("cpuPerRequest"),
    databaseCpuPerRequest: undefined,
  };
}

/** Two workers need PostgreSQL, whose processor time is not included. */
async function measureTwoWorkers(): Promise<void> {
  const programs = await ensurePostgres();
  if (!programs) return;
  const postgres = await startPostgres(programs);
  const env = { LOG_LEVEL: "warn", DATABASE_URL: postgres.url };
  const shop = await startShop(`${folder}/workers`, env, ["--workers", "2"]);
  try {
    await measurePage("cached page, --workers 2", shop);
    await measureOrders("POST /api/orders, --workers 2", shop);
  } finally {
    await shop.stop();
    await postgres.stop();
  }
}

async function measurePage(name: string, { url, pid }: ShopProcess): Promise<void> {
  rows.push([name, await measure({ url: url + path, headers, seconds, pid })]);
}

async function measureOrders(name: string, { url, pid }: ShopProcess): Promise<void> {
  const nextOrder = await createOrderSource(url);
  const orders = Array.from({ length: 100 }, nextOrder);
  rows.push([name, await measure({ url: `${url}/api/orders`, seconds, pid, orders })]);
}

/** The bytes on the wire: fetch would decompress them. */
function readPage(url: string): Promise<SentPage> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      const sent = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      resolve({ body, headers: Object.fromEntries(sent) });
    }).on("error", reject);
  });
}

function print(): void {
  console.log(`${describeMachine()}, wrk with 1 thread and 16 connections, ${seconds} s each;`);
  console.log(`the first three: medians of ${rounds} rounds of ${roundSeconds} s in turn\n`);
  console.log(
    `${"".padEnd(32)}${["requests/s", "p99 ms", "failed", "CPU µs"].map(column).join("")}`,
  );
  for (const [name, result] of rows) {
    const { rate, p99, failures, cpuPerRequest } = result ?? {};
    const figures = [rate, p99?.toFixed(1), failures, cpuPerRequest?.toFixed(0)];
    const shown = result
      ? figures.map((figure) => column(String(figure ?? "-"))).join("")
      : column("-");
    console.log(`${name.padEnd(32)}${shown}`);
  }
  printRatio("bare node:http", 0.9);
  printRatio("nginx, from disk");
}

/** Of the cached page's rate to a reference server's. */
function printRatio(reference: string, target?: number): void {
  const rateOf = (name: string) => rows.find(([one]) => one === name)?.[1]?.rate;
  const ratio = (rateOf("cached category page") ?? 0) / (rateOf(reference) ?? Number.NaN);
  const figure = Number.isNaN(ratio) ? "not measured" : ratio.toFixed(2);
  const note = target ? ` (target: ${target})` : "";
  console.log(`cached category page / ${reference}: ${figure}${note}`);
}

function column(text: string): string {
  return text.padStart(12);
}
