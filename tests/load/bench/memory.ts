import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import sharp from "sharp";
import { sizeOfFolder } from "#app/platform/disk.ts";
import {
  freePort,
  removeFolder,
  serviceVariables,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { limitMemory, type MemoryLimit } from "../memory-limit.ts";
import { createBuyer, createOrderSource } from "../orders.ts";
import { findLast, readMemory, watchPeak } from "../processes.ts";
import { makeCatalogueFile, readProductPhotos } from "../scale/catalogue-file.ts";
import { createSeller, login, signIn } from "../seller.ts";
import { printTable, type Row } from "../table.ts";
import { timeOf } from "../timing.ts";

const settleSeconds = Number(process.env.MEMORY_SETTLE_SECONDS ?? 30);
const concurrency = 4;
const pages = 1_000;
const orders = 500;
/** Megabytes at rest, of which the shop keeps what its busiest time took. */
const maxAfterRestart = 300;
const maxAfterUse = 450;
/** More orders, after which the disk is measured. */
const manyOrders = Number(process.env.BENCH_ORDERS ?? 10_000);
const photos = 10;
/** The limit of uploads is 24 megapixels. */
const photoSize = { width: 5656, height: 4242 };
const widths = [320, 640, 1280, 1920];
/** Further products of the catalogue on a small machine, each with a photo. */
const furtherProducts = 300;
const batchSize = 50;
const smallMachine = 2 ** 30;
/** The limit of the heap that Node selects on a machine of 1 GB. On a larger one V8 would collect later. */
const heapOptions = "--max-old-space-size=512";

const folder = await temporaryFolder();
/** The copy that is started, or this checkout. */
let program = path.resolve(".");
const dataDir = path.join(folder, "data");
const url = `http://127.0.0.1:${await freePort()}`;
const service = serviceVariables();
const env = {
  ...process.env,
  ...service,
  NODE_OPTIONS: `${service.NODE_OPTIONS ?? ""} ${heapOptions}`,
  PORT: new URL(url).port,
  HOST: "127.0.0.1",
  DATA_DIR: dataDir,
  SEED: "demo",
  ORDER_LIMIT: "0",
  LOG_LEVEL: "warn",
  ADMIN_EMAIL: login.email,
  ADMIN_PASSWORD: login.password,
};
const roots = new Set<number>();
const watching = new AbortController();
const peak = watchPeak(roots, watching.signal);
let limit: MemoryLimit | undefined;

/**
 * `npm run bench -- memory`: memory and disk of a demonstration shop on the embedded database, started by `npm start` with the
 * variables of `systemd/pomar.service`, at rest after each part of its life and at its peak meanwhile, as docs/deploying.md shows
 * it. All processes count, npm's included. `npm run bench -- memory small` runs a shop with 1 GB and no swap.
 */
export async function run([part]: string[]): Promise<boolean> {
  try {
    return await (part === "small" ? measureSmallMachine() : measureLife());
  } finally {
    await stop();
    watching.abort();
    await limit?.remove();
    await removeFolder(folder);
  }
}

async function measureLife(): Promise<boolean> {
  printHeading();
  await copyProgram();
  await measure("first start", start);
  const first = await measureDisk("demonstration shop");
  await stop();
  const restart = await measure("restart", start);
  await stop();
  await writeFile(path.join(program, "migrations/9999_next.sql"), "SELECT 1;");
  await measure("start of a new version, with its backup", start);
  const use = await measure(`${pages} pages and ${orders} orders`, browseAndOrder);
  await measure(`${photos} photos of 24 megapixels, and their sizes`, uploadPhotos);
  await measure("exports of all records", exportAll);
  await measure("daily backup", () => runBackup());
  await measure("weekly check of the backup", () => runBackup("--check"));
  await stop();
  await measure("restart after that use", start);
  await measure(`${manyOrders} further orders`, () => placeOrders(manyOrders));
  return printTable([
    { name: "at rest after a restart", value: restart, unit: "MB", max: maxAfterRestart },
    { name: "at rest after pages and orders", value: use, unit: "MB", max: maxAfterUse },
    ...first,
    ...(await measureDisk(`after ${manyOrders} orders and ${photos} photos`)),
  ]);
}

/** The kernel kills a process of the group when its members need more. */
async function measureSmallMachine(): Promise<boolean> {
  limit = await limitMemory(smallMachine);
  if (!limit) {
    console.log("No control group can be created here: run it as root on Linux.");
    return false;
  }
  printHeading();
  await measure("first start, with the demonstration", start);
  await measure(`${orders} orders`, () => placeOrders(orders));
  await measure("npm run backup", () => runToEnd("npm", ["run", "backup"]));
  await measure(`${furtherProducts} products with a photo each`, addProducts);
  await measure("catalogue in PDF of all products", makeCatalogue);
  await measure("weekly check of the backup", () => runBackup("--check"));
  const { peak, kills } = await limit.read();
  return printTable([
    { name: "killed processes", value: kills, unit: "", max: 0 },
    { name: "most memory, cached files included", value: peak / 1e6, unit: "MB" },
  ]);
}

function printHeading(): void {
  console.log("| | at rest, MB (PSS) | peak, MB (PSS) |\n|---|---|---|");
}

/** Prints the memory at rest and at the peak, and returns the first, in megabytes. */
async function measure(name: string, work: () => Promise<void>): Promise<number> {
  peak.restart();
  await work();
  await delay(settleSeconds * 1000);
  const rest = Math.round((await readMemory(roots)) / 1e6);
  console.log(`| ${name} | ${rest} | ${Math.round(peak.read() / 1e6)} |`);
  return rest;
}

/** The upgrade adds a migration, which this checkout must not get. No link to its packages: npm would change them. */
async function copyProgram(): Promise<void> {
  const git = path.resolve(".git");
  const copy = path.join(folder, "program");
  await cp(program, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => source !== git,
  });
  program = copy;
}

function spawnShop(command: string, args: string[]): ChildProcess {
  const [file, given] = limit ? limit.join(command, args) : [command, args];
  const child = spawn(file, given, { cwd: program, env, stdio: ["ignore", "ignore", "inherit"] });
  const pid = child.pid ?? 0;
  roots.add(pid);
  child.once("exit", () => roots.delete(pid));
  return child;
}

async function start(): Promise<void> {
  const shop = spawnShop("npm", ["start"]);
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) {
    if (shop.exitCode !== null) throw new Error("the shop did not start");
    await delay(100);
  }
}

/** npm ends without its child, so the signal goes to the shop itself. */
async function stop(): Promise<void> {
  for (const root of roots) process.kill(await findLast(root));
  while (roots.size > 0) await delay(100);
}

/** Runs a backup as the shop does each day and each week. */
function runBackup(...options: string[]): Promise<void> {
  return runToEnd(process.execPath, ["--max-semi-space-size=4", "scripts/backup.ts", ...options]);
}

async function runToEnd(command: string, args: string[]): Promise<void> {
  const [code, signal] = await once(spawnShop(command, args), "exit");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code ?? signal}`);
}

/** The database's files, its log included, and a backup. */
async function measureDisk(column: string): Promise<Row[]> {
  const file = path.join(folder, `${randomUUID()}.tar.gz`);
  const database = await sizeOfFolder(path.join(dataDir, "database"));
  const milliseconds = await timeOf(() => runBackup(file));
  const { size } = await stat(file);
  return [
    { name: "disk", column, value: database / 1e6, unit: "MB" },
    { name: "backup", column, value: size / 1e6, unit: "MB" },
    { name: "duration of the backup", column, value: milliseconds / 1000, unit: "s" },
  ];
}

async function placeOrders(count: number): Promise<void> {
  const place = await createBuyer(url);
  await pLimit(concurrency).map(Array.from({ length: count }), place);
}

async function request(address: string, init: RequestInit = {}): Promise<Buffer> {
  const response = await fetch(url + address, init);
  const body = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${address}: ${response.status} ${body}`);
  return body;
}

/** Different pages of the shop and of the back office, while a product changes now and then, so that pages are rendered. */
async function browseAndOrder(): Promise<void> {
  const cookie = await signIn(url);
  const sitemap = String(await request("/sitemap.xml"));
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => new URL(address).pathname,
  );
  const screens = ["", "/products", "/orders", "/customers", "/stock", "/sales", "/day", "/cash"];
  const change = await createSeller(url, cookie);
  const nextOrder = await createOrderSource(url);
  await pLimit(concurrency).map(Array.from({ length: pages }), async (_, round) => {
    const headers = { accept: "text/html", cookie: round % 4 === 0 ? cookie : "" };
    if (round % 4 === 0)
      await request(`/admin${screens[(round / 4) % screens.length]}`, { headers });
    else if (round % 4 === 1) await request(`/busca?q=polpa+${round}`, { headers });
    else await request(paths[round % paths.length] ?? "/", { headers });
    if (round % (pages / orders) === 0) {
      await request("/api/orders", { method: "POST", ...nextOrder() });
    }
    if (round % 20 === 0) await change({ stock: 1000 + round });
  });
}

async function uploadPhotos(): Promise<void> {
  const cookie = await signIn(url);
  const noise = { type: "gaussian", mean: 128, sigma: 12 } as const;
  const picture = sharp({ create: { ...photoSize, channels: 3, background: "#884422", noise } });
  const photo = await picture.jpeg({ quality: 60 }).toBuffer();
  await pLimit(concurrency).map(Array.from({ length: photos }), async () => {
    const address = await upload(cookie, photo, "foto.jpg");
    const headers = { accept: "image/avif,image/webp,*/*" };
    for (const width of widths) await request(`${address}?w=${width}`, { headers });
  });
}

/** Returns the picture's address. */
async function upload(cookie: string, photo: Buffer<ArrayBuffer>, name: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([photo]), name);
  const stored = await request("/api/uploads/product-images", {
    method: "POST",
    headers: { cookie },
    body: form,
  });
  return JSON.parse(String(stored)).url;
}

async function addProducts(): Promise<void> {
  const cookie = await signIn(url);
  const productPhotos = await readProductPhotos();
  const indexes = Array.from({ length: furtherProducts }, (_, index) => index);
  const items = await pLimit(concurrency).map(indexes, async (index) => {
    const photo = productPhotos[index % productPhotos.length] ?? Buffer.alloc(0);
    const image = await upload(cookie, photo, `produto-${index}.jpg`);
    const texts = { title: `Produto ${index}`, slug: `produto-${index}`, category: "polpas" };
    return { ...texts, price: 10 + index, stock: 10, images: [image] };
  });
  for (let start = 0; start < items.length; start += batchSize) {
    const body = JSON.stringify({ items: items.slice(start, start + batchSize) });
    const headers = { cookie, "content-type": "application/json" };
    const answer = await request("/api/products/batch", { method: "POST", headers, body });
    if (JSON.parse(String(answer)).failed > 0) throw new Error(`no products: ${answer}`);
  }
}

async function makeCatalogue(): Promise<void> {
  const { products } = await makeCatalogueFile(url, await signIn(url), "a4");
  if (products < furtherProducts) throw new Error(`the catalogue has ${products} products`);
}

async function exportAll(): Promise<void> {
  const cookie = await signIn(url);
  const names = ["products", "orders", "customers"].map((subject) => `${subject}/export.csv`);
  for (const name of [...names, "payments/export.csv?from=2020-01-01&until=2099-12-31"]) {
    await request(`/api/${name}`, { headers: { cookie } });
  }
}
