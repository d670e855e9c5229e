import { readFile } from "node:fs/promises";
import path from "node:path";
import { createTestDatabase } from "#tests/support/engines.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import {
  removeFolder,
  type ShopProcess,
  serviceVariables,
  startProgram,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { type CustomerPages, createCustomerPages } from "../customer-pages.ts";
import { createOrderSource, type OrderRequest } from "../orders.ts";
import { readProcessorSeconds } from "../processes.ts";
import { login } from "../seller.ts";
import { percentile, printTable, type Row } from "../table.ts";
import { ensureWrk, type Load, measure } from "../wrk.ts";
import { measureLive } from "./live.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
/** The time after which V8 has optimized the hot parts of the embedded database: its compiler's time counts too. */
const warmUpSeconds = 20;
const page = "/produtos/polpas-de-frutas";
/** The router accepts this spelling, and the page cache does not. */
const uncachedPage = "/PRODUTOS/polpas-de-frutas";
const headers = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };
/** Only a few renders of one network are queued. */
const renderConnections = 4;
/** Processor milliseconds of one rendered page on a quiet machine; docs/performance.md has the figures. */
const maxRenderMs = { category: 7, area: 4, order: 8, statement: 6 };

type Build = {
  name: string;
  program: string;
  figures: Map<string, { unit: string; values: number[]; max: number | undefined }>;
};
type Running = {
  build: Build;
  shop: ShopProcess;
  orders: OrderRequest[];
  customerPages: CustomerPages;
};

const parts = { start: measureStarts, pages: measurePages, orders: measureOrders };

/**
 * `npm run bench -- requests [start|pages|orders|live …] [FOLDER]`: starts, rates, p99 and processor time of pages and orders, by wrk,
 * and what a thousand live streams cost. With the folder of another build the two are measured in turn in the same run, so that a
 * busy machine disturbs both alike. Medians of `BENCH_ROUNDS` of `BENCH_SECONDS`.
 */
export async function run(args: string[]): Promise<boolean> {
  const names = [...Object.keys(parts), "live"];
  const chosen = args.filter((name) => names.includes(name));
  const [otherBuild] = args.filter((name) => !names.includes(name));
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
  const builds: Build[] = [
    ...(otherBuild
      ? [{ name: "other build", program: path.join(otherBuild, startProgram), figures: new Map() }]
      : []),
    { name: "this build", program: startProgram, figures: new Map() },
  ];
  ensureWrk();
  const folder = await temporaryFolder();
  try {
    for (const [name, measurePart] of Object.entries(parts)) {
      if (isChosen(name)) await measurePart(builds, folder);
    }
    const live = isChosen("live") ? await measureLive(folder) : [];
    return printTable([...builds.flatMap(toRows), ...live]);
  } finally {
    await removeFolder(folder);
  }
}

/** The first start, which creates the database, and the next one; with compiled code stored, as `npm start` does it. */
async function measureStarts(builds: Build[], folder: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const build of builds) {
      const data = `${folder}/start-${round}-${build.name}`;
      for (const name of ["first start", "next start"]) {
        const env = { LOG_LEVEL: "warn", NODE_COMPILE_CACHE: `${folder}/compiled` };
        const shop = await startShop(data, env, [], build.program);
        add(build, `${name}, processor`, "ms", (await readProcessorSeconds(shop.pid)) * 1000);
        add(build, `${name}, peak memory`, "MB", await readMegabytes(shop.pid, "VmHWM"));
        add(build, `${name}, memory`, "MB", await readMegabytes(shop.pid, "VmRSS"));
        await shop.stop();
      }
    }
  }
}

async function measurePages(builds: Build[], folder: string): Promise<void> {
  await withShops(builds, `${folder}/pages`, {}, async (running) => {
    await measureInTurn(running, "page, not cached", {
      address: uncachedPage,
      connections: renderConnections,
      maxCpuMs: maxRenderMs.category,
    });
    for (const name of ["area", "order", "statement"] as const) {
      await measureInTurn(running, `${name} page, not cached`, {
        address: ({ customerPages }) => customerPages[name],
        connections: renderConnections,
        maxCpuMs: maxRenderMs[name],
      });
    }
    await measureInTurn(running, "page, cached", { address: page });
    await measureInTurn(running, "GET /api/products", { address: "/api/products" });
  });
}

async function measureOrders(builds: Build[], folder: string): Promise<void> {
  const address = "/api/orders";
  await withShops(builds, `${folder}/orders`, {}, (running) =>
    measureInTurn(running, "order", { address, hasOrders: true }),
  );
  const programs = await ensurePostgres();
  if (!programs) return;
  const postgres = await startPostgres(programs);
  try {
    await withShops(builds, `${folder}/postgres`, { postgres }, (running) =>
      measureInTurn(running, "order, PostgreSQL", { address, hasOrders: true, postgres }),
    );
    for (const count of ["1", "2", "3", "4"]) {
      const workers = { postgres, args: count === "1" ? [] : ["--workers", count] };
      await withShops(builds, `${folder}/workers-${count}`, workers, async (running) => {
        await measureInTurn(running, `order, --workers ${count}`, { address, hasOrders: true });
        await measureInTurn(running, `page, not cached, --workers ${count}`, {
          address: uncachedPage,
          connections: renderConnections,
        });
        await measureInTurn(running, `page, cached, --workers ${count}`, { address: page });
      });
    }
  } finally {
    await postgres.stop();
  }
}

/** Each build has a database of its own: on a shared one both would send the mails of an order. */
async function withShops(
  builds: Build[],
  folder: string,
  { postgres, args = [] }: { postgres?: PostgresServer; args?: string[] },
  work: (running: Running[]) => Promise<void>,
): Promise<void> {
  const running: Running[] = [];
  try {
    for (const build of builds) {
      const database = postgres && (await createTestDatabase(postgres.url, "empty"));
      const env = {
        LOG_LEVEL: "warn",
        ADMIN_EMAIL: login.email,
        ADMIN_PASSWORD: login.password,
        ...serviceVariables(),
        ...(database && { DATABASE_URL: database }),
      };
      const shop = await startShop(`${folder}-${build.name}`, env, args, build.program);
      const nextOrder = await createOrderSource(shop.url);
      const customerPages = await createCustomerPages(shop.url, nextOrder());
      const orders = Array.from({ length: 100 }, nextOrder);
      running.push({ build, shop, orders, customerPages });
    }
    await work(running);
  } finally {
    for (const { shop } of running) await shop.stop();
  }
}

type Measured = {
  address: string | ((running: Running) => string);
  connections?: number;
  hasOrders?: boolean;
  postgres?: PostgresServer;
  maxCpuMs?: number;
};

async function measureInTurn(
  running: Running[],
  name: string,
  { address, connections, hasOrders = false, postgres, maxCpuMs }: Measured,
): Promise<void> {
  const toLoad = (one: Running): Load => ({
    url: one.shop.url + (typeof address === "string" ? address : address(one)),
    seconds,
    pid: one.shop.pid,
    databasePid: postgres?.pid(),
    ...(connections && { connections }),
    ...(hasOrders ? { orders: one.orders } : { headers }),
  });
  if (hasOrders)
    for (const one of running) await measure({ ...toLoad(one), seconds: warmUpSeconds });
  for (let round = 0; round < rounds; round += 1) {
    for (const one of running) {
      const result = await measure(toLoad(one));
      if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed`);
      add(one.build, name, "/s", result.rate);
      add(one.build, `${name}, p99`, "ms", result.p99);
      const cpuMs = (result.cpuPerRequest ?? Number.NaN) / 1000;
      add(one.build, `${name}, processor`, "ms", cpuMs, maxCpuMs);
      if (!postgres) continue;
      const databaseMs = (result.databaseCpuPerRequest ?? Number.NaN) / 1000;
      add(one.build, `${name}, processor of the database`, "ms", databaseMs);
    }
  }
}

function add({ figures }: Build, name: string, unit: string, value: number, max?: number): void {
  const { values = [] } = figures.get(name) ?? {};
  figures.set(name, { unit, values: [...values, value], max });
}

function toRows({ name: column, figures }: Build): Row[] {
  return [...figures].map(([name, { unit, values, max }]) => ({
    name,
    column,
    unit,
    value: percentile(values, 0.5),
    max,
  }));
}

async function readMegabytes(pid: number, name: "VmHWM" | "VmRSS"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}
