import { expect, it, vi } from "vitest";
import { testLog } from "#app/platform/database/test-log.ts";
import { Engine } from "./engine.ts";
import { keepUp } from "./upkeep.ts";

const often = 0.02;
const engine = await Engine.start({});
await engine.exec("CREATE TABLE orders (id int)");

async function number(sql: string): Promise<number> {
  const { rows } = await engine.query<{ number: number }>(`SELECT (${sql})::int AS number`);
  return rows[0]?.number ?? 0;
}
const writtenThrough = () => number("SELECT redo_lsn - '0/0' FROM pg_control_checkpoint()");
const counted = () => number("SELECT reltuples FROM pg_class WHERE relname = 'orders'");
const pages = () => number("SELECT pg_relation_size('orders') / 8192");

it("frees dead rows, counts the living and writes all of it through", async () => {
  await engine.exec("INSERT INTO orders SELECT generate_series(1, 10000)");
  await engine.exec("DELETE FROM orders WHERE id > 1000");
  const before = { writtenThrough: await writtenThrough(), pages: await pages() };
  const stop = keepUp(engine, testLog, often);
  await expect.poll(writtenThrough, { timeout: 5_000 }).toBeGreaterThan(before.writtenThrough);
  await stop();
  expect(await counted()).toBe(1000);
  expect(await pages()).toBeLessThan(before.pages);
});

it("rests while nothing changes", async () => {
  const asked: string[] = [];
  const query = (sql: string) => {
    asked.push(sql);
    return engine.query(sql);
  };
  const stop = keepUp({ query: query as typeof engine.query }, testLog, often);
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(20), { timeout: 5_000 });
  await stop();
  expect(asked.filter((sql) => sql === "CHECKPOINT")).toHaveLength(1);
});

it("says so when it fails, and tries again", async () => {
  const said: string[] = [];
  const log = { ...testLog, error: (_: object, message: string) => said.push(message) };
  const stop = keepUp({ query: () => Promise.reject(new Error("no space")) }, log, often);
  await vi.waitFor(() => expect(said.length).toBeGreaterThan(2));
  await stop();
  expect(said[0]).toBe("upkeep of the embedded database failed");
});
