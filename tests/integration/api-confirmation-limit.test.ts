import { and, eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { pedidos } from "#app/domain/orders/table.ts";
import { suppressConfirmation } from "#app/domain/outgoing/mail/commands.server.ts";
import { outbox } from "#app/domain/outgoing/outbox/table.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { insertOrders, orderRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database, orderLimit: 20 });

const countSuppressed = () =>
  database.$count(outbox, and(eq(outbox.event, "customer"), isNull(outbox.next_attempt_at)));

test("one network causes five confirmations per day to one mailbox, another network further ones", async () => {
  const product = await addProduct(database);
  const spellings = ["ana@example.com", "ANA@example.com", "ana+premio@example.com"];
  const send = async (email: string | undefined, from: string) => {
    const body = { customer: { ...customer, email }, items: [lineFor(product)] };
    const response = await sendOrder(url, body, { "x-test-address": from });
    expect(response.status).toBe(201);
    expect(await response.json()).toHaveProperty("link");
  };
  // All addresses of an IPv6 /64 are one network.
  for (let sent = 0; sent < 8; sent += 1) await send(spellings[sent % 3], `2001:db8::${sent}`);
  expect(await countSuppressed()).toBe(3);
  await send("ana@example.com", "2001:db8:1::1");
  await send("rui@example.com", "2001:db8::1");
  expect(await countSuppressed()).toBe(3);
  expect(await storedOrders(database)).toHaveLength(10);
});

test("a customer whose earlier order was confirmed gets the confirmation of a network with many orders", async () => {
  const add = async (status: OrderStatus, email: string) => {
    const cliente_info = { ...orderRow().cliente_info, email };
    const [order] = await insertOrders(database, { cliente_info });
    await database.update(pedidos).set({ status }).where(sql`id = ${order?.id}`);
    return order?.id ?? "";
  };
  await add("entregue", "Ana@example.com");
  await suppressConfirmation(database, await add("pendente", "ana@example.com"), "customers");
  expect(await countSuppressed()).toBe(0);
  await suppressConfirmation(database, await add("pendente", "outra@example.com"), "customers");
  expect(await countSuppressed()).toBe(1);
  await suppressConfirmation(database, await add("pendente", "ana@example.com"), "none");
  expect(await countSuppressed()).toBe(2);
});
