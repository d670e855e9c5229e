import { randomUUID } from "node:crypto";
import { generateCpf } from "@brazilian-utils/brazilian-utils";
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { maxOrderLines } from "#app/shared/limits.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

/** A pending order of two at R$ 50,00 by a blocked customer who may owe R$ 60,00; one is left in stock. */
async function sendWarnedOrder() {
  const product = await addProduct(database, { title: "Polpa de umbu", price: 50, stock: 2 });
  const buyer = { ...customer, document: generateCpf(), email: `${randomUUID()}@example.com` };
  const body = { customer: buyer, items: [lineFor(product, 2)] };
  const { id } = await (await sendOrder(url, body)).json();
  await database.update(products).set({ stock: 1 }).where(eq(products.id, product.id));
  const { customer_id }: OrderDetail = await (await send("GET", `/api/orders/${id}`)).json();
  const path = `/api/customers/${customer_id}`;
  const { version } = await (await send("GET", path)).json();
  const limited = await send("PATCH", path, { credit_limit: 60, blocked: true, version });
  expect(limited.status).toBe(200);
  const readStock = async () =>
    (await (await send("GET", `/api/products/${product.id}`)).json()).stock;
  return { path: `/api/orders/${id}`, id, readStock };
}

const warnings = [
  "Polpa de umbu: precisa 2, tem 1",
  "Este cliente está bloqueado.",
  "Em aberto R$ 100,00 com este pedido: passa do limite de R$ 60,00.",
];

test("an order with warnings is confirmed only when all of them were accepted, and can be taken back", async () => {
  const { path, readStock } = await sendWarnedOrder();
  const confirm = (accepted: string[]) =>
    send("PATCH", path, { status: "confirmado", version: 1, accepted });
  for (const accepted of [[], warnings.slice(1)]) {
    const answer = await confirm(accepted);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ type: "urn:pomar:order-warnings", warnings });
  }
  expect(await readStock()).toBe(1);
  const order: OrderDetail = await (await send("GET", path)).json();
  expect(order).toMatchObject({ status: "pendente", version: 1 });

  expect((await confirm(warnings)).status).toBe(200);
  expect(await readStock()).toBe(-1);
  const back = await send("PATCH", path, { status: "pendente", version: 2, accepted: [] });
  expect(back.status).toBe(200);
  expect(await readStock()).toBe(1);
});

test("a step without a list of accepted warnings is taken as before, for programs", async () => {
  const { path } = await sendWarnedOrder();
  expect((await send("PATCH", path, { accepted: [], version: 1 })).status).toBe(400);
  expect((await send("PATCH", path, { status: "confirmado", version: 1 })).status).toBe(200);
});

test("an order without warnings, or with a stale version, is answered as any other", async () => {
  const product = await addProduct(database);
  const body = {
    customer: { ...customer, document: generateCpf() },
    items: [lineFor(product, 10)],
  };
  const { id } = await (await sendOrder(url, body)).json();
  const change = { status: "confirmado", accepted: [] };
  const stale = await send("PATCH", `/api/orders/${id}`, { ...change, version: 7 });
  expect((await stale.json()).type).toBe("urn:pomar:stale-version");
  expect((await send("PATCH", `/api/orders/${id}`, { ...change, version: 1 })).status).toBe(200);
});

test("the day confirms an order with warnings by the same rule", async () => {
  const { id, readStock } = await sendWarnedOrder();
  const act = (accepted: object) =>
    send(
      "POST",
      "/api/day/actions",
      { kind: "confirm", order: id, version: 1, ...accepted },
      {
        "Idempotency-Key": randomUUID(),
      },
    );
  const answer = await act({ accepted: [] });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ type: "urn:pomar:order-warnings", warnings });
  expect(await readStock()).toBe(1);
  expect((await act({ accepted: warnings })).status).toBe(200);
  expect(await readStock()).toBe(-1);
});

test("the day confirms as before without a list of accepted warnings, as devices of the former version send it", async () => {
  const { id, readStock } = await sendWarnedOrder();
  const action = { kind: "confirm", order: id, version: 1 };
  const key = { "Idempotency-Key": randomUUID() };
  expect((await send("POST", "/api/day/actions", action, key)).status).toBe(200);
  expect(await readStock()).toBe(-1);
});

test("an order with a warning for each of its lines can be confirmed", async () => {
  const goods = await Promise.all(
    Array.from({ length: maxOrderLines }, () => addProduct(database, { stock: 1 })),
  );
  const body = {
    customer: { ...customer, document: generateCpf() },
    items: goods.map((product) => lineFor(product, 1)),
  };
  const { id } = await (await sendOrder(url, body)).json();
  const ids = goods.map((product) => product.id);
  await database.update(products).set({ stock: 0 }).where(inArray(products.id, ids));
  const { customer_id }: OrderDetail = await (await send("GET", `/api/orders/${id}`)).json();
  await database
    .update(customers)
    .set({ blocked: true })
    .where(eq(customers.id, customer_id ?? ""));
  const confirm = (accepted: string[]) =>
    send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1, accepted });
  const { warnings: listed } = await (await confirm([])).json();
  expect(listed).toHaveLength(maxOrderLines + 1);
  expect((await confirm(listed)).status).toBe(200);
});
