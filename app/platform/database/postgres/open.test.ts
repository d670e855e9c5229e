import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { eq, sql } from "drizzle-orm";
import { Client, type Pool } from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { openProxy } from "#tests/support/database-proxy.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { insertOrders, productRow } from "#tests/support/rows.ts";
import { isNightly } from "#tests/support/test-run.ts";
import { openPostgresDatabase } from "./open.ts";

const opener = fileURLToPath(
  new URL("../../../../tests/programs/open-database.ts", import.meta.url),
);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const server = inject("postgresUrl") ?? "";

async function open(url: string): Promise<OpenDatabase> {
  const opened = await openPostgresDatabase(url, quiet);
  onTestFinished(() => opened.close());
  return opened;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  return work(client).finally(() => client.end());
}

const templates: [string, "empty" | "migrated"][] = [["new", "empty"]];
if (isNightly) templates.push(["migrated", "migrated"]);

it.each(templates)(
  "supports four processes starting at once on a %s database",
  { tags: ["nightly"] },
  async (_, template) => {
    const url = await createTestDatabase(server, template);
    const starts = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, [opener, url]),
    );
    for (const { stderr } of await Promise.all(starts)) expect(stderr).toBe("");
    const { database } = await open(url);
    expect(await database.$count(categories)).toBe(4);
    expect(await database.$count(auditLogs)).toBe(0);
  },
);

it.each([
  [
    "the port is closed",
    "postgres://ana:segredo@127.0.0.1:1/loja",
    "no connection to 127.0.0.1:1/loja",
  ],
  [
    "the host has no address",
    "postgres://ana:segredo@loja.invalid/loja",
    "no connection to loja.invalid/loja",
  ],
  [
    "there is no such database",
    new URL("/no_such", server).href,
    'database "no_such" does not exist',
  ],
  [
    "there is no such user",
    server.replace("postgres@", "ninguem:segredo@"),
    'role "ninguem" does not exist',
  ],
])("reports in one line that %s, without the password", async (_, url, reason) => {
  const error = await openPostgresDatabase(url, quiet).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "DatabaseStartError" });
  const { message } = error as Error;
  expect(message).toMatch(/^DATABASE_URL: no connection to [^\n]*$/);
  expect(message).toContain(reason);
  expect(message).not.toContain("segredo");
});

it("gives up within seconds when the server never answers", { tags: ["nightly"] }, async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  await expect(
    openPostgresDatabase(`postgres://127.0.0.1:${port}/loja`, quiet),
  ).rejects.toMatchObject({ name: "DatabaseStartError" });
});

it("survives the server closing every connection, idle or active", async () => {
  const url = await createTestDatabase(server);
  const { database } = await open(url);
  await insertOrders(database);
  const working = database.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT pg_sleep(5)`);
  });
  const failed = expect(working).rejects.toThrow();
  await expect
    .poll(() =>
      withClient(url, async (client) => {
        const { rowCount } = await client.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
        return rowCount;
      }),
    )
    .toBeGreaterThanOrEqual(2);
  await failed;
  await expect.poll(() => database.$count(pedidos).catch(() => -1)).toBe(1);
});

it("releases connections whose transactions fail at BEGIN", async () => {
  const proxy = await openProxy(await createTestDatabase(server));
  const { database } = await open(proxy.url);
  for (let round = 0; round < 12; round++) {
    await database.execute(sql`SELECT 1`);
    // The pool does not know yet that the connection was cut, and returns it.
    proxy.cut();
    await expect(database.transaction(async () => undefined)).rejects.toThrow();
    proxy.restore();
  }
  await expect(database.transaction((transaction) => transaction.$count(categories))).resolves.toBe(
    4,
  );
});

it("prepares statements that a connection runs often", async () => {
  const url = await createTestDatabase(server);
  const { database, close } = await openPostgresDatabase(url, quiet, { connections: 1 });
  onTestFinished(close);
  const readPrepared = async () => {
    const { rows } = await database.execute(sql`SELECT statement FROM pg_prepared_statements`);
    return rows.map((row) => row.statement);
  };
  for (let use = 0; use < 10; use++) {
    await database.execute(sql`SELECT ${use}::integer AS often`);
    if (use < 2) await database.execute(sql`SELECT ${use}::integer AS rarely`);
  }
  expect(await readPrepared()).toEqual(["SELECT $1::integer AS often"]);
  const failing = () => database.execute(sql`SELECT 1 / ${0}::integer`);
  for (let use = 0; use < 10; use++) await expect(failing()).rejects.toThrow();
  expect((await database.execute(sql`SELECT ${7}::integer AS often`)).rows).toEqual([{ often: 7 }]);
});

it("cancels a slow statement and continues", async () => {
  const { database } = await open(`${await createTestDatabase(server)}?statement_timeout=200`);
  await expect(database.execute(sql`SELECT pg_sleep(5)`)).rejects.toMatchObject({
    cause: { code: "57014" },
  });
  expect(await database.$count(categories)).toBe(4);
});

it("waits for pending queries when it closes", async () => {
  const { database, close } = await openPostgresDatabase(await createTestDatabase(server), quiet);
  const writing = Array.from({ length: 30 }, (_, index) =>
    database
      .insert(products)
      .values(productRow({ slug: `caju-${index}` }))
      .execute(),
  );
  await Promise.all([close(), close(), ...writing]);
});

it("rejects a server that is too old", async () => {
  const { checkServer } = await import("./connection.ts");
  const old = { query: async () => ({ rows: [{ version: 14, encoding: "UTF8" }] }) };
  await expect(checkServer(old as unknown as Pool, server)).rejects.toThrow(
    /is PostgreSQL 14, the shop needs 15 or newer$/,
  );
});

it("runs a transaction again that the server ends because of another one", async () => {
  const { database } = await open(await createTestDatabase(server));
  const [first, second] = await database.select({ id: categories.id }).from(categories);
  if (!first || !second) throw new Error("a new shop has categories");
  const both = Promise.withResolvers<void>();
  let runs = 0;
  const lockBoth = (one: { id: string }, other: { id: string }) =>
    database.transaction(async (tx) => {
      const lock = ({ id }: { id: string }) =>
        tx.select().from(categories).where(eq(categories.id, id)).for("update");
      runs += 1;
      await lock(one);
      if (runs === 2) both.resolve();
      await both.promise;
      await lock(other);
      return one.id;
    });
  expect(await Promise.all([lockBoth(first, second), lockBoth(second, first)])).toEqual([
    first.id,
    second.id,
  ]);
  expect(runs).toBe(3);
});
