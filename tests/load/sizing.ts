import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "#tests/support/run-program.ts";
import {
  removeFolder,
  serviceVariables,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { describeMachine } from "./machine.ts";
import { createOrderSource } from "./orders.ts";
import { ensureWrk, measure } from "./wrk.ts";

/** `npm run bench:sizing`: disk and speed of one shop on the embedded database, as docs/deploying.md shows them. */
const orders = Number(process.env.SIZING_ORDERS ?? 10_000);
const concurrency = 8;
const megabyte = 1e6;

ensureWrk();
console.log(describeMachine());
const folder = await temporaryFolder();
const dataDir = path.join(folder, "data");
const shop = await startShop(dataDir, { LOG_LEVEL: "warn", ...serviceVariables() });
try {
  await addDisk("Disk, demonstration shop");
  await addBackup("Backup, demonstration shop");
  const page = { url: `${shop.url}/produtos/polpas-de-frutas`, seconds: 8 };
  const headers = { "accept-encoding": "br", accept: "text/html" };
  printRow("Cached pages per second", String((await measure({ ...page, headers })).rate));
  const seconds = await placeOrders(shop.url);
  printRow("Orders per second", String(Math.round(orders / seconds)));
  const count = orders.toLocaleString("en-US");
  await addDisk(`Disk after ${count} orders, WAL included`);
  await addBackup(`Backup after ${count} orders`);
} finally {
  await shop.stop();
  await removeFolder(folder);
}

function printRow(name: string, figure: string): void {
  console.log(`| ${name} | ${figure} |`);
}

async function placeOrders(url: string): Promise<number> {
  const nextOrder = await createOrderSource(url);
  let remaining = orders;
  async function place(): Promise<void> {
    while (remaining > 0) {
      remaining -= 1;
      const response = await fetch(`${url}/api/orders`, { method: "POST", ...nextOrder() });
      if (response.status !== 201) throw new Error(await response.text());
      await response.arrayBuffer();
    }
  }
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, place));
  return (performance.now() - startedAt) / 1000;
}

async function addDisk(name: string): Promise<void> {
  const entries = await readdir(path.join(dataDir, "database"), {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  printRow(name, `${Math.round(bytes / megabyte)} MB`);
}

async function addBackup(name: string): Promise<void> {
  const file = path.join(folder, `${randomUUID()}.tar.gz`);
  const startedAt = performance.now();
  const args = ["--max-semi-space-size=4", "scripts/backup.ts", file];
  const { code, output } = await runProgram(args, { DATA_DIR: dataDir });
  if (code !== 0) throw new Error(output);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { size } = await stat(file);
  printRow(name, `${(size / megabyte).toFixed(1)} MB in ${seconds} s`);
}
