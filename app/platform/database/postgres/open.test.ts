import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { Client, type Pool } from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { auditLogs, categories, pedidos } from "#app/platform/database/schema.ts";
import { createTestDatabase } from "#app/platform/database/test-databases.ts";
import { orderRow } from "#app/platform/database/testing-rows.ts";
import { openWire } from "./fixtures/wire.ts";
import { openPostgresDatabase } from "./open.ts";

const opener = fileURLToPath(new URL("./fixtures/open-database.ts", import.meta.url));
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const server = inject("postgresUrl") ?? "";

async function open(url: string): Promise<OpenDatabase> {
  const opened = await openPostgresDatabase(url, quiet);
  onTestFinished(() => opened.close());
  return opened;
}

async function inSecret<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  return work(client).finally(() => client.end());
}

it.each([
  ["new", "empty" as const],
  ["migrated", "migrated" as const],
])("lets four processes start at once on a %s database", async (_, template) => {
  const url = await createTestDatabase(server, template);
  const starts = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, [opener, url]),
  );
  for (const { stderr } of await Promise.all(starts)) expect(stderr).toBe("");
  const { database } = await open(url);
  expect(await database.$count(categories)).toBe(4);
  expect(await database.$count(auditLogs)).toBe(0);
});

it.each([
  [
    "nobody listens",
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
])("says in one line that %s, and not the password", async (_, url, reason) => {
  const error = await openPostgresDatabase(url, quiet).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "DatabaseRefusal" });
  const { message } = error as Error;
  expect(message).toMatch(/^DATABASE_URL: no connection to [^\n]*$/);
  expect(message).toContain(reason);
  expect(message).not.toContain("segredo");
});

it("gives up within seconds on a server that never answers", async () => {
  const mute = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(mute, "listening");
  onTestFinished(() => void mute.close());
  const { port } = mute.address() as AddressInfo;
  await expect(
    openPostgresDatabase(`postgres://127.0.0.1:${port}/loja`, quiet),
  ).rejects.toMatchObject({ name: "DatabaseRefusal" });
});

it("survives the server ending every connection, idle or at work", async () => {
  const url = await createTestDatabase(server);
  const { database } = await open(url);
  await database.insert(pedidos).values(orderRow());
  const working = database.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT pg_sleep(5)`);
  });
  const failed = expect(working).rejects.toThrow();
  await expect
    .poll(() =>
      inSecret(url, async (client) => {
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

it("loses no place in its pool to transactions that break at their first word", async () => {
  const wire = await openWire(await createTestDatabase(server));
  const { database } = await open(wire.url);
  for (let round = 0; round < 12; round++) {
    await database.execute(sql`SELECT 1`);
    // The pool does not know yet, and hands out the connection that has just been cut.
    wire.cut();
    await expect(database.transaction(async () => undefined)).rejects.toThrow();
    wire.mend();
  }
  await expect(database.transaction((transaction) => transaction.$count(categories))).resolves.toBe(
    4,
  );
});

it("ends a statement that takes too long, and works on", async () => {
  const { database } = await open(`${await createTestDatabase(server)}?statement_timeout=200`);
  await expect(database.execute(sql`SELECT pg_sleep(5)`)).rejects.toMatchObject({
    cause: { code: "57014" },
  });
  expect(await database.$count(categories)).toBe(4);
});

it("waits, when it closes, for what is under way", async () => {
  const { database, close } = await openPostgresDatabase(await createTestDatabase(server), quiet);
  const writing = Array.from({ length: 30 }, () =>
    database.insert(pedidos).values(orderRow()).execute(),
  );
  await Promise.all([close(), close(), ...writing]);
});

it("is refused when it is too old for the shop", async () => {
  const { checkServer } = await import("./connection.ts");
  const old = { query: async () => ({ rows: [{ version: 14, encoding: "UTF8" }] }) };
  await expect(checkServer(old as unknown as Pool, server)).rejects.toThrow(
    /is PostgreSQL 14, the shop needs 15 or newer$/,
  );
});
