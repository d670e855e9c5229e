import { createHmac } from "node:crypto";
import { cp, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Pool } from "pg";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { verifyArchive } from "#app/archive/archive-file.ts";
import { openEmbedded } from "#app/archive/databases.ts";
import { restore } from "#app/archive/restore.ts";
import { type InTransaction, type RunSql, readMigrations } from "#app/platform/database/migrate.ts";
import { inPostgresTransaction } from "#app/platform/database/postgres/open.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import {
  removeFolder,
  type ShopProcess,
  spawnShop,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { administrator } from "#tests/upgrade/fill-shop.ts";
import {
  listFixtures,
  loadFixture,
  mediaFolder,
  readReleasedMigrations,
  writeFixture,
} from "#tests/upgrade/fixture.ts";
import { describeSchema } from "#tests/upgrade/schema.ts";
import { createSender, type SendRequest, signIn } from "./administrator.ts";

vi.setConfig({ testTimeout: 240_000 });

const server = inject("postgresUrl");

test("the shop of every released version is upgraded", { tags: ["nightly"] }, async () => {
  for (const fixture of listFixtures()) await expectUpgrade(fixture);
});

test("an upgrade that is killed again and again loses nothing", { tags: ["nightly"] }, async () => {
  for (const fixture of listFixtures()) {
    if (await findFirstMigration(fixture)) await expectUpgrade(fixture, killMoments);
  }
});

test("the shop that this version writes is upgraded", { tags: ["nightly"] }, async () => {
  const fixture = path.join(await newFolder(), "fixture");
  await writeFixture(fixture);
  await expectUpgrade(fixture);
});

type KillMoment = { name: string; isReached(shop: ShopProcess): Promise<boolean> };

const finds = (text: string) => async (shop: ShopProcess) => shop.output().includes(text);

/** Each in a start of its own, after the one before was killed. */
const killMoments: KillMoment[] = [
  {
    name: "while it writes the backup",
    isReached: async ({ dataDir }) => {
      const backups = await readdir(path.join(dataDir, "backups")).catch(() => []);
      return backups.some((name) => name.endsWith(".part"));
    },
  },
  { name: "at the first migration", isReached: finds("created a backup before the upgrade") },
  { name: "after the migrations", isReached: finds("ran database migrations") },
];

/**
 * Starts this version on a copy of the fixture, after starts that are killed at `moments`, and compares what its API answers and what
 * its tables have with the rows of before.
 */
async function expectUpgrade(fixture: string, moments: KillMoment[] = []): Promise<void> {
  const dataDir = await newFolder();
  const url = server && (await createTestDatabase(server, "empty"));
  const { links, tables, ...before } = await inDatabase(dataDir, url, async (inTransaction) => {
    await loadFixture(fixture, inTransaction);
    const links = await inTransaction(deriveLinks);
    const tables = await inTransaction(readTables);
    return { ...(await inTransaction(readRows)), links, tables };
  });
  for (const rows of [before.orders, before.customers, before.products])
    expect(rows).not.toEqual([]);
  await cp(mediaFolder(fixture), path.join(dataDir, "media"), { recursive: true });
  const env = { SEED: "none", ...(url && { DATABASE_URL: url }) };
  for (const moment of moments) await killShop(await spawnShop(dataDir, env), moment);
  const shop = await startShop(dataDir, env);
  try {
    const Cookie = await signIn(createSender(shop.url), administrator);
    expect(await readByApi(createSender(shop.url, { Cookie }))).toMatchObject(before);
    await expectPictures(shop.url, mediaFolder(fixture));
    await expectLinks(shop.url, links);
  } finally {
    await shop.stop();
  }
  await expectBackup(fixture, dataDir, before.orders.length);
  const upgraded = await inDatabase(dataDir, url, async (inTransaction) => ({
    schema: await inTransaction(describeSchema),
    tables: await inTransaction(readTables),
  }));
  expect(upgraded.schema).toEqual(await describeFreshSchema());
  expect(listChanges(tables, upgraded.tables)).toEqual([]);
}

/** Kills the shop at a moment, also when it does not get there, which is a failure. */
async function killShop(shop: ShopProcess, { name, isReached }: KillMoment): Promise<void> {
  const limits = { interval: 5, timeout: 60_000 };
  await expect
    .poll(() => isReached(shop), { message: name, ...limits })
    .toBe(true)
    .finally(() => shop.stop("SIGKILL"));
}

/**
 * Tables that an upgrade and the first start change: texts of the search, the session and the bank of the fixture, which has expired
 * and has no settings, and the texts of the pages, which settings-migrations.test.ts compares.
 */
const changingTables = new Set([
  "migrations",
  "order_changes",
  "pix_provider",
  "sessions",
  "settings",
]);

type Tables = ReadonlyMap<string, Record<string, unknown>[]>;

/** Every row of every table. */
async function readTables(run: RunSql): Promise<Tables> {
  const names = await run(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname",
  );
  const tables = new Map<string, Record<string, unknown>[]>();
  for (const { name } of names) {
    const rows = await run(`SELECT to_jsonb(t) AS row FROM ${name} AS t`);
    tables.set(
      String(name),
      rows.map(({ row }) => row as Record<string, unknown>),
    );
  }
  return tables;
}

/** Tables that lack rows of before, as far as their columns still exist. */
function listChanges(before: Tables, after: Tables): string[] {
  return [...before].flatMap(([table, rows]) => {
    if (changingTables.has(table)) return [];
    const upgraded = after.get(table) ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter(
      (column) => upgraded[0] && column in upgraded[0],
    );
    const textOf = (row: Record<string, unknown>) =>
      JSON.stringify(columns.map((column) => row[column]));
    const texts = new Set(upgraded.map(textOf));
    const lost = rows.filter((row) => !texts.has(textOf(row)));
    return lost.length > 0 ? [`${table}: ${lost.length} of ${rows.length}`] : [];
  });
}

/** Reads the rows under the names of the API, in the order of their ids. */
async function readRows(run: RunSql) {
  const [settings] = await run(
    "SELECT site_name, cnpj, payment_methods, delivery_settings FROM settings",
  );
  return {
    orders:
      await run(`SELECT id::text, numero_pedido::integer, status, valor_total::float, paid_amount::float,
        jsonb_build_object('name', cliente_info ->> 'name') AS cliente_info
      FROM pedidos ORDER BY id`),
    customers: await run(
      "SELECT id::text, name, document FROM customers WHERE merged_into IS NULL ORDER BY id",
    ),
    products: await run("SELECT id::text, slug, stock::float, images FROM products ORDER BY id"),
    settings,
  };
}

/** A link of each kind that 1.0.0 had, as it derived them. */
async function deriveLinks(run: RunSql): Promise<{ path: string; opens: string }[]> {
  const [stored] = await run("SELECT key FROM order_link_key");
  const key = Buffer.from(String(stored?.key), "base64url");
  const sign = (text: string) =>
    createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
  const first = async (from: string) => (await run(`SELECT * FROM ${from} LIMIT 1`))[0] ?? {};
  const order = await first("pedidos WHERE anonymized_at IS NULL");
  const customer = await first("customers WHERE merged_into IS NULL");
  const table = await first("price_tables WHERE link_active AND active");
  return [
    {
      path: `/pedido/${order.numero_pedido}-${sign(`${order.id}:${order.link_version}`)}`,
      opens: "200 Acompanhe seu pedido",
    },
    {
      path: `/extrato/${customer.id}-${sign(`statement:${customer.id}:${customer.link_version}`)}`,
      opens: "200 Extrato",
    },
    { path: `/t/${sign(`table:${table.id}:${table.link_version}`)}`, opens: "302 /" },
  ];
}

async function expectLinks(url: string, links: { path: string; opens: string }[]): Promise<void> {
  for (const { path: link, opens } of links) {
    const response = await fetch(url + link, { redirect: "manual" });
    const [, title = ""] = /<title>([^|<]*)/.exec(await response.text()) ?? [];
    const target = response.headers.get("Location") ?? title.trim();
    expect(`${response.status} ${target}`, link.slice(0, 9)).toBe(opens);
  }
}

async function readByApi(send: SendRequest) {
  return {
    orders: await readList(send, "/api/orders?limit=100", "start"),
    customers: await readList(send, "/api/customers?limit=100"),
    products: await readList(send, "/api/products?limit=100"),
    settings: await (await send("GET", "/api/settings")).json(),
  };
}

type ApiRow = { id: string };
type ApiPage = { items: ApiRow[]; next_cursor: string | null };

/** All pages, in the order of the ids. */
async function readList(send: SendRequest, list: string, start?: string): Promise<ApiRow[]> {
  const rows: ApiRow[] = [];
  let after: string | null | undefined = start;
  while (after !== null) {
    const query = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
    const page: ApiPage = await (await send("GET", `${list}${query}`)).json();
    rows.push(...page.items);
    // The order feed has a cursor at its end too, for later changes.
    after = page.items.length > 0 ? page.next_cursor : null;
  }
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function expectPictures(url: string, media: string): Promise<void> {
  const entries = await readdir(media, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files).not.toEqual([]);
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name);
    const response = await fetch(`${url}/media/${path.relative(media, file)}`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(file));
  }
}

/** The first migration that the fixture's version did not have. */
async function findFirstMigration(fixture: string) {
  const released = new Set((await readReleasedMigrations(fixture)).map(({ name }) => name));
  return (await readMigrations()).find(({ name }) => !released.has(name));
}

/**
 * The shop wrote a complete backup before it ran the migrations that the fixture's version did not have, if any; this version
 * restores it.
 */
async function expectBackup(fixture: string, dataDir: string, orders: number): Promise<void> {
  const first = await findFirstMigration(fixture);
  if (!first) return;
  const file = `before-${first.name.replace(/\.sql$/, "")}.tar.gz`;
  const { tail } = await verifyArchive(path.join(dataDir, "backups", file));
  expect(tail.tables.pedidos?.rows).toBe(orders);
  const folder = await newFolder();
  const restored = await openEmbedded(folder);
  const media = createFolderStore(path.join(folder, "media"));
  await restore(path.join(dataDir, "backups", file), restored, () => media);
  const [row] = await restored.inTransaction((run) =>
    run("SELECT count(*)::int AS orders FROM pedidos"),
  );
  await restored.close();
  expect(row?.orders).toBe(orders);
}

async function describeFreshSchema(): Promise<string[]> {
  const dataDir = await newFolder();
  const url = server && (await createTestDatabase(server));
  if (!url) await addMigratedDatabase(dataDir);
  return inDatabase(dataDir, url, (inTransaction) => inTransaction(describeSchema));
}

/** Opens the server's database, or the embedded one of the folder, without any migration. */
async function inDatabase<T>(
  dataDir: string,
  url: string | undefined,
  work: (inTransaction: InTransaction) => Promise<T>,
): Promise<T> {
  if (!url) {
    const database = await openEmbedded(dataDir);
    return work(database.inTransaction).finally(database.close);
  }
  const pool = new Pool({ connectionString: url });
  return work(inPostgresTransaction(pool)).finally(() => pool.end());
}

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}
