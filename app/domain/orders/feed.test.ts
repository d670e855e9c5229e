import { eq, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import type { FeedPosition } from "#app/domain/kernel/paging/queries.server.ts";
import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import { openPostgresDatabase } from "#app/platform/database/postgres/open.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { insertOrders, testLog } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { type FeedRequest, orderQuerySchema, readOrderFeed } from "./feed.server.ts";
import { pedidos } from "./table.ts";

const { database } = await openTestDatabase();
const isPostgres = inject("postgresUrl") !== undefined;

async function addOrder(status: OrderStatus = "pendente"): Promise<string> {
  const [row] = await insertOrders(database, { status });
  return row?.id ?? "";
}

async function changeStatus(id: string, status: OrderStatus): Promise<void> {
  await database.update(pedidos).set({ status }).where(eq(pedidos.id, id));
}

/** Transactions of other test databases on the same server also hold the horizon back. */
async function settle(): Promise<void> {
  const isSettled = sql<{ settled: boolean }>`
    SELECT NOT EXISTS (SELECT FROM order_changes WHERE changed_in >= pg_snapshot_xmin(pg_current_snapshot())) AS settled`;
  await expect
    .poll(async () => (await database.execute(isSettled)).rows[0])
    .toEqual({ settled: true });
}

async function readSettled(...request: Parameters<typeof read>) {
  await settle();
  return read(...request);
}

async function read(cursor: string, request: Partial<FeedRequest> = {}) {
  const after: FeedPosition | null = orderQuerySchema.parse({ after: cursor }).after ?? null;
  const page = await readOrderFeed(database, { limit: 100, ...request, after });
  return page && { ...page, ids: page.items.map(({ id }) => id) };
}

test("returns orders by their last change, and changed ones again", async () => {
  const ids = [await addOrder(), await addOrder(), await addOrder()];
  const first = await readSettled("start", { limit: 2 });
  expect(first).toMatchObject({ ids: ids.slice(0, 2), total: 3, total_is_minimum: false });
  const rest = await readSettled(first?.next_cursor ?? "");
  expect(rest?.ids).toEqual(ids.slice(2));
  const none = await readSettled(rest?.next_cursor ?? "");
  expect(none?.ids).toEqual([]);
  await changeStatus(ids[0] ?? "", "confirmado");
  await changeStatus(ids[2] ?? "", "pendente");
  const changed = await readSettled(none?.next_cursor ?? "");
  expect(changed?.items).toMatchObject([{ id: ids[0], status: "confirmado", version: 2 }]);
  await database.delete(pedidos);
  expect((await readSettled("start"))?.ids).toEqual([]);
});

test("filters by status and by the time of the last change", async () => {
  const waiting = await addOrder();
  const [old] = await insertOrders(database, {
    updated_at: new Date("2026-01-01T00:00:00Z"),
    status: "entregue",
  });
  expect((await readSettled("start", { status: "pendente" }))?.ids).toEqual([waiting]);
  const updated_since = new Date("2026-01-01T00:00:00.001Z");
  expect((await readSettled("start", { updated_since }))?.ids).toEqual([waiting]);
  expect((await readSettled("start"))?.ids).toContain(old?.id);
});

test("a cursor is invalid after the rows were copied from another database", async () => {
  const id = await addOrder();
  const before = await readSettled("start");
  await database.execute(sql`UPDATE order_changes SET changed_in = '9000000000000'`);
  expect(await read(before?.next_cursor ?? "")).toBeUndefined();
  // Numbers the changes again.
  await read("start");
  const again = await readSettled("start");
  expect(again?.ids).toEqual([id]);
  expect((await read(again?.next_cursor ?? ""))?.ids).toEqual([]);
});

test("a cursor ahead of the database is invalid", async () => {
  const { next_cursor = "" } = (await read("start")) ?? {};
  const [feed, transaction, id] = atob(next_cursor).split(" ");
  const ahead = btoa(`${feed} ${BigInt(transaction ?? 0) + 1000n} ${id}`);
  expect(await read(ahead)).toBeUndefined();
});

test.skipIf(!isPostgres)("an order that is committed late is not missed", async () => {
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isInserted, resolve: inserted } = Promise.withResolvers<void>();
  const late = database.transaction(async (tx) => {
    await insertOrders(tx);
    inserted();
    await mayCommit;
  });
  await isInserted;
  await addOrder();
  const before = await read("start");
  expect(before?.ids).toEqual([]);
  commit();
  await late;
  expect((await readSettled(before?.next_cursor ?? ""))?.ids).toHaveLength(2);
});

test.skipIf(!isPostgres)("placing an order waits for no other open transaction", async () => {
  const { rows } = await database.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const url = new URL(inject("postgresUrl") ?? "");
  url.pathname = rows[0]?.name ?? "";
  const connections = 20;
  const other = await openPostgresDatabase(url.href, testLog, { connections });
  const { promise: areInserted, resolve: inserted } = Promise.withResolvers<void>();
  let count = 0;
  const placing = Array.from({ length: connections }, () =>
    other.database.transaction(async (tx) => {
      await insertOrders(tx);
      count += 1;
      if (count === connections) inserted();
      await areInserted;
    }),
  );
  await Promise.all(placing).finally(other.close);
  await settle();
  const { today } = await readDashboard(database, new Date());
  expect(today.orders).toBe(connections);
});

test("every order is read exactly once while transactions overlap", async () => {
  const orderCount = 200;
  const seen: string[] = [];
  let cursor = "start";
  const readOn = async () => {
    const page = await read(cursor, { limit: 7 });
    cursor = page?.next_cursor ?? "";
    seen.push(...(page?.ids ?? []));
  };
  let isWriting = true;
  const write = async () => {
    for (let index = 0; index < orderCount / 4; index += 1) {
      await database.transaction(async (tx) => {
        await insertOrders(tx);
        await tx.execute(sql`SELECT pg_sleep(random() * 0.005)`);
      });
    }
  };
  const writing = Promise.all([write(), write(), write(), write()]).then(() => {
    isWriting = false;
  });
  while (isWriting) await readOn();
  await writing;
  await settle();
  for (let before = -1; before < seen.length; ) {
    before = seen.length;
    await readOn();
  }
  const stored = await database.select({ id: pedidos.id }).from(pedidos);
  expect(seen.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
});
