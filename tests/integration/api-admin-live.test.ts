import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { readPendingOrders } from "#app/domain/orders/pending-orders.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, startApi } from "./api-shop.ts";

const { database, subscribe } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

/** Collects updates from now on. Notifications of earlier inserts may still arrive, so that inserts are ignored. */
function collectUpdates(): RowChange[] {
  const updates: RowChange[] = [];
  onTestFinished(subscribe((change) => change.operation === "UPDATE" && updates.push(change)));
  return updates;
}

async function addOrder(row: Partial<typeof pedidos.$inferInsert> = {}) {
  const [order] = await insertOrders(database, row);
  if (!order) throw new Error("no order was added");
  return order;
}

test("a change names its browser tab, and a program's change names none", async () => {
  const { id } = await addProduct(database);
  const updates = collectUpdates();
  await send("PATCH", `/api/products/${id}`, { stock: 4, version: 1 }, { "Pomar-Tab": "a-tab_1" });
  await send("PATCH", `/api/products/${id}`, { stock: 5, version: 2 });
  await send("PATCH", `/api/products/${id}`, { stock: 6, version: 3 }, { "Pomar-Tab": "no tab" });
  await vi.waitFor(() => expect(updates).toHaveLength(3));
  expect(updates.map(({ tab }) => tab)).toEqual(["a-tab_1", undefined, undefined]);
});

test("reordered products are marked as quiet changes", async () => {
  const one = await addProduct(database, { position: 0 });
  const other = await addProduct(database, { position: 1 });
  const updates = collectUpdates();
  await send("PUT", "/api/products/order", { ids: [other.id, one.id] });
  await send("PATCH", `/api/products/${one.id}`, { stock: 4, version: 2 });
  await vi.waitFor(() => expect(updates).toHaveLength(3));
  expect(updates.map(({ quiet }) => quiet)).toEqual([true, true, undefined]);
});

test("a changed order names its number and status", async () => {
  const { id, numero_pedido } = await addOrder();
  const updates = collectUpdates();
  await send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
  await vi.waitFor(() => expect(updates).toHaveLength(1));
  expect(updates[0]).toMatchObject({ table: "orders", id, numero_pedido, status: "confirmado" });
});

test("only a status change of an order is not quiet", async () => {
  const { id } = await addOrder();
  const updates = collectUpdates();
  await database.update(pedidos).set({ user_id: randomUUID() }).where(eq(pedidos.id, id));
  await send("PATCH", `/api/orders/${id}`, { status: "entregue", version: 2 });
  await vi.waitFor(() => expect(updates).toHaveLength(2));
  expect(updates.map(({ quiet }) => quiet)).toEqual([true, undefined]);
});

test("an order is new until it is opened or its status changes, and opening it twice notifies once", async () => {
  const [oldest, answered, newest] = [
    await addOrder({ created_at: new Date(1) }),
    await addOrder({ created_at: new Date(2), status: "confirmado" }),
    await addOrder({ created_at: new Date(3) }),
  ];
  expect(await readPendingOrders(database)).toEqual({
    pending: 2,
    unopened: [newest.id, oldest.id],
  });
  const updates = collectUpdates();
  for (const { id } of [oldest, oldest, answered]) {
    expect((await send("PUT", `/api/orders/${id}/opened`)).status).toBe(204);
  }
  expect(await readPendingOrders(database)).toEqual({ pending: 2, unopened: [newest.id] });
  await vi.waitFor(() => expect(updates).toHaveLength(2));
  const quietUpdate = { table: "orders", operation: "UPDATE", quiet: true };
  expect(updates).toEqual([oldest, answered].map(({ id }) => ({ ...quietUpdate, id })));
});

test("a deleted order cannot be opened", async () => {
  expect((await send("PUT", `/api/orders/${randomUUID()}/opened`)).status).toBe(404);
  const { id } = await addOrder();
  await send("PUT", `/api/orders/${id}/opened`);
  expect((await send("DELETE", `/api/orders/${id}`)).status).toBe(204);
  expect((await send("PUT", `/api/orders/${id}/opened`)).status).toBe(404);
});
