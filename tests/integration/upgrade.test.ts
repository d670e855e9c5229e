import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { drizzle as drizzleEmbedded } from "drizzle-orm/pglite";
import { Pool } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { readArchive, verifyArchive } from "#app/archive/archive-file.ts";
import { restore } from "#app/archive/restore.ts";
import { listTables, loadRows } from "#app/archive/rows.ts";
import { queueReminders } from "#app/domain/push/commands.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { Engine } from "#app/platform/database/embedded/engine.ts";
import { inTransaction as onEngine, openEngine } from "#app/platform/database/embedded/open.ts";
import {
  createEarlierVersion,
  earlierCommit,
  type InTransaction,
  migrate,
  readMigrations,
} from "#app/platform/database/migrate.ts";
import { inTransaction as onPool } from "#app/platform/database/postgres/open.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { fulfilmentRows, insertEarlierOrders } from "#tests/support/rows.ts";

/** A shop of commit 40eb917: 200 orders, some edited, deleted or anonymized, 12 products, one of them deleted, 3 pictures. */
const archive = fileURLToPath(new URL("../fixtures/shop-of-40eb917.tar.gz", import.meta.url));

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-upgrade-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A database without tables, on the engine of this project. */
async function openEmpty() {
  const close = async () => undefined;
  const url = inject("postgresUrl");
  if (url) {
    const pool = new Pool({ connectionString: await createTestDatabase(url, "empty") });
    onTestFinished(() => pool.end());
    return { inTransaction: onPool(pool), database: drizzle(pool) as Database, close };
  }
  const engine = await Engine.start({});
  onTestFinished(() => engine.close());
  return { inTransaction: onEngine(engine), database: drizzleEmbedded(engine) as Database, close };
}

async function* readRowEntries() {
  for await (const entry of readArchive(archive)) if (entry.kind === "rows") yield entry;
}

/** Fills an empty database with the archive's shop, in the schema of its version. */
async function loadEarlierShop(inTransaction: InTransaction): Promise<void> {
  const { head, tail } = await verifyArchive(archive);
  await createEarlierVersion(inTransaction);
  const source = { ...head, checksums: tail.tables, pages: readRowEntries };
  await inTransaction((run) => loadRows(run, source));
}

type Rows = Record<string, unknown>[];
const read = (inTransaction: InTransaction, query: string): Promise<Rows> =>
  inTransaction((run) => run(query));

/** Every table's rows as JSON, by table. */
async function readTables(inTransaction: InTransaction): Promise<Record<string, Rows>> {
  const tables = await inTransaction(listTables);
  const entries: [string, Rows][] = [];
  for (const { name } of tables) {
    const rows = await read(
      inTransaction,
      `SELECT to_jsonb(one) AS row FROM "${name}" AS one ORDER BY to_jsonb(one)::text`,
    );
    entries.push([name, rows.map(({ row }) => row as Record<string, unknown>)]);
  }
  return Object.fromEntries(entries);
}

const earlierItems = "SELECT id, itens FROM pedidos ORDER BY id";
const convertedItems = "SELECT id, order_items(id) AS itens FROM pedidos ORDER BY id";
const wrongBalances = `SELECT id FROM products WHERE stock <> (
  SELECT coalesce(sum(quantity), 0) FROM stock_movements WHERE product_id = products.id)`;

type EarlierOrder = { id: string; itens: { contains?: number; unit_label?: string }[] };

/** Lines are rows now, and the main sale unit is one of the list. */
const movedColumns = new Set(["itens", "price", "specs", "sale_terms", "sale_options"]);

type EarlierProduct = {
  id: string;
  price: number;
  specs: { unit: string };
  sale_terms: object;
  sale_options: { active: boolean }[];
};

function convertOptions({ price, specs, sale_terms, sale_options }: EarlierProduct) {
  const further = sale_options.map(({ active, ...option }) => ({
    ...option,
    ...(!active && { active }),
  }));
  return [{ unit: specs.unit, price, contains: 1, ...sale_terms }, ...further];
}

async function expectConverted(
  inTransaction: InTransaction,
  before: Record<string, Rows>,
  items: Rows,
): Promise<void> {
  const converted = (await read(inTransaction, convertedItems)) as EarlierOrder[];
  const withoutLabels = converted.map(({ id, itens }) => ({
    id,
    itens: itens.map(({ unit_label: _, ...item }) => item),
  }));
  expect(JSON.stringify(withoutLabels)).toBe(JSON.stringify(items));
  for (const { unit_label, contains } of converted.flatMap(({ itens }) => itens)) {
    if (contains)
      expect(unit_label).toMatch(new RegExp(`^Caixa · ${contains}( un| kg| [a-z]+s)?$`));
    else expect(unit_label).toBeUndefined();
  }
  expect(await read(inTransaction, wrongBalances)).toEqual([]);
  const after = await readTables(inTransaction);
  const kept = Object.keys(before).filter((name) => name in after);
  expect(Object.keys(before).filter((name) => !kept.includes(name))).toEqual(
    [
      "mail_progress",
      "order_announcements",
      "order_mails",
      "push_messages",
      "webhook_deliveries",
    ].filter((name) => name in before),
  );
  for (const name of kept) {
    const rows = before[name] ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !movedColumns.has(column));
    const pick = (row: Record<string, unknown>) =>
      JSON.stringify(columns.map((column) => row[column]));
    expect((after[name] ?? []).map(pick).toSorted(), name).toEqual(rows.map(pick).toSorted());
  }
  const options = (before.products as EarlierProduct[]).map((row) => [row.id, convertOptions(row)]);
  expect(
    Object.fromEntries((after.products ?? []).map((row) => [row.id, row.sale_options])),
  ).toEqual(Object.fromEntries(options));
  expect(after.pedidos).toHaveLength(195);
}

test("every row of a shop of the earlier version is converted", { timeout: 120_000 }, async () => {
  const { inTransaction } = await openEmpty();
  await loadEarlierShop(inTransaction);
  const before = await readTables(inTransaction);
  const items = await read(inTransaction, earlierItems);
  const upgrades: string[] = [];
  const beforeUpgrade = async (_: InTransaction, name: string) => void upgrades.push(name);
  await migrate(inTransaction, { beforeUpgrade });
  await expectConverted(inTransaction, before, items);
  await migrate(inTransaction, { beforeUpgrade });
  expect(upgrades).toEqual([`0000_from-${earlierCommit}`]);
});

test("orders from before the upgrade raise no reminders, later ones do", async () => {
  const { inTransaction, database } = await openEmpty();
  await createEarlierVersion(inTransaction);
  const ages = ["25 hours", "2 hours", "16 minutes", "5 minutes"];
  const orders = await inTransaction(async (run) => {
    await run(`INSERT INTO push_subscriptions (endpoint, p256dh, auth, device)
      VALUES ('https://push.example/1', repeat('p', 87), repeat('a', 22), 'Firefox')`);
    await run("UPDATE settings SET reminder_minutes = 15");
    return insertEarlierOrders(run, ages);
  });
  await migrate(inTransaction);
  const reminded =
    "SELECT order_id AS id FROM outbox WHERE event = 'reminder' AND receiver IS NOT NULL";
  await queueReminders(database);
  expect(await read(inTransaction, reminded)).toEqual([]);
  await read(inTransaction, "UPDATE settings SET reminder_minutes = 1");
  await queueReminders(database);
  expect(await read(inTransaction, reminded)).toEqual(orders.slice(-1));
});

test("an archive of the earlier version is restored and converted", {
  timeout: 120_000,
}, async () => {
  const source = await openEmpty();
  await loadEarlierShop(source.inTransaction);
  const target = await openEmpty();
  const folder = await temporaryFolder();
  await restore(archive, target, () => createFolderStore(path.join(folder, "media")));
  await expectConverted(
    target.inTransaction,
    await readTables(source.inTransaction),
    await read(source.inTransaction, earlierItems),
  );
});

const schemaQueries = {
  columns: `SELECT table_name, column_name, udt_name, is_nullable, column_default, numeric_precision, numeric_scale,
      datetime_precision, is_identity
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  constraints: `SELECT conrelid::regclass::text AS relation, conname, pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2`,
  indexes: "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
  triggers: `SELECT tgname, pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
  functions: `SELECT proname, pg_get_functiondef(oid) AS text FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
  sequences:
    "SELECT sequencename, start_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
};

test("a converted database has the schema of a new one", { timeout: 120_000 }, async () => {
  const [fresh, converted] = [await openEmpty(), await openEmpty()];
  await migrate(fresh.inTransaction);
  await createEarlierVersion(converted.inTransaction);
  await migrate(converted.inTransaction);
  for (const [name, query] of Object.entries(schemaQueries)) {
    const expected = await read(fresh.inTransaction, query);
    expect(await read(converted.inTransaction, query), name).toEqual(expected);
    expect(expected.length, name).toBeGreaterThan(0);
  }
  const names = "SELECT name, sha256 FROM migrations ORDER BY name";
  expect(await read(converted.inTransaction, names)).toEqual(
    await read(fresh.inTransaction, names),
  );
});

test("a shop with zones, a day of deliveries and edited orders is upgraded without a changed row", async () => {
  const { inTransaction } = await openEmpty();
  const names = (await readMigrations()).map(({ name }) => name);
  await migrate(inTransaction, { only: new Set(names.filter((name) => name < "0014")) });
  for (const text of fulfilmentRows) await read(inTransaction, text);
  const before = await readTables(inTransaction);
  for (const name of ["delivery_zones", "packings", "delivery_attempts", "helper_links"])
    expect(before[name], name).not.toEqual([]);
  await migrate(inTransaction);
  const after = await readTables(inTransaction);
  for (const [name, rows] of Object.entries(before)) {
    if (name === "migrations") continue;
    const columns = Object.keys(rows[0] ?? {});
    const pick = (row: Record<string, unknown>) =>
      JSON.stringify(columns.map((column) => row[column]));
    expect(after[name]?.map(pick).toSorted(), name).toEqual(rows.map(pick).toSorted());
  }
});

test("a category that was renamed gets no short name, and none a new version", async () => {
  const { inTransaction } = await openEmpty();
  await migrate(inTransaction, { only: new Set([`0000_from-${earlierCommit}`, "0001_shop.sql"]) });
  await read(inTransaction, "UPDATE categories SET name = 'Sorvetes' WHERE slug = 'pescados'");
  const rows = "SELECT slug, version, (SELECT count(*)::integer FROM audit_logs) AS logs";
  const before = await read(inTransaction, `${rows} FROM categories ORDER BY position`);
  await migrate(inTransaction);
  expect(await read(inTransaction, `${rows} FROM categories ORDER BY position`)).toEqual(before);
  const shown = "SELECT short_name, tint, visible FROM categories ORDER BY position";
  expect(await read(inTransaction, shown)).toEqual([
    { short_name: "Polpas", tint: "purple", visible: true },
    { short_name: "Frutas", tint: "yellow", visible: true },
    { short_name: "Gelo", tint: "blue", visible: true },
    { short_name: "", tint: "teal", visible: true },
  ]);
});

test("a database before the earlier version is rejected with the commit to start", async () => {
  const { inTransaction } = await openEmpty();
  await createEarlierVersion(inTransaction);
  await read(inTransaction, "DELETE FROM migrations WHERE name > '0024'");
  await expect(migrate(inTransaction)).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: expect.stringContaining(`start the shop of that commit once`),
  });
});

type Use = (work: (inTransaction: InTransaction) => Promise<void>) => Promise<void>;

/** A database that other processes open between two calls of `use`, and the arguments by which they do. */
async function createSharedDatabase(): Promise<{ use: Use; options: string[] }> {
  const url = inject("postgresUrl");
  const folder = await temporaryFolder();
  if (url) {
    const connectionString = await createTestDatabase(url, "empty");
    const pool = new Pool({ connectionString });
    onTestFinished(() => pool.end());
    return { use: (work) => work(onPool(pool)), options: [folder, connectionString] };
  }
  const use: Use = async (work) => {
    const { engine, close } = await openEngine(path.join(folder, "database"));
    await work(onEngine(engine));
    await close();
  };
  return { use, options: [folder] };
}

test("a conversion that is killed leaves the shop as it was, and is repeated", {
  timeout: 240_000,
}, async () => {
  const { use, options } = await createSharedDatabase();
  let before: Record<string, Rows> = {};
  let items: Rows = [];
  await use(async (inTransaction) => {
    await loadEarlierShop(inTransaction);
    before = await readTables(inTransaction);
    items = await read(inTransaction, earlierItems);
  });
  const program = fileURLToPath(new URL("../programs/upgrade.ts", import.meta.url));
  for (const afterMs of [0, 60, 250]) {
    const child = spawn(process.execPath, [program, ...options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await delay(afterMs);
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await use(async (inTransaction) => {
    await migrate(inTransaction);
    await expectConverted(inTransaction, before, items);
  });
});
