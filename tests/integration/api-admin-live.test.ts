import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { listUnopenedOrders } from "#app/domain/orders/opened.server.ts";
import { orderRow } from "#app/platform/database/fixtures.ts";
import { pedidos } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { addProduct, startApi } from "./api-shop.ts";
import { signedIn } from "./signed-in.ts";

const { database, subscribe } = await openTestDatabase();
const url = await startApi({ database });
const ask = signedIn(database, url);

/** The updates of rows from now on; what was inserted before may still be on its way. */
function listen(): RowChange[] {
  const heard: RowChange[] = [];
  onTestFinished(subscribe((change) => change.operation === "UPDATE" && heard.push(change)));
  return heard;
}

async function addOrder(row: Partial<typeof pedidos.$inferInsert> = {}) {
  const [order] = await database.insert(pedidos).values(orderRow(row)).returning();
  if (!order) throw new Error("no order was added");
  return order;
}

test("a change names the tab it was made in, and a program's names none", async () => {
  const { id } = await addProduct(database);
  const heard = listen();
  await ask("PATCH", `/api/products/${id}`, { stock: 4, version: 1 }, { "Pomar-Tab": "a-tab_1" });
  await ask("PATCH", `/api/products/${id}`, { stock: 5, version: 2 });
  await ask("PATCH", `/api/products/${id}`, { stock: 6, version: 3 }, { "Pomar-Tab": "no tab" });
  await vi.waitFor(() => expect(heard).toHaveLength(3));
  expect(heard.map(({ tab }) => tab)).toEqual(["a-tab_1", undefined, undefined]);
});

test("products that only change places, or keep theirs, are worth no notice", async () => {
  const one = await addProduct(database, { position: 0 });
  const other = await addProduct(database, { position: 1 });
  const heard = listen();
  await ask("PUT", "/api/products/order", { ids: [other.id, one.id] });
  await ask("PATCH", `/api/products/${one.id}`, { stock: 4, version: 2 });
  await vi.waitFor(() => expect(heard).toHaveLength(3));
  expect(heard.map(({ quiet }) => quiet)).toEqual([true, true, undefined]);
});

test("of an order only another status is worth a notice", async () => {
  const { id } = await addOrder();
  const heard = listen();
  await database.update(pedidos).set({ user_id: randomUUID() }).where(eq(pedidos.id, id));
  await ask("PATCH", `/api/orders/${id}`, { status: "entregue", version: 2 });
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  expect(heard.map(({ quiet }) => quiet)).toEqual([true, undefined]);
});

test("an order is new until it is opened or answered, and opening it twice is told once", async () => {
  const [oldest, answered, newest] = [
    await addOrder({ created_at: new Date(1) }),
    await addOrder({ created_at: new Date(2), status: "confirmado" }),
    await addOrder({ created_at: new Date(3) }),
  ];
  expect(await listUnopenedOrders(database)).toEqual([newest.id, oldest.id]);
  const heard = listen();
  for (const { id } of [oldest, oldest, answered]) {
    expect((await ask("PUT", `/api/orders/${id}/opened`)).status).toBe(204);
  }
  expect(await listUnopenedOrders(database)).toEqual([newest.id]);
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  const told = { table: "orders", operation: "UPDATE", quiet: true };
  expect(heard).toEqual([oldest, answered].map(({ id }) => ({ ...told, id })));
});

test("an order that is gone cannot be opened, and takes its mark along", async () => {
  expect((await ask("PUT", `/api/orders/${randomUUID()}/opened`)).status).toBe(404);
  const { id } = await addOrder();
  await ask("PUT", `/api/orders/${id}/opened`);
  expect((await ask("DELETE", `/api/orders/${id}`)).status).toBe(204);
  expect((await ask("PUT", `/api/orders/${id}/opened`)).status).toBe(404);
});
