import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Pool } from "pg";
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { createTestDatabase } from "#tests/support/engines.ts";
import { insertEarlierOrders, testLog } from "#tests/support/rows.ts";
import { Engine } from "./embedded/engine.ts";
import { inTransaction as onEngine } from "./embedded/open.ts";
import { createEarlierVersion, type InTransaction, migrate } from "./migrate.ts";
import { inTransaction as onPool } from "./postgres/open.ts";

const { inTransaction, close } = await openEmpty(inject("postgresUrl"));
afterAll(close);
beforeEach(() => inTransaction((run) => run("DROP SCHEMA public CASCADE; CREATE SCHEMA public")));

/** A database without tables, on the engine of this project (see `openTestDatabase`). */
async function openEmpty(
  url?: string,
): Promise<{ inTransaction: InTransaction; close(): Promise<void> }> {
  if (url) {
    const pool = new Pool({ connectionString: await createTestDatabase(url, "empty") });
    return { inTransaction: onPool(pool), close: () => pool.end() };
  }
  const engine = await Engine.start({});
  return { inTransaction: onEngine(engine), close: () => engine.close() };
}

function migrations(files: Record<string, string>): URL {
  const folder = mkdtempSync(path.join(tmpdir(), "pomar-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

const names = () => inTransaction((run) => run("SELECT name FROM migrations ORDER BY name"));
const tables = async () => {
  const rows = await inTransaction((run) =>
    run("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"),
  );
  return rows.map((row) => row.tablename);
};

const first = "CREATE TABLE fruits (name text);\nINSERT INTO fruits VALUES ('caju; ou -- outra');";
const second = `CREATE FUNCTION ripe() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1;
  RETURN true;
END $$;
ALTER TABLE fruits ADD COLUMN ripe boolean DEFAULT ripe();`;

it("runs each file once, in the order of the names", async () => {
  const folder = migrations({
    "0002_ripe.sql": second,
    "0001_fruits.sql": first,
    "notes.txt": "?",
  });
  await migrate(inTransaction, { folder });
  await migrate(inTransaction, { folder });
  expect(await names()).toEqual([{ name: "0001_fruits.sql" }, { name: "0002_ripe.sql" }]);
  expect(await inTransaction((run) => run("SELECT * FROM fruits"))).toEqual([
    { name: "caju; ou -- outra", ripe: true },
  ]);
});

it("runs only new migrations", async () => {
  await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) });
  await migrate(inTransaction, {
    folder: migrations({ "0001_fruits.sql": first, "0002_ripe.sql": second }),
  });
  expect(await names()).toHaveLength(2);
});

it("changes nothing when one of them fails", async () => {
  const folder = migrations({
    "0001_fruits.sql": first,
    "0002_wrong.sql": "SELECT 1; SELECT no_such();",
  });
  await expect(migrate(inTransaction, { folder })).rejects.toThrow("no_such");
  expect(await tables()).toEqual(["migrations"]);
  expect(await names()).toEqual([]);
});

it("rejects a migration that was edited after it ran", async () => {
  await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) });
  const edited = migrations({ "0001_fruits.sql": `${first}\n-- só um comentário` });
  await expect(migrate(inTransaction, { folder: edited })).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: "0001_fruits.sql was edited after this database ran it",
  });
});

it("rejects a database that a newer version upgraded", async () => {
  await migrate(inTransaction, {
    folder: migrations({ "0001_fruits.sql": first, "0002_ripe.sql": second }),
  });
  await expect(
    migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) }),
  ).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: expect.stringContaining("newer version (0002_ripe.sql)"),
  });
});

it("rejects a pending migration that is older than one that ran", async () => {
  await migrate(inTransaction, { folder: migrations({ "0002_fruits.sql": first }) });
  const merged = migrations({ "0001_late.sql": "SELECT 1", "0002_fruits.sql": first });
  await expect(migrate(inTransaction, { folder: merged })).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: expect.stringContaining("0001_late.sql has not run, but the later 0002_fruits.sql"),
  });
});

describe("before an upgrade", () => {
  const upgraded = { "0001_fruits.sql": first, "0002_ripe.sql": second, "0003_x.sql": "SELECT 1" };

  it("lets the caller save the database, and logs what ran", async () => {
    const calls: unknown[] = [];
    const log = {
      ...testLog,
      info: (details: object, message: string) => calls.push([message, details]),
    };
    const beforeUpgrade = async (inside: InTransaction, migration: string) => {
      const rows = await inside((run) => run("SELECT * FROM fruits"));
      calls.push([migration, rows]);
    };
    const options = { log, beforeUpgrade };
    await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }), ...options });
    await migrate(inTransaction, { folder: migrations(upgraded), ...options });
    await migrate(inTransaction, { folder: migrations(upgraded), ...options });
    const ran = (...names: string[]) => [
      "ran database migrations",
      { migrations: names, count: names.length, durationMs: expect.any(Number) },
    ];
    expect(calls).toEqual([
      ran("0001_fruits.sql"),
      ["0002_ripe", [{ name: "caju; ou -- outra" }]],
      ran("0002_ripe.sql", "0003_x.sql"),
    ]);
  });

  it("changes nothing when saving the database fails", async () => {
    await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) });
    const beforeUpgrade = () => Promise.reject(new Error("no space"));
    const folder = migrations(upgraded);
    await expect(migrate(inTransaction, { folder, beforeUpgrade })).rejects.toThrow("no space");
    expect(await names()).toEqual([{ name: "0001_fruits.sql" }]);
  });
});

it("accepts the same file with Windows line endings", async () => {
  await migrate(inTransaction, { folder: migrations({ "0001_fruits.sql": first }) });
  const fetched = migrations({ "0001_fruits.sql": first.replaceAll("\n", "\r\n") });
  await expect(migrate(inTransaction, { folder: fetched })).resolves.toBeUndefined();
});

it("creates the shop's tables", async () => {
  await migrate(inTransaction);
  expect(await tables()).toEqual(
    expect.arrayContaining(["categories", "pedidos", "products", "settings"]),
  );
  expect(await inTransaction((run) => run("SELECT count(*) AS rows FROM audit_logs"))).toEqual([
    { rows: 0 },
  ]);
});

it("moves the queues of mails, webhooks and notices to the outbox", async () => {
  await createEarlierVersion(inTransaction);
  const device = { p256dh: "p".repeat(87), auth: "a".repeat(22) };
  await inTransaction(async (run) => {
    await insertEarlierOrders(run, ["100000 minutes", "1 hour", "1 minute"]);
    await run(`UPDATE mail_progress SET noted_until = now() - interval '2 minutes'`);
    await run(`INSERT INTO order_mails SELECT id, 'customer', 1, NULL, created_at FROM pedidos
      WHERE numero_pedido <= 1002`);
    await run(`INSERT INTO order_mails SELECT id, 'entregue', 2, now() + interval '1 hour' FROM pedidos
      WHERE numero_pedido = 1001`);
    await run(
      `INSERT INTO webhooks (url, events, secret) VALUES ('https://erp.example/', '["order.created"]', 's')`,
    );
    await run(`INSERT INTO webhook_deliveries (webhook_id, event, payload, attempts, response_status, error)
      SELECT id, 'order.created', '{"type": "order.created"}', 3, 500, 'status' FROM webhooks`);
    await run(
      `INSERT INTO push_subscriptions (endpoint, p256dh, auth, device) VALUES ('https://x.example/', $1, $2, 'x')`,
      [device.p256dh, device.auth],
    );
    await run(`INSERT INTO push_messages (subscription_id, order_id, kind)
      SELECT push_subscriptions.id, pedidos.id, 'created' FROM push_subscriptions, pedidos WHERE numero_pedido = 1003`);
  });
  await migrate(inTransaction);
  const messages = await inTransaction((run) =>
    run(`SELECT kind, event, numero_pedido::int, attempts, error, receiver IS NOT NULL AS has_receiver,
        next_attempt_at IS NOT NULL AS is_waiting, sent_at IS NOT NULL AS is_sent
      FROM outbox LEFT JOIN pedidos ON pedidos.id = order_id ORDER BY kind, numero_pedido, event`),
  );
  const isWaiting = { is_waiting: true, is_sent: false, error: null };
  const isSent = { is_waiting: false, is_sent: true, error: null };
  const mail = { kind: "mail", has_receiver: false };
  expect(messages).toEqual([
    { ...mail, event: "entregue", numero_pedido: 1001, attempts: 2, ...isWaiting },
    { ...mail, event: "customer", numero_pedido: 1002, attempts: 1, ...isSent },
    // Placed after the last run of the mail job.
    { ...mail, event: "customer", numero_pedido: 1003, attempts: 0, ...isWaiting },
    { ...mail, event: "shop", numero_pedido: 1003, attempts: 0, ...isWaiting },
    // An order that waited before the upgrade raises no reminder after it.
    {
      kind: "push",
      event: "reminder",
      numero_pedido: 1002,
      attempts: 0,
      has_receiver: false,
      ...isSent,
    },
    {
      kind: "push",
      event: "created",
      numero_pedido: 1003,
      attempts: 0,
      has_receiver: true,
      ...isWaiting,
    },
    {
      ...{ kind: "webhook", event: "order.created", numero_pedido: null, has_receiver: true },
      ...{ attempts: 3, error: "status", is_waiting: true, is_sent: false },
    },
  ]);
});

it("moves the main sale unit of a product into the list of its units", async () => {
  await createEarlierVersion(inTransaction);
  const terms = { minimum: 2, step: 2, tiers: [{ from: 10, price: 35.5 }] };
  const box = { unit: "caixa", price: 150, contains: 4, minimum: 1, step: 1, tiers: [] };
  const further = [
    { ...box, active: true },
    { ...box, unit: "kg", active: false },
  ];
  await inTransaction(async (run) => {
    await run(
      `INSERT INTO products (title, slug, price, specs, sale_terms, sale_options)
        VALUES ('Polpa', 'polpa', 38.50, '{"unit": "pacote", "rating": 4.8}', $1::jsonb, $2::jsonb)`,
      [JSON.stringify(terms), JSON.stringify(further)],
    );
    await run(`INSERT INTO products (title, slug, price, specs)
      VALUES ('Peixe', 'peixe', 60, '{"unit": "kg", "variable_weight": true}')`);
  });
  const countEntries = () => inTransaction((run) => run("SELECT count(*)::int FROM audit_logs"));
  const before = await countEntries();
  await migrate(inTransaction);
  expect(
    await inTransaction((run) =>
      run("SELECT specs, sale_options, version FROM products ORDER BY slug DESC"),
    ),
  ).toEqual([
    {
      specs: { rating: 4.8 },
      sale_options: [
        { unit: "pacote", price: 38.5, contains: 1, ...terms },
        box,
        { ...box, unit: "kg", active: false },
      ],
      version: 1,
    },
    {
      specs: { variable_weight: true },
      sale_options: [{ unit: "kg", price: 60, contains: 1, minimum: 1, step: 1, tiers: [] }],
      version: 1,
    },
  ]);
  expect(await countEntries()).toEqual(before);
  // The notification of a change looks at both rows.
  await inTransaction((run) => run("UPDATE products SET stock = 100, title = title || '!'"));
});
