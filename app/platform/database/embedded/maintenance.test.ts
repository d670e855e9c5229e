import { expect, it, vi } from "vitest";
import { testLog } from "#tests/support/rows.ts";
import { Engine } from "./engine.ts";
import { startDatabaseMaintenance } from "./open.ts";

const intervalMs = 20;
const engine = await Engine.start({});
await engine.exec("CREATE TABLE orders (id int)");

async function readNumber(sql: string): Promise<number> {
  const { rows } = await engine.query<{ number: number }>(`SELECT (${sql})::int AS number`);
  return rows[0]?.number ?? 0;
}
const checkpoint = () => readNumber("SELECT redo_lsn - '0/0' FROM pg_control_checkpoint()");
const countedRows = () => readNumber("SELECT reltuples FROM pg_class WHERE relname = 'orders'");
const pages = () => readNumber("SELECT pg_relation_size('orders') / 8192");

it("frees dead rows, counts live ones and writes a checkpoint", async () => {
  await engine.exec("INSERT INTO orders SELECT generate_series(1, 10000)");
  await engine.exec("DELETE FROM orders WHERE id > 1000");
  const before = { checkpoint: await checkpoint(), pages: await pages() };
  const stop = startDatabaseMaintenance(engine, testLog, intervalMs);
  await expect.poll(checkpoint, { timeout: 5_000 }).toBeGreaterThan(before.checkpoint);
  await stop();
  expect(await countedRows()).toBe(1000);
  expect(await pages()).toBeLessThan(before.pages);
});

it("does nothing while nothing changes", async () => {
  const queries: string[] = [];
  const query = (sql: string) => {
    queries.push(sql);
    return engine.query(sql);
  };
  const stop = startDatabaseMaintenance(
    { query: query as typeof engine.query },
    testLog,
    intervalMs,
  );
  await vi.waitFor(() => expect(queries.length).toBeGreaterThan(20), { timeout: 5_000 });
  await stop();
  expect(queries.filter((sql) => sql === "CHECKPOINT")).toHaveLength(1);
});

it("logs a failure and tries again", async () => {
  const messages: string[] = [];
  const log = { ...testLog, error: (_: object, message: string) => messages.push(message) };
  const query = () => Promise.reject(new Error("no space"));
  const stop = startDatabaseMaintenance({ query }, log, intervalMs);
  await vi.waitFor(() => expect(messages.length).toBeGreaterThan(2));
  await stop();
  expect(messages[0]).toBe("maintenance of the embedded database failed");
});
