import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { refreshSales } from "#app/domain/reports/sales/sums.server.ts";
import {
  inPostgresTransaction,
  openPostgresDatabase,
} from "#app/platform/database/postgres/open.ts";
import { createOrderSource } from "#tests/load/orders.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { testLog } from "#tests/support/rows.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { administrator, fillShop } from "#tests/upgrade/fill-shop.ts";
import { listFixtures, loadFixture } from "#tests/upgrade/fixture.ts";
import { createReader, queryServer } from "./shop-clients.ts";

// The commands of docs/deploying.md, 'A managed PostgreSQL', word for word, with two servers.

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const run = promisify(execFile);
const document = readFileSync("docs/deploying.md", "utf8");
const [, section = ""] = /## A managed PostgreSQL([\s\S]*?)\n## /.exec(document) ?? [];
const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, body = ""]) => body);
const findBlock = (part: string) => {
  const block = blocks.find((one) => one.includes(part));
  if (!block) throw new Error(`docs/deploying.md has no commands with ${part}`);
  return block;
};

const programs = (await ensurePostgres()) ?? "";
const folder = await temporaryFolder();
let source: PostgresServer;
let other: PostgresServer;

beforeAll(async () => {
  source = await startPostgres(programs, { settings: { wal_level: "logical" } });
  other = await startPostgres(programs);
  const { database, close } = await openPostgresDatabase(source.url, testLog);
  await fillShop(database, path.join(folder, "media")).finally(close);
});
afterAll(async () => {
  await Promise.all([source, other].map((server) => server?.stop()));
  await removeFolder(folder);
});

/** Runs a block of the page in a folder of its own. */
async function follow(block: string, from: string, to: string): Promise<void> {
  const env = {
    ...process.env,
    PATH: `${programs}${path.delimiter}${process.env.PATH}`,
    DATABASE_URL: from,
    NEW_DATABASE_URL: to,
  };
  const cwd = await mkdtemp(path.join(folder, "dump-"));
  await run("bash", ["-euo", "pipefail", "-c", block], { cwd, env });
}

const emptyDatabase = () => createTestDatabase(other.url, "empty");

/** Every row of every table that is logged, as sorted text. */
async function readTables(url: string): Promise<Record<string, string[]>> {
  const tables = await queryServer(
    url,
    `SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const list = await queryServer(url, `SELECT one::text AS row FROM ${name} AS one`);
    rows[name] = list.map(({ row }) => row).toSorted();
  }
  return rows;
}

const readSequences = (url: string) =>
  queryServer(url, "SELECT sequencename, last_value FROM pg_sequences ORDER BY sequencename");

async function placeOrder(url: string): Promise<number> {
  const { headers, body } = (await createOrderSource(url))();
  const response = await fetch(`${url}/api/orders`, { method: "POST", headers, body });
  expect(response.status).toBe(201);
  return (await response.json()).numero_pedido;
}

/** The number of the order before, of an order that is placed in a shop over this database, and of the orders in its feed. */
async function tryShop(database: string) {
  const [{ last }] = await queryServer(
    database,
    "SELECT max(numero_pedido)::int AS last FROM pedidos",
  );
  const [{ count }] = await queryServer(database, "SELECT count(*)::int AS count FROM pedidos");
  const shop = await startShop(folder, { DATABASE_URL: database, SEED: "none" });
  try {
    expect(await placeOrder(shop.url)).toBe(last + 1);
    const reader = await createReader(shop.url, administrator.password);
    let read = 0;
    for (let cursor = "start"; ; ) {
      const page = await reader.readOrders(cursor);
      if (page.items.length === 0) break;
      read += page.items.length;
      cursor = page.next_cursor;
    }
    expect(read).toBe(count + 1);
  } finally {
    await shop.stop();
  }
}

test.each(["pomar.sql", "pomar.dump"])("a dump as %s is restored row for row", async (file) => {
  const restored = await emptyDatabase();
  await follow(findBlock(`--file=${file} "$DATABASE_URL"`), source.url, restored);
  const rows = await readTables(source.url);
  expect(rows.products?.length).toBeGreaterThan(70);
  expect(await readTables(restored)).toEqual(rows);
  expect(await readSequences(restored)).toEqual(await readSequences(source.url));
  await tryShop(restored);
});

test("a dump of a shop of 1.0.0 is restored with a search path", async () => {
  const [released, restored] = [await emptyDatabase(), await emptyDatabase()];
  const pool = new Pool({ connectionString: released });
  await loadFixture(listFixtures()[0] ?? "", inPostgresTransaction(pool)).finally(() => pool.end());
  await follow(
    `pg_dump --format=custom --file=pomar.dump "$DATABASE_URL"\n${findBlock('sed "')}`,
    released,
    restored,
  );
  const rows = await readTables(released);
  expect(rows.products?.length).toBeGreaterThan(70);
  expect(await readTables(restored)).toEqual(rows);
});

test("all tables are replicated into another server, which takes over", async () => {
  const replica = await emptyDatabase();
  await follow(findBlock("CREATE SUBSCRIPTION"), source.url, replica);
  await tryShop(source.url);
  const { database, close } = await openPostgresDatabase(source.url, testLog);
  await refreshSales(database).finally(close);
  await expect
    .poll(() => readTables(replica), { timeout: 60_000, interval: 500 })
    .toEqual(await readTables(source.url));
  await follow(findBlock("DROP SUBSCRIPTION"), source.url, replica);
  expect(await readSequences(replica)).toEqual(await readSequences(source.url));
  await tryShop(replica);
});
