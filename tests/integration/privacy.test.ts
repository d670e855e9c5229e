import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orderSchema } from "#app/domain/orders/order.ts";
import { anonymizeOldOrders } from "#app/domain/privacy/retention.server.ts";
import { orderRow } from "#app/platform/database/fixtures.ts";
import { auditLogs, pedidos, postalCodes, settings } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { signedIn } from "./signed-in.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const ask = signedIn(database, url);

const zuleica = {
  ...customer,
  name: "Zuleica Ferraz",
  email: "Zuleica.Ferraz@correio.example",
  phone: "(11) 91234-5678",
  document: "111.444.777-35",
  zipCode: "29010-002",
  street: "Ladeira do Mirante",
  number: "4711",
  complement: "Fundos azuis",
  neighborhood: "Parque Moscoso",
  city: "Vitória",
  state: "ES",
};

/** Everything by which she could be known, as it was typed and as it is stored. */
const hers = [
  ...["Zuleica", "correio.example", "91234-5678", "11912345678", "111.444.777-35", "11144477735"],
  ...["29010-002", "29010002", "Mirante", "4711", "Fundos azuis", "Moscoso", "Vitória"],
];

/** The tables in which any row says one of these, in any of its columns. */
async function tablesThatSay(words: string[]): Promise<string[]> {
  const { rows } = (await database.execute(
    sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  )) as unknown as { rows: { tablename: string }[] };
  const found = [];
  for (const { tablename } of rows) {
    const said = words.map((word) => sql`row::text ILIKE ${`%${word}%`}`);
    const count = await database.$count(
      sql`${sql.identifier(tablename)} AS row`,
      sql.join(said, sql` OR `),
    );
    if (count > 0) found.push(tablename);
  }
  return found.sort();
}

async function orderOf(who: object): Promise<{ id: string; numero_pedido: number }> {
  const product = await addProduct(database);
  const response = await sendOrder(url, { customer: who, items: [lineFor(product, 2)] });
  expect(response.status).toBe(201);
  return response.json();
}

const confirm = ({ id }: { id: string }) =>
  ask("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });

describe("a customer who asks to be forgotten", () => {
  test("is in no row of any table afterwards, while the orders stay", async () => {
    const first = await orderOf(zuleica);
    await confirm(first);
    const sameMail = await orderOf({ ...zuleica, document: "52998224725", name: "Zuleica F." });
    const sameDocument = await orderOf({ ...zuleica, email: "outra@example.com" });
    const deleted = await orderOf(zuleica);
    await ask("DELETE", `/api/orders/${deleted.id}`);
    const another = await orderOf(customer);
    await database.insert(postalCodes).values({
      cep: "29010002",
      address: { street: "Ladeira do Mirante", neighborhood: "", city: "Vitória", state: "ES" },
    });
    expect(await tablesThatSay(hers)).toEqual(["audit_logs", "pedidos", "postal_codes"]);
    const before = await database.select().from(pedidos).orderBy(pedidos.numero_pedido);

    const response = await ask("POST", `/api/orders/${first.id}/anonymize`);
    expect(await response.json()).toEqual({ orders: 3 });

    expect(await tablesThatSay(hers)).toEqual([]);
    const after = await database.select().from(pedidos).orderBy(pedidos.numero_pedido);
    const kept = ({
      id,
      numero_pedido,
      itens,
      valor_total,
      status,
      created_at,
    }: typeof pedidos.$inferSelect) => ({
      id,
      numero_pedido,
      itens,
      valor_total,
      status,
      created_at,
    });
    expect(after.map(kept)).toEqual(before.map(kept));
    expect(after.map((row) => row.id)).toEqual(
      [first, sameMail, sameDocument, another].map(({ id }) => id),
    );
    expect(after.map((row) => row.anonymized_at !== null)).toEqual([true, true, true, false]);
    expect(after.at(-1)?.cliente_info.name).toBe(customer.name);
    const shown = await (await ask("GET", `/api/orders/${first.id}`)).json();
    orderSchema.parse(shown);
    expect(shown.cliente_info).toMatchObject({ name: "", email: "", street: "", totalItems: 2 });
  });

  test("leaves a row in the log that tells who did it and nothing of whom", async () => {
    const order = await orderOf(zuleica);
    await ask("POST", `/api/orders/${order.id}/anonymize`);
    const rows = await database
      .select()
      .from(auditLogs)
      .where(eq(auditLogs.record_id, order.id))
      .orderBy(auditLogs.created_at);
    expect(rows.map(({ operation, user_email }) => [operation, user_email])).toEqual([
      ["INSERT", null],
      ["UPDATE", email],
    ]);
    expect(rows[1]?.old_data).toMatchObject({ numero_pedido: order.numero_pedido, version: 1 });
    expect(rows[1]?.new_data).toMatchObject({ anonymized_at: expect.any(String), version: 2 });
  });

  test("may be asked for again, or in vain", async () => {
    const order = await orderOf(zuleica);
    await ask("POST", `/api/orders/${order.id}/anonymize`);
    const again = await ask("POST", `/api/orders/${order.id}/anonymize`);
    expect(await again.json()).toEqual({ orders: 0 });
    expect((await ask("GET", `/api/orders/${order.id}/customer-data`)).status).toBe(404);
    const nobody = "9f0c11d2-0000-4000-8000-000000000000";
    expect((await ask("POST", `/api/orders/${nobody}/anonymize`)).status).toBe(404);
  });

  test("leaves the log as unchangeable as it was", async () => {
    const order = await orderOf(zuleica);
    await ask("POST", `/api/orders/${order.id}/anonymize`);
    const forge = database.transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('pomar.anonymizing', 'on', true)`);
      await tx.update(auditLogs).set({ new_data: { id: "outro" } });
    });
    await expect(forge).rejects.toMatchObject({
      cause: { message: "rows of audit_logs are written once" },
    });
    await expect(database.delete(auditLogs)).rejects.toThrow();
  });
});

test("a customer gets a copy of everything: all orders by e-mail or document, nobody else's", async () => {
  const first = await orderOf(zuleica);
  const sameMail = await orderOf({
    ...zuleica,
    email: zuleica.email.toLowerCase(),
    document: "52998224725",
  });
  const sameDocument = await orderOf({
    ...zuleica,
    email: "z@example.com",
    document: "11144477735",
  });
  await orderOf({ ...customer, document: "390.533.447-05" });
  const response = await ask("GET", `/api/orders/${first.id}/customer-data`);
  expect(response.headers.get("Content-Disposition")).toBe(
    'attachment; filename="dados-do-cliente.json"',
  );
  const data = await response.json();
  expect(data).toMatchObject({
    controller: "Pomar",
    customer: { email: "zuleica.ferraz@correio.example", document: "11144477735" },
  });
  expect(data.orders.map((order: { id: string }) => order.id)).toEqual(
    [sameDocument, sameMail, first].map(({ id }) => id),
  );
  expect(data.orders[2].cliente_info).toMatchObject({ name: "Zuleica Ferraz", number: "4711" });
});

describe("the retention that the seller sets", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const keepFor = (months: number) => database.update(settings).set({ retention_months: months });
  const oldOrder = (status: string, updated: string) =>
    database.insert(pedidos).values({
      ...orderRow({ status }),
      created_at: new Date("2025-01-01T12:00:00Z"),
      updated_at: new Date(updated),
    });
  const cleaned = async () =>
    (await database.select().from(pedidos).orderBy(pedidos.numero_pedido)).map(
      (row) => row.anonymized_at !== null,
    );

  test("is off until they do", async () => {
    await oldOrder("entregue", "2020-01-01T12:00:00Z");
    expect(await anonymizeOldOrders(database, now)).toBe(0);
    expect(await cleaned()).toEqual([false]);
  });

  test("counts from the last change, and only for closed orders", async () => {
    await keepFor(6);
    await oldOrder("entregue", "2026-05-20T12:00:00Z");
    await oldOrder("cancelado", "2026-05-20T12:00:00Z");
    await oldOrder("confirmado", "2026-05-20T12:00:00Z");
    await oldOrder("entregue", "2026-05-22T12:00:00Z");
    expect(await anonymizeOldOrders(database, now)).toBe(2);
    expect(await cleaned()).toEqual([true, true, false, false]);
    expect(await anonymizeOldOrders(database, now)).toBe(0);
  });

  test("holds for orders deleted since, which only the log remembers", async () => {
    await keepFor(1);
    const order = await orderOf(zuleica);
    await ask("DELETE", `/api/orders/${order.id}`);
    const later = new Date(Date.now() + 40 * 24 * 3_600_000);
    expect(await anonymizeOldOrders(database, now)).toBe(0);
    expect(await anonymizeOldOrders(database, later)).toBe(1);
    expect(await tablesThatSay(hers)).toEqual([]);
    expect(await anonymizeOldOrders(database, later)).toBe(0);
  });

  test("goes through many, and two processes at once do it once", async () => {
    await keepFor(1);
    for (let index = 0; index < 205; index += 1)
      await oldOrder("cancelado", "2025-06-01T12:00:00Z");
    const [one = 0, other = 0] = await Promise.all([
      anonymizeOldOrders(database, now),
      anonymizeOldOrders(database, now),
    ]);
    expect(one + other).toBe(205);
    expect((await cleaned()).every(Boolean)).toBe(true);
  });
});
