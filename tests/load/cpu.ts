import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import {
  removeFolder,
  type ShopProcess,
  startProgram,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { describeMachine } from "./machine.ts";
import { createOrderSource, type OrderRequest } from "./orders.ts";
import { readProcessorSeconds } from "./processor-time.ts";
import { percentile } from "./table.ts";
import { ensureWrk, measure } from "./wrk.ts";

/**
 * `npm run bench:cpu [-- <folder of another build>]`: processor time per unit of work, and memory. With another build the
 * two are measured in turn in the same run, so that a busy machine disturbs both alike. Medians of `BENCH_ROUNDS`.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
/** By then V8 has optimized the hot parts of the embedded database: its compiler's time counts too. */
const warmUpSeconds = 20;
const otherBuild = process.argv[2];
/** Parts to measure, by default all: `BENCH_PARTS=orders,pages,start`. */
const parts = new Set((process.env.BENCH_PARTS ?? "start,pages,orders").split(","));
const page = "/produtos/polpas-de-frutas";
/** The router accepts this spelling, and the page cache does not. */
const uncachedPage = "/PRODUTOS/polpas-de-frutas";
const browserHeaders = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };

type Build = { name: string; program: string; figures: Map<string, number[]> };
type Running = { build: Build; shop: ShopProcess; orders: OrderRequest[] };

const builds: Build[] = [
  ...(otherBuild ? [{ name: "other build", program: otherBuild, figures: new Map() }] : []),
  { name: "this build", program: "", figures: new Map() },
];

ensureWrk();
const folder = await temporaryFolder();
let shops = 0;
try {
  if (parts.has("start")) await measureStarts();
  if (parts.has("pages")) await withShops(measurePages);
  if (parts.has("orders")) {
    await withShops((running) => measureOrders(running, "order, embedded database"));
    await measureOrdersOnPostgres();
  }
  print();
} finally {
  await removeFolder(folder);
}

async function measureStarts(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const build of builds) await measureStart(build);
  }
}

async function measurePages(running: Running[]): Promise<void> {
  await measurePage(running, "category page, not cached", uncachedPage);
  await measurePage(running, "category page, cached", page);
}

async function measureOrdersOnPostgres(): Promise<void> {
  const programs = await ensurePostgres();
  if (!programs) return;
  const postgres = await startPostgres(programs);
  const work = (running: Running[]) => measureOrders(running, "order, PostgreSQL", postgres);
  try {
    await withShops(work, () => createDatabase(postgres));
  } finally {
    await postgres.stop();
  }
}

/** One for each build: on a shared one both would send the mails of an order, by the migrations of the newer build. */
async function createDatabase({ url }: PostgresServer): Promise<Record<string, string>> {
  const name = `shop_${shops}`;
  const client = new Client(url);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return { DATABASE_URL: new URL(`/${name}`, url).href };
}

/** The first start, which creates the database, and the next one; with compiled code stored, as `npm start` does it. */
async function measureStart(build: Build): Promise<void> {
  const data = nextFolder();
  for (const name of ["first start", "next start"]) {
    const variables = { LOG_LEVEL: "warn", NODE_COMPILE_CACHE: `${folder}/compiled` };
    const shop = await startShop(data, variables, [], path.join(build.program, startProgram));
    add(build, `${name}: CPU ms`, (await processorSeconds(shop.pid)) * 1000);
    add(build, `${name}: peak memory MB`, await readMegabytes(shop.pid, "VmHWM"));
    add(build, `${name}: memory MB`, await readMegabytes(shop.pid, "VmRSS"));
    await shop.stop();
  }
}

async function withShops(
  work: (running: Running[]) => Promise<void>,
  openDatabase: () => Promise<Record<string, string>> = async () => ({}),
): Promise<void> {
  const running: Running[] = [];
  try {
    for (const build of builds) {
      const folder = nextFolder();
      const variables = { LOG_LEVEL: "warn", ...(await openDatabase()) };
      const shop = await startShop(folder, variables, [], path.join(build.program, startProgram));
      const nextOrder = await createOrderSource(shop.url);
      running.push({ build, shop, orders: Array.from({ length: 100 }, nextOrder) });
    }
    await work(running);
  } finally {
    for (const { shop } of running) await shop.stop();
  }
}

async function measureOrders(running: Running[], name: string, postgres?: PostgresServer) {
  for (const { shop, orders } of running) {
    await measure({ url: `${shop.url}/api/orders`, seconds: warmUpSeconds, orders });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { build, shop, orders } of running) {
      const result = await measure({
        url: `${shop.url}/api/orders`,
        seconds,
        pid: shop.pid,
        databasePid: postgres?.pid(),
        orders,
      });
      if (result.failures > 0) throw new Error(`${result.failures} orders failed`);
      add(build, `${name}: shop's CPU ms`, milliseconds(result.cpuPerRequest));
      if (!postgres) continue;
      add(build, `${name}: database's CPU ms`, milliseconds(result.databaseCpuPerRequest));
    }
  }
}

async function measurePage(running: Running[], name: string, path: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const { build, shop } of running) {
      const { cpuPerRequest, failures } = await measure({
        url: shop.url + path,
        headers: browserHeaders,
        seconds,
        // Of one network only a few renders are queued.
        connections: 4,
        pid: shop.pid,
      });
      if (failures > 0) throw new Error(`${failures} pages failed`);
      add(build, `${name}: CPU ms`, milliseconds(cpuPerRequest));
    }
  }
}

function milliseconds(microseconds = Number.NaN): number {
  return microseconds / 1000;
}

function nextFolder(): string {
  shops += 1;
  return `${folder}/${shops}`;
}

async function processorSeconds(pid: number): Promise<number> {
  return (await readProcessorSeconds(pid)) ?? Number.NaN;
}

async function readMegabytes(pid: number, name: "VmHWM" | "VmRSS"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}

function add({ figures }: Build, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value]);
}

function print(): void {
  console.log(`${describeMachine()}; medians of ${rounds} rounds of ${seconds} s\n`);
  const names = [...(builds[0]?.figures.keys() ?? [])];
  for (const name of names) {
    const medians = builds.map(({ figures }) => percentile(figures.get(name) ?? [], 0.5));
    const shown = medians.map((value, index) => `${builds[index]?.name} ${value.toPrecision(3)}`);
    const [before = 0, after] = medians;
    const change = after === undefined ? "" : `   ${signed((after / before - 1) * 100)} %`;
    console.log(`${name.padEnd(46)} ${shown.join("   ")}${change}`);
  }
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${value.toFixed(0)}`;
}
