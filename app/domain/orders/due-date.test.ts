import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { insertOrders, type NewOrder } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { database } = await openTestDatabase();

/** 23:30 of these days in São Paulo, on the next day in UTC. */
const at = (next: string) => new Date(`${next}T02:30:00Z`);
const sentOn27November = { created_at: at("2026-11-28"), due_days: 28 };
const on7December = { status: "entregue", delivered_at: at("2026-12-08") } as const;

async function insert(order: NewOrder) {
  const [row] = await insertOrders(database, order);
  return row;
}

async function update(id: string, changes: Partial<typeof pedidos.$inferInsert>) {
  const [row] = await database
    .update(pedidos)
    .set(changes)
    .where(eq(pedidos.id, id))
    .returning(orderColumns);
  return row;
}

test.each<[string, NewOrder, string | null, boolean]>([
  ["of 28 days from the delivery is due", on7December, "2027-01-04", false],
  ["that is not delivered is expected to be due", {}, "2026-12-25", true],
  ["with an agreed date is expected after it", { delivery_date: "2026-12-02" }, "2026-12-30", true],
  [
    "that came on another day than agreed is due",
    { ...on7December, delivery_date: "2026-12-02" },
    "2027-01-04",
    false,
  ],
  [
    "of 28 days from the order is due",
    { due_from: "order", delivery_date: "2026-12-02" },
    "2026-12-25",
    false,
  ],
  [
    "of 28 days from the order is due after its delivery",
    { ...on7December, due_from: "order" },
    "2026-12-25",
    false,
  ],
  ["without terms is due at once", { due_days: null, delivery_date: "2026-12-02" }, null, false],
])("an order of 27 November %s", async (_, changes, due_on, due_is_expected) => {
  const order = await insert({ ...sentOn27November, ...changes });
  expect(order).toMatchObject({ due_on, due_is_expected });
});

test("the date follows another agreed day, the delivery and its undoing", async () => {
  const order = await insert({ ...sentOn27November, delivery_date: "2026-12-02" });
  const id = order?.id ?? "";
  const moved = await update(id, { delivery_date: "2026-12-07" });
  expect(moved).toMatchObject({ due_on: "2027-01-04", due_is_expected: true, delivered_at: null });
  const start = new Date();
  const delivered = await update(id, { status: "entregue" });
  const { rows } = await database.execute<{ due: string }>(
    sql`SELECT (order_day(delivered_at) + 28)::text AS due FROM pedidos WHERE id = ${id}::uuid`,
  );
  expect(delivered).toMatchObject({ due_on: rows[0]?.due, due_is_expected: false });
  expect(Math.abs(Number(delivered?.delivered_at) - Number(start))).toBeLessThan(60_000);
  // Another change of the order is no delivery.
  const noted = await update(id, { metadata: { erp_id: "1" } });
  expect(noted?.delivered_at).toEqual(delivered?.delivered_at);
  const undone = await update(id, { status: "confirmado" });
  expect(undone).toMatchObject({ due_on: "2027-01-04", due_is_expected: true, delivered_at: null });
});

test("a change of nothing leaves the version", async () => {
  const order = await insert({ ...sentOn27November, ...on7December });
  const id = order?.id ?? "";
  expect(await update(id, { status: "entregue", due_days: 28 })).toMatchObject({ version: 1 });
});
