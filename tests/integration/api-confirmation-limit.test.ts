import { and, eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#app/domain/kernel/table.ts";
import { placeOrder } from "#app/domain/orders/place.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
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
  const product = await addProduct(database);
  const place = async (recipients: "customers" | "none", email: string) => {
    const state = "SP" as const;
    const request = { customer: { ...customer, email, state }, items: [lineFor(product)] };
    const key = crypto.randomUUID();
    const place = (tx: Database) => placeOrder(tx, new Date(), request, key, { recipients });
    expect((await database.transaction(place)).ok).toBe(true);
  };
  const cliente_info = { ...orderRow().cliente_info, email: "Ana@example.com" };
  const [order] = await insertOrders(database, { cliente_info });
  await database.update(pedidos).set({ status: "entregue" }).where(sql`id = ${order?.id}`);
  await place("customers", "ana@example.com");
  expect(await countSuppressed()).toBe(0);
  await place("customers", "outra@example.com");
  expect(await countSuppressed()).toBe(1);
  await place("none", "ana@example.com");
  expect(await countSuppressed()).toBe(2);
});

test("the limit is a part of what is committed, and rejected and repeated orders do not count toward it", async () => {
  // The table has the mails that another process can send from the moment of the commit on.
  await database.execute(sql`CREATE TABLE committed (email text, is_due boolean)`);
  await database.execute(sql`
    CREATE FUNCTION observe_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO committed SELECT cliente_info ->> 'email', next_attempt_at <= clock_timestamp()
      FROM outbox JOIN pedidos ON pedidos.id = order_id WHERE outbox.id = NEW.id;
      RETURN NULL;
    END $$`);
  await database.execute(sql`
    CREATE CONSTRAINT TRIGGER observe AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.event = 'customer') EXECUTE FUNCTION observe_commit()`);
  const product = await addProduct(database);
  const headers = { "x-test-address": "10.1.1.1", "Idempotency-Key": "the-same-order" };
  const body = { customer, items: [lineFor(product)] };
  const changed = { customer, items: [{ ...lineFor(product), price: 0.01 }] };
  for (let sent = 0; sent < 3; sent += 1) {
    expect((await sendOrder(url, body, headers)).status).toBe(sent === 0 ? 201 : 200);
    const rejected = await sendOrder(url, changed, { "x-test-address": "10.1.1.1" });
    expect(rejected.status).toBe(409);
  }
  for (let sent = 1; sent < 7; sent += 1) {
    const placed = await sendOrder(url, body, { "x-test-address": "10.1.1.1" });
    expect(placed.status).toBe(201);
  }
  const { rows } = await database.execute(sql`SELECT is_due FROM committed`);
  const isDue = rows.map((row) => row.is_due);
  expect(isDue).toEqual([true, true, true, true, true, null, null]);
});
