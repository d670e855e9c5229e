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
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
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

test("the shop that this version writes is upgraded", { tags: ["nightly"] }, async () => {
  const fixture = path.join(await newFolder(), "fixture");
  await writeFixture(fixture);
  await expectUpgrade(fixture);
});

/** Starts this version on a copy of the fixture, and compares what its API answers with the rows of before. */
async function expectUpgrade(fixture: string): Promise<void> {
  const dataDir = await newFolder();
  const url = server && (await createTestDatabase(server, "empty"));
  const { links, ...before } = await inDatabase(dataDir, url, async (inTransaction) => {
    await loadFixture(fixture, inTransaction);
    const links = await inTransaction(deriveLinks);
    return { ...(await inTransaction(readRows)), links };
  });
  for (const rows of [before.orders, before.customers, before.products])
    expect(rows).not.toEqual([]);
  await cp(mediaFolder(fixture), path.join(dataDir, "media"), { recursive: true });
  const shop = await startShop(dataDir, { SEED: "none", ...(url && { DATABASE_URL: url }) });
  try {
    const Cookie = await signIn(createSender(shop.url), administrator);
    expect(await readByApi(createSender(shop.url, { Cookie }))).toMatchObject(before);
    await expectPictures(shop.url, mediaFolder(fixture));
    await expectLinks(shop.url, links);
  } finally {
    await shop.stop();
  }
  await expectBackup(fixture, dataDir, before.orders.length);
  const upgraded = await inDatabase(dataDir, url, (inTransaction) => inTransaction(describeSchema));
  expect(upgraded).toEqual(await describeFreshSchema());
}

/** Under the names of the API; each in the order of the ids. */
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

/**
 * The shop wrote a complete backup before it ran the migrations that the fixture's version did not have, if any; this version
 * restores it.
 */
async function expectBackup(fixture: string, dataDir: string, orders: number): Promise<void> {
  const released = new Set((await readReleasedMigrations(fixture)).map(({ name }) => name));
  const first = (await readMigrations()).find(({ name }) => !released.has(name));
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
