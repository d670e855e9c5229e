import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { anonymizeOldOrders } from "#app/domain/customers/privacy/commands.server.ts";
import { postalCodes } from "#app/domain/delivery/table.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { orderSchema } from "#app/domain/orders/schema.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const zuleica = {
  ...customer,
  name: "Zuleica Ferraz",
  email: "Zuleica.Ferraz@correio.example",
  phone: "(11) 91234-5678",
  document: "111.444.777-35",
  zipCode: "29010-002",
  street: "Ladeira do Mirante",
  number: "K-4711",
  complement: "Fundos azuis",
  neighborhood: "Parque Moscoso",
  city: "Vitória",
  state: "ES",
  note: "Tocar no Ferrolho",
  if_missing: "ligar",
};

/** Her personal data as typed and as stored. */
const personalData = [
  ...["Zuleica", "correio.example", "91234-5678", "11912345678", "111.444.777-35", "11144477735"],
  ...[
    "29010-002",
    "29010002",
    "Mirante",
    "K-4711",
    "Fundos azuis",
    "Moscoso",
    "Vitória",
    "Ferrolho",
  ],
];

/** The tables in which any column of any row contains one of these texts. */
async function findTablesContaining(texts: string[]): Promise<string[]> {
  const { rows } = (await database.execute(
    sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  )) as unknown as { rows: { tablename: string }[] };
  const found = [];
  for (const { tablename } of rows) {
    const matches = texts.map((text) => sql`row::text ILIKE ${`%${text}%`}`);
    const count = await database.$count(
      sql`${sql.identifier(tablename)} AS row`,
      sql.join(matches, sql` OR `),
    );
    if (count > 0) found.push(tablename);
  }
  return found.sort();
}

async function placeOrderOf(who: object): Promise<{ id: string; numero_pedido: number }> {
  const product = await addProduct(database);
  const response = await sendOrder(url, { customer: who, items: [lineFor(product, 2)] });
  expect(response.status).toBe(201);
  return response.json();
}

const confirm = ({ id }: { id: string }) =>
  send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });

describe("erasing a customer's data", () => {
  test("removes it from every table and preserves the orders", async () => {
    const first = await placeOrderOf(zuleica);
    await confirm(first);
    const edit = { discount: 1, reason: "Zuleica pediu", version: 2 };
    expect((await send("PATCH", `/api/orders/${first.id}`, edit)).status).toBe(200);
    const payment = { method: "PIX", amount: 5, note: "Da mãe de Zuleica" };
    const paid = await send("POST", `/api/orders/${first.id}/payments`, payment, {
      "Idempotency-Key": "payment-of-zuleica",
    });
    expect(paid.status).toBe(201);
    const second = await placeOrderOf({
      ...zuleica,
      email: zuleica.email.toUpperCase(),
      document: "11144477735",
    });
    const deleted = await placeOrderOf(zuleica);
    await send("DELETE", `/api/orders/${deleted.id}`);
    const another = await placeOrderOf(customer);
    await database.insert(postalCodes).values({
      cep: "29010002",
      address: { street: "Ladeira do Mirante", neighborhood: "", city: "Vitória", state: "ES" },
    });
    expect(await findTablesContaining(personalData)).toEqual([
      "audit_logs",
      "customers",
      "idempotency_keys",
      "order_changes",
      "pedidos",
      "postal_codes",
      "receipts",
    ]);
    const before = await database.select(orderColumns).from(pedidos).orderBy(pedidos.numero_pedido);

    const response = await send("POST", `/api/orders/${first.id}/anonymize`, {});
    expect(await response.json()).toEqual({ orders: 2 });

    expect(await findTablesContaining(personalData)).toEqual([]);
    const after = await database.select(orderColumns).from(pedidos).orderBy(pedidos.numero_pedido);
    const unchangedColumns = ({
      id,
      numero_pedido,
      itens,
      valor_total,
      status,
      created_at,
    }: OrderRow) => ({
      id,
      numero_pedido,
      itens,
      valor_total,
      status,
      created_at,
    });
    expect(after.map(unchangedColumns)).toEqual(before.map(unchangedColumns));
    expect(after.map((row) => row.id)).toEqual([first, second, another].map(({ id }) => id));
    expect(after.map((row) => row.anonymized_at !== null)).toEqual([true, true, false]);
    expect(after.at(-1)?.cliente_info.name).toBe(customer.name);
    expect(after[0]?.cliente_info).not.toHaveProperty("if_missing");
    const shown = await (await send("GET", `/api/orders/${first.id}`)).json();
    orderSchema.parse(shown);
    expect(shown.cliente_info).toMatchObject({ name: "", email: "", street: "", totalItems: 2 });
  });

  test("records its author in the audit log, without personal data", async () => {
    const order = await placeOrderOf(zuleica);
    await send("POST", `/api/orders/${order.id}/anonymize`, {});
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

  test("is idempotent, and answers 404 for an unknown order", async () => {
    const order = await placeOrderOf(zuleica);
    await send("POST", `/api/orders/${order.id}/anonymize`, {});
    const again = await send("POST", `/api/orders/${order.id}/anonymize`, {});
    expect(await again.json()).toEqual({ orders: 0 });
    expect((await send("GET", `/api/orders/${order.id}/customer-data`)).status).toBe(404);
    const unknownId = "9f0c11d2-0000-4000-8000-000000000000";
    expect((await send("POST", `/api/orders/${unknownId}/anonymize`, {})).status).toBe(404);
  });

  test("leaves the audit log immutable", async () => {
    const order = await placeOrderOf(zuleica);
    await send("POST", `/api/orders/${order.id}/anonymize`, {});
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

describe("orders that share only the e-mail or only the document", () => {
  type Related = { id: string; match: string; name: string; deleted: boolean };
  const listRelated = async ({ id }: { id: string }): Promise<Related[]> =>
    (await (await send("GET", `/api/orders/${id}/related`)).json()).items;
  const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

  async function placeRelated() {
    const first = await placeOrderOf(zuleica);
    const sameMail = await placeOrderOf({
      ...zuleica,
      name: "Vizinha",
      document: "52998224725",
    });
    const sameDocument = await placeOrderOf({ ...zuleica, email: "z@example.com" });
    await placeOrderOf({ ...customer, document: "390.533.447-05" });
    return { first, sameMail, sameDocument };
  }

  test("are listed with their names, deleted ones included", async () => {
    const { first, sameMail, sameDocument } = await placeRelated();
    const deleted = await placeOrderOf(zuleica);
    await send("DELETE", `/api/orders/${deleted.id}`);
    const related = await listRelated(first);
    expect(related.map(({ id, match }) => [id, match])).toEqual([
      [deleted.id, "customer"],
      [sameDocument.id, "document"],
      [sameMail.id, "email"],
      [first.id, "customer"],
    ]);
    expect(related.map(({ name }) => name)).toContain("Vizinha");
    expect(related.map((order) => order.deleted)).toEqual([true, false, false, false]);
    const unknownId = "9f0c11d2-0000-4000-8000-000000000000";
    expect((await send("GET", `/api/orders/${unknownId}/related`)).status).toBe(404);
  });

  test("are exported only when selected", async () => {
    const { first, sameMail } = await placeRelated();
    const response = await send("GET", `/api/orders/${first.id}/customer-data`);
    expect(response.headers.get("Content-Disposition")).toBe(
      'attachment; filename="dados-do-cliente.json"',
    );
    const data = await response.json();
    expect(data).toMatchObject({
      controller: "Pomar",
      customer: { email: "zuleica.ferraz@correio.example", document: "11144477735" },
    });
    expect(idsOf(data.orders)).toEqual([first.id]);
    expect(data.orders[0].cliente_info).toMatchObject({
      name: "Zuleica Ferraz",
      number: "K-4711",
      note: "Tocar no Ferrolho",
      if_missing: "ligar",
    });
    const selected = await send(
      "GET",
      `/api/orders/${first.id}/customer-data?orders=${sameMail.id}`,
    );
    expect(idsOf((await selected.json()).orders)).toEqual([sameMail.id, first.id]);
  });

  test("are erased only when selected", async () => {
    const { first, sameMail, sameDocument } = await placeRelated();
    await send("POST", `/api/orders/${first.id}/anonymize`, { orders: [sameMail.id] });
    const rows = await database.select().from(pedidos);
    const anonymized = rows.filter((row) => row.anonymized_at !== null);
    expect(idsOf(anonymized).sort()).toEqual([first.id, sameMail.id].sort());
    expect(rows.find(({ id }) => id === sameDocument.id)?.cliente_info.name).toBe("Zuleica Ferraz");
  });

  test("with an invalid document never match by it: two visitors who typed zeros stay separate", async () => {
    const first = await placeOrderOf({ ...zuleica, document: "00000000000" });
    const unrelatedOrder = await placeOrderOf({ ...customer, document: "000.000.000-00" });
    const sameMail = await placeOrderOf({ ...zuleica, document: "00000000000" });
    expect((await listRelated(first)).map(({ id, match }) => [id, match])).toEqual([
      [sameMail.id, "email"],
      [first.id, "customer"],
    ]);
    const data = await (await send("GET", `/api/orders/${first.id}/customer-data`)).json();
    expect(idsOf(data.orders)).toEqual([first.id]);
    const unrelated = { orders: [unrelatedOrder.id] };
    expect((await send("POST", `/api/orders/${first.id}/anonymize`, unrelated)).status).toBe(400);
    await send("POST", `/api/orders/${first.id}/anonymize`, {});
    const [row] = await database.select().from(pedidos).where(eq(pedidos.id, unrelatedOrder.id));
    expect(row?.anonymized_at).toBeNull();
  });
});

describe("customers that were merged, split, separated or deleted", () => {
  const neighbour = { ...customer, document: "390.533.447-05" };
  const customerOf = async ({ id }: { id: string }): Promise<string> =>
    (await (await send("GET", `/api/orders/${id}`)).json()).customer_id;
  const ask = async (method: "POST" | "DELETE", path: string, body?: object) => {
    const response = await send(method, `/api${path}`, body);
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    return response.status === 204 ? {} : response.json();
  };

  /** Two orders of Zuleica and one of a neighbour, who is another customer. */
  async function placeThree() {
    const [first, second] = [await placeOrderOf(zuleica), await placeOrderOf(zuleica)];
    const other = await placeOrderOf(neighbour);
    const own = await customerOf(first);
    const others = await customerOf(other);
    return { first, second, other, own, others };
  }

  type Placed = Awaited<ReturnType<typeof placeThree>>;
  const split = async ({ second, own }: Placed): Promise<string> =>
    (await ask("POST", `/customers/${own}/split`, { orders: [second.id] })).id;
  const merge = (kept: string, joined: string) =>
    ask("POST", `/customers/${kept}/merge`, { customer_id: joined });

  const arrangements: Record<string, (placed: Placed) => Promise<unknown>> = {
    "split off": split,
    "merged into another one": ({ own, others }) => merge(others, own),
    "into which another one was merged": ({ own, others }) => merge(own, others),
    "split off and merged into another one": async (placed) =>
      merge(placed.others, await split(placed)),
    "split off, of whom one part was merged and separated again": async (placed) => {
      const part = await split(placed);
      await merge(placed.others, part);
      await ask("POST", `/customers/${part}/separate`);
    },
    "whose part without orders was deleted": async (placed) => {
      const part = await split(placed);
      await ask("DELETE", `/orders/${placed.second.id}`);
      await ask("DELETE", `/customers/${part}`);
    },
    "whose orders are of another part, and who was deleted": async (placed) => {
      const part = await split(placed);
      await ask("POST", `/customers/${placed.own}/split`, { orders: [placed.first.id] });
      await ask("DELETE", `/customers/${placed.own}`);
      await merge(placed.others, part);
    },
  };

  const listRelatedIds = async ({ first }: Placed): Promise<string[]> =>
    (await (await send("GET", `/api/orders/${first.id}/related`)).json()).items.map(
      ({ id }: { id: string }) => id,
    );

  const ways: Record<string, (placed: Placed) => Promise<unknown>> = {
    "an order's": async (placed) =>
      ask("POST", `/orders/${placed.first.id}/anonymize`, { orders: await listRelatedIds(placed) }),
    "the orders of a person": async (placed) =>
      ask("POST", "/personal-data/erase", { customers: [], orders: await listRelatedIds(placed) }),
  };

  test.each(
    Object.keys(arrangements).flatMap((one) => Object.keys(ways).map((way) => [one, way] as const)),
  )("one %s is erased by %s", async (one, way) => {
    const placed = await placeThree();
    for (const { id } of [placed.first, placed.second, placed.other]) {
      for (const [version, status] of ["confirmado", "entregue"].entries()) {
        await send("PATCH", `/api/orders/${id}`, { status, version: version + 1 });
      }
    }
    await send("PATCH", `/api/customers/${placed.others}`, { terms: 7, version: 1 });
    await arrangements[one]?.(placed);
    const before = await readAccountOf(placed.others);
    await ways[way]?.(placed);
    expect(await findTablesContaining(personalData)).toEqual([]);
    expect(await readAccountOf(placed.others)).toEqual({ ...before, name: customer.name });
    const kept = await (await send("GET", `/api/orders/${placed.other.id}`)).json();
    expect(kept).toMatchObject({
      customer_id: placed.others,
      cliente_info: { name: customer.name },
    });
  });

  test.each([
    ["split off", true],
    ["whose part without orders was deleted", true],
    ["merged into another one", false],
  ])("by their age, one %s is erased: %s", async (one, isErased) => {
    await database.update(settings).set({ retention_months: 1 });
    const placed = await placeThree();
    for (const { id } of [placed.first, placed.second]) {
      await send("PATCH", `/api/orders/${id}`, { status: "cancelado", version: 1 });
    }
    await arrangements[one]?.(placed);
    const later = new Date(Date.now() + 40 * 24 * 3_600_000);
    expect(await anonymizeOldOrders(database, later)).toBe(2);
    // Merged with the other customer, whose order is open, she is still a customer.
    expect((await findTablesContaining(personalData)).length === 0).toBe(isErased);
  });

  test("one whom a stranger's order created is of the orders that remain", async () => {
    const stranger = await placeOrderOf({ ...zuleica, document: neighbour.document });
    const own = await placeOrderOf(neighbour);
    const id = await customerOf(own);
    expect(await customerOf(stranger)).toBe(id);
    await ask("POST", `/orders/${stranger.id}/anonymize`, {});
    expect(await findTablesContaining(personalData)).toEqual([]);
    const row = await (await send("GET", `/api/customers/${id}`)).json();
    expect(row).toMatchObject({ name: customer.name, document: "39053344705", email: null });
    const { contacts } = await (await send("GET", `/api/customers/${id}/access`)).json();
    expect(contacts.filter((contact: { confirmed: boolean }) => contact.confirmed)).toEqual([]);
    expect(await customerOf(await placeOrderOf(neighbour))).toBe(id);
  });

  /** The customer as which this one counts. */
  async function readAccountOf(id: string) {
    const { id: root, name, terms } = await (await send("GET", `/api/customers/${id}`)).json();
    const { balance } = await (await send("GET", `/api/customers/${root}/account`)).json();
    return { root, name, terms, balance };
  }
});

test("erasing a customer's data deletes the queued mails and preserves the sent ones", async () => {
  const order = await placeOrderOf(zuleica);
  await database
    .update(outbox)
    .set({ sent_at: new Date(), next_attempt_at: null })
    .where(eq(outbox.event, "shop"));
  await send("POST", `/api/orders/${order.id}/anonymize`, {});
  const rows = await database.select().from(outbox);
  expect(rows.map(({ event }) => event)).toEqual(["shop"]);
});

describe("the retention setting", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const setRetention = (months: number) =>
    database.update(settings).set({ retention_months: months });
  const oldOrder = (status: OrderStatus, updated: string) =>
    insertOrders(database, {
      status,
      created_at: new Date("2025-01-01T12:00:00Z"),
      updated_at: new Date(updated),
    });
  const listAnonymized = async () =>
    (await database.select().from(pedidos).orderBy(pedidos.numero_pedido)).map(
      (row) => row.anonymized_at !== null,
    );

  test("is off by default", async () => {
    await oldOrder("entregue", "2020-01-01T12:00:00Z");
    expect(await anonymizeOldOrders(database, now)).toBe(0);
    expect(await listAnonymized()).toEqual([false]);
  });

  test("counts from the last change, for closed orders only", async () => {
    await setRetention(6);
    await oldOrder("entregue", "2026-05-20T12:00:00Z");
    await oldOrder("cancelado", "2026-05-20T12:00:00Z");
    await oldOrder("confirmado", "2026-05-20T12:00:00Z");
    await oldOrder("entregue", "2026-05-22T12:00:00Z");
    expect(await anonymizeOldOrders(database, now)).toBe(2);
    expect(await listAnonymized()).toEqual([true, true, false, false]);
    expect(await anonymizeOldOrders(database, now)).toBe(0);
  });

  test("includes deleted orders in the audit log", async () => {
    await setRetention(1);
    const order = await placeOrderOf(zuleica);
    await send("DELETE", `/api/orders/${order.id}`);
    const later = new Date(Date.now() + 40 * 24 * 3_600_000);
    expect(await anonymizeOldOrders(database, now)).toBe(0);
    expect(await anonymizeOldOrders(database, later)).toBe(1);
    expect(await findTablesContaining(personalData)).toEqual([]);
    expect(await anonymizeOldOrders(database, later)).toBe(0);
  });

  test("processes many orders, once across two concurrent processes", async () => {
    await setRetention(1);
    for (let index = 0; index < 205; index += 1)
      await oldOrder("cancelado", "2025-06-01T12:00:00Z");
    const [one = 0, other = 0] = await Promise.all([
      anonymizeOldOrders(database, now),
      anonymizeOldOrders(database, now),
    ]);
    expect(one + other).toBe(205);
    expect(await listAnonymized()).toEqual(Array(205).fill(true));
  });
});
