import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { pedidos } from "#app/domain/orders/table.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { Engine } from "./engine.ts";

const { database } = await openTestDatabase();

it("rejects a query on the database inside a transaction, which would wait for itself", async () => {
  const deadlock = database.transaction(async (transaction) => {
    await insertOrders(transaction);
    await database.select().from(pedidos);
  });
  await expect(deadlock).rejects.toMatchObject({
    cause: { message: expect.stringContaining("use the transaction") },
  });
  expect(await database.$count(pedidos)).toBe(0);
});

it("queues a query that a transaction started without awaiting it", async () => {
  let late: PromiseLike<number> | undefined;
  await database.transaction(async (transaction) => {
    await insertOrders(transaction);
    late = new Promise((resolve) => setImmediate(() => resolve(database.$count(pedidos))));
  });
  expect(await late).toBe(1);
});

it("runs concurrent transactions one after another", async () => {
  const callers = Array.from({ length: 16 }, (_, caller) =>
    database.transaction(async (transaction) => {
      await insertOrders(transaction, { idempotency_key: `${caller}` });
      await new Promise(setImmediate);
      if (caller % 2 === 1) throw new Error("rolled back");
      return transaction.$count(pedidos);
    }),
  );
  const results = await Promise.allSettled(callers);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
  expect(await database.$count(pedidos)).toBe(8);
});

it("lets other events be handled between slow queries in the queue", async () => {
  let turns = 0;
  const isDone = Promise.all(
    Array.from({ length: 10 }, () =>
      database.execute(sql`SELECT count(*) FROM generate_series(1, 200000)`),
    ),
  ).then(() => true);
  while (!(await Promise.race([isDone, new Promise((next) => setImmediate(next, false))]))) {
    turns += 1;
  }
  expect(turns).toBeGreaterThanOrEqual(9);
});

it("rejects every request after a crash, where PGlite would continue", async () => {
  const engine = await Engine.start({});
  await engine.exec("CREATE TABLE orders (id int)");
  await engine.exec(`CREATE FUNCTION endless(i int) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN RETURN endless(i + 1); END $$`);
  await expect(engine.query("SELECT endless(1)")).rejects.toThrow("crashed");
  await expect(engine.query("INSERT INTO orders VALUES (1)")).rejects.toThrow("crashed");
  expect((await engine.crashed).cause).toBeInstanceOf(RangeError);
  await engine.close();
});

it("continues after SQL errors of every phase", async () => {
  for (const mistake of ["SELEC", "SELECT 1/0", "SELECT 'a'::uuid", "COMMIT; SELECT no_such()"]) {
    await expect(database.execute(sql.raw(mistake))).rejects.toThrow();
  }
  const failing = database.transaction((transaction) => transaction.execute(sql`SELECT 1/0`));
  await expect(failing).rejects.toThrow();
  await insertOrders(database);
  expect(await database.$count(pedidos)).toBe(1);
});
