import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils";
import { eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { attachOrders } from "#app/domain/customers/commands.server.ts";
import type { Customer, CustomerDetail } from "#app/domain/customers/schema.ts";
import { customers } from "#app/domain/customers/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { insertOrders, orderRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const cnpj = "11222333000181";
const celia = { ...customer, name: "Célia", email: "celia@bar.example", phone: "11911112222" };
const bar = { ...celia, name: "Bar da Célia Ltda.", document: "11.222.333/0001-81" };

/** A valid CNPJ, different for each number. */
function cnpjOf(number: number): string {
  const base = String(445556660001 + number * 10_000).padStart(12, "0");
  for (let digits = 0; digits < 100; digits += 1) {
    const one = base + String(digits).padStart(2, "0");
    if (isValidCnpj(one)) return one;
  }
  throw new Error("some check digits are valid");
}

async function order(who: object, quantity = 2): Promise<{ id: string }> {
  const product = await addProduct(database);
  const response = await sendOrder(url, { customer: who, items: [lineFor(product, quantity)] });
  expect(response.status).toBe(201);
  return response.json();
}

async function list(query = ""): Promise<Customer[]> {
  const response = await send("GET", `/api/customers${query}`);
  expect(response.status).toBe(200);
  return (await response.json()).items;
}

async function read(id: string): Promise<CustomerDetail> {
  const response = await send("GET", `/api/customers/${id}`);
  expect(response.status).toBe(200);
  return response.json();
}

const customerOf = async ({ id }: { id: string }) =>
  (await database.select().from(pedidos).where(eq(pedidos.id, id)))[0]?.customer_id ?? "";

test("orders of one document are one customer, and keep what was typed", async () => {
  const first = await order(bar);
  const second = await order({ ...bar, name: "Bar da Celia", email: "outro@bar.example" });
  expect(await customerOf(second)).toBe(await customerOf(first));
  const [one, ...others] = await list();
  expect(others).toEqual([]);
  expect(one).toMatchObject({ name: "Bar da Célia Ltda.", document: cnpj, orders: 2, total: 51.6 });
  const { items } = await (await send("GET", `/api/orders?customer=${one?.id}`)).json();
  expect(items.map((item: { id: string }) => item.id)).toEqual([second.id, first.id]);
  expect(items[0].cliente_info.name).toBe("Bar da Celia");
});

test("without a valid document, e-mail and phone decide; a document that follows is added", async () => {
  const anonymous = await order({ ...celia, document: "00000000000" });
  const known = await order({ ...celia, document: "529.982.247-25" });
  const another = await order({ ...celia, document: "111.444.777-35" });
  const elsewhere = await order({ ...celia, phone: "11933334444", document: "00000000000" });
  expect(await customerOf(known)).toBe(await customerOf(anonymous));
  expect(
    new Set([await customerOf(known), await customerOf(another), await customerOf(elsewhere)]).size,
  ).toBe(3);
  for (const search of ["52998224725", "529.982.247-25", "529 982 247 25"]) {
    expect(await list(`?search=${encodeURIComponent(search)}`)).toMatchObject([{ orders: 2 }]);
  }
  for (const search of ["(11) 93333-4444", "+55 11 93333\u20114444", "11933334444"]) {
    expect(await list(`?search=${encodeURIComponent(search)}`), search).toHaveLength(1);
  }
});

test.each(["customers", "customers/export.csv", "stock-lots", "orders"])(
  "a search of %s for a character that no database stores is invalid",
  async (list) => {
    const response = await send("GET", `/api/${list}?search=%00`);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain("Busca inválida.");
  },
);

test("forty orders of a new customer at once create it once", async () => {
  const product = await addProduct(database, { stock: 1000 });
  const sent = Array.from({ length: 40 }, () =>
    sendOrder(url, { customer: bar, items: [lineFor(product, 1)] }),
  );
  expect((await Promise.all(sent)).every(({ status }) => status === 201)).toBe(true);
  // Some orders came while another created the customer.
  await attachOrders(database);
  expect(await list()).toMatchObject([{ orders: 40 }]);
});

test("many orders without a customer are attached, and one without a name is not tried again and again", async () => {
  const placed = await insertOrders(
    database,
    ...Array.from({ length: 250 }, (_, index) => ({
      cliente_info: { ...orderRow().cliente_info, name: index === 0 ? "" : "Ana Souza" },
    })),
  );
  const ids = placed.map(({ id }) => id);
  await database.update(pedidos).set({ customer_id: null }).where(inArray(pedidos.id, ids));
  const countOpen = () => database.$count(pedidos, sql`customer_id IS NULL`);
  expect(await countOpen()).toBe(250);
  await attachOrders(database);
  expect(await countOpen()).toBe(1);
});

test("a merge moves orders and figures, new orders follow it, and it can be undone", async () => {
  const first = await customerOf(await order(bar));
  const second = await customerOf(await order({ ...celia, phone: "11955556666" }));
  const third = await customerOf(await order({ ...customer, document: "111.444.777-35" }));
  const merge = (id: string, customer_id: string) =>
    send("POST", `/api/customers/${id}/merge`, { customer_id });
  expect((await merge(second, third)).status).toBe(200);
  const merged = await (await merge(first, second)).json();
  expect(merged).toMatchObject({ id: first, orders: 3 });
  expect(merged.merged.map((part: { id: string }) => part.id).sort()).toEqual(
    [second, third].sort(),
  );
  await order({ ...customer, document: "111.444.777-35" });
  expect(await list()).toMatchObject([{ id: first, orders: 4 }]);
  expect((await read(third)).id).toBe(first);

  const separated = await (await send("POST", `/api/customers/${second}/separate`)).json();
  expect(separated).toMatchObject({ id: second, orders: 3, merged: [{ id: third }] });
  expect(await read(first)).toMatchObject({ orders: 1, merged: [] });
  expect((await merge(first, first)).status).toBe(400);
  expect((await merge(first, third)).status).toBe(404);
});

test("two customers are merged while an order of one arrives: it is in the merged one", async () => {
  const first = await customerOf(await order(bar));
  const second = await customerOf(await order({ ...celia, phone: "11955556666" }));
  const [merged, placed] = await Promise.all([
    send("POST", `/api/customers/${first}/merge`, { customer_id: second }),
    order({ ...celia, phone: "11955556666" }),
  ]);
  expect(merged.status).toBe(200);
  expect(await customerOf(placed)).toBe(second);
  expect(await list()).toMatchObject([{ id: first, orders: 3 }]);
});

test("records of one person, one with the document, are merged while orders of both arrive", async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `celia${round}@bar.example`;
    const withDocument = { ...bar, email, document: cnpjOf(round) };
    const withoutDocument = { ...celia, email, phone: "11955556666", document: "00000000000" };
    const known = await customerOf(await order(withDocument));
    const anonymous = await customerOf(await order(withoutDocument));
    expect(known).not.toBe(anonymous);
    const [merged, ...placed] = await Promise.all([
      send("POST", `/api/customers/${known}/merge`, { customer_id: anonymous }),
      order(withDocument),
      order(withoutDocument),
      // The document of one with the contact of the other.
      order({ ...withoutDocument, document: withDocument.document }),
    ]);
    expect(merged.status).toBe(200);
    await attachOrders(database);
    for (const one of placed) expect([known, anonymous]).toContain(await customerOf(one));
    const [found, ...others] = await list(`?search=${email}`);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: known, orders: 5, document: withDocument.document });
    const separated = await send("POST", `/api/customers/${anonymous}/separate`);
    expect(separated.status).toBe(200);
    const parts = await list(`?search=${email}`);
    expect(parts.reduce((sum, { orders }) => sum + orders, 0)).toBe(5);
    expect(parts.filter(({ document }) => document === withDocument.document)).toHaveLength(1);
  }
});

test("ten thousand customers are listed in pages, found, exported, and imported in two parts", {
  tags: ["nightly"],
  timeout: 300_000,
}, async () => {
  await database.execute(sql`
    INSERT INTO customers (id, root_id, name, phone, email, terms, created_at)
    SELECT id, id, 'Cliente ' || lpad(n::text, 5, '0'), '119' || (10000000 + n), 'c' || n || '@example.com', n % 60,
      timestamptz '2026-01-01' + n * interval '1 second'
    FROM generate_series(1, 10000) AS n, LATERAL (SELECT gen_random_uuid() AS id WHERE n > 0) AS made`);
  const placed = await order({
    ...customer,
    email: "c777@example.com",
    phone: "11910000777",
    document: "00000000000",
  });
  const names = new Set<string>();
  let cursor = "";
  for (let pages = 0; pages < 10; pages += 1) {
    const page = await (await send("GET", `/api/customers?limit=100${cursor}`)).json();
    for (const { name } of page.items as Customer[]) names.add(name);
    cursor = page.next_cursor === null ? "" : `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  expect(names.size).toBe(1000);
  const [first] = await list("?limit=1");
  expect(first).toMatchObject({ name: "Cliente 00777", orders: 1 });
  expect(await customerOf(placed)).toBe(first?.id);
  expect(await list("?search=09999")).toMatchObject([{ name: "Cliente 09999", terms: 39 }]);
  const file = await (await send("GET", "/api/customers/export.csv")).text();
  const [head = "", ...rows] = file.trim().split("\r\n");
  expect(rows).toHaveLength(10_000);
  const importRows = async (part: string[]) =>
    (
      await send("POST", "/api/customers/import", {
        file: [head, ...part].join("\r\n"),
        dry_run: true,
      })
    ).json();
  for (const part of [rows.slice(0, 5000), rows.slice(5000)]) {
    const unchanged = { created: 0, changed: 0, unchanged: 5000, rejected: [] };
    expect(await importRows(part)).toMatchObject(unchanged);
  }
  expect(await importRows(rows)).toMatchObject({
    errors: [{ field: "file", message: "Envie no máximo 5.000 clientes por vez." }],
  });
});

test("some orders are split off into another customer", async () => {
  const first = await order(bar);
  const second = await order({ ...bar, name: "Padaria", email: "padaria@example.com" });
  const id = await customerOf(first);
  const split = await (
    await send("POST", `/api/customers/${id}/split`, { orders: [second.id] })
  ).json();
  expect(split).toMatchObject({ name: "Padaria", document: null, orders: 1 });
  expect(await read(id)).toMatchObject({ orders: 1 });
  const foreign = await order({ ...customer, document: "111.444.777-35" });
  const refused = await send("POST", `/api/customers/${id}/split`, { orders: [foreign.id] });
  expect(refused.status).toBe(404);
});

test("what is usually ordered is in at least two of the last ten orders, with its median", async () => {
  const product = await addProduct(database, { stock: 1000 });
  for (const quantity of [1, 5, 3]) {
    await sendOrder(url, { customer: bar, items: [lineFor(product, quantity)] });
  }
  const placed = await order(bar);
  const { usual_items } = await read(await customerOf(placed));
  expect(usual_items).toEqual([
    { product_id: product.id, product_name: product.title, unit: "caixa", quantity: 3, orders: 3 },
  ]);
});

test("a save on an old version, a second customer of a document and wrong values are rejected", async () => {
  const { id, version } = (await list((await order(bar)) && ""))[0] as Customer;
  expect((await send("PATCH", `/api/customers/${id}`, { terms: 28, version })).status).toBe(200);
  const stale = await send("PATCH", `/api/customers/${id}`, { terms: 7, version });
  expect(stale.status).toBe(409);
  expect((await stale.json()).current).toMatchObject({ terms: 28 });
  const taken = await send("POST", "/api/customers", { name: "Outro", document: cnpj });
  expect(taken.status).toBe(409);
  expect(await taken.json()).toMatchObject({ type: "urn:pomar:document-taken", current: { id } });
  for (const [field, value] of Object.entries({
    document: "123",
    phone: "1",
    email: "a",
    terms: 400,
    credit_limit: -1,
  })) {
    const response = await send("POST", "/api/customers", { name: "Novo", [field]: value });
    expect([field, response.status]).toEqual([field, 400]);
    expect((await response.json()).errors[0].field).toBe(field);
  }
});

test("a customer who is still needed is not deleted, and the answer says why and what to do", async () => {
  const create = async (name: string): Promise<{ id: string }> =>
    (await send("POST", "/api/customers", { name })).json();
  const remove = async ({ id }: { id: string }) => {
    const response = await send("DELETE", `/api/customers/${id}`);
    return response.status === 204 ? 204 : [response.status, (await response.json()).detail];
  };
  const ordering = { id: await customerOf(await order(bar)) };
  expect(await remove(ordering)).toEqual([409, expect.stringMatching(/^Este cliente tem pedidos/)]);

  const paying = await create("Mercearia");
  const receipts = `/api/customers/${paying.id}/receipts`;
  const received = await send("POST", receipts, { amount: 10, method: "PIX" });
  expect(received.status).toBe(201);
  expect(await remove(paying)).toEqual([
    409,
    expect.stringMatching(/^Este cliente tem recebimentos/),
  ]);
  const { id: receipt } = await received.json();
  expect((await send("DELETE", `${receipts}/${receipt}`)).status).toBe(204);
  expect(await remove(paying)).toBe(204);

  const padaria = await create("Padaria");
  const merge = { customer_id: ordering.id };
  expect((await send("POST", `/api/customers/${padaria.id}/merge`, merge)).status).toBe(200);
  expect(await remove(padaria)).toEqual([409, expect.stringMatching(/^Há clientes unidos/)]);
  expect(await remove(ordering)).toEqual([409, expect.stringMatching(/^Este cliente foi unido/)]);
  expect((await send("POST", `/api/customers/${ordering.id}/separate`)).status).toBe(200);
  expect(await remove(padaria)).toBe(204);
  expect(await remove(padaria)).toEqual([404, expect.any(String)]);
  expect(await read(ordering.id)).toMatchObject({ orders: 1 });
});

test("an export is imported without a change; edited and new rows are saved, wrong ones named", async () => {
  await order(bar);
  await order(customer);
  const file = await (await send("GET", "/api/customers/export.csv")).text();
  const importFile = async (text: string, dry_run = false) =>
    (await send("POST", "/api/customers/import", { file: text, dry_run })).json();
  expect(await importFile(file)).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 2,
    rejected: [],
  });
  const edited = file.replace('"Bar da Célia Ltda."', '"Bar do Zé"');
  expect(await importFile(edited, true)).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await importFile(edited)).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await list("?search=z%C3%A9")).toMatchObject([{ name: "Bar do Zé", document: cnpj }]);
  const added = "Fone;Cliente;Prazo\n(11) 3333-4444;Padaria;28\n1;Quitanda;7\n";
  expect(await importFile(added)).toMatchObject({ created: 1, rejected: [{ row: 3 }] });
  const refused = await send("POST", "/api/customers/import", { file: "Cidade\nSantos\n" });
  expect(refused.status).toBe(400);
});

test("the price table is a column of the file, by its name", async () => {
  await order(bar);
  await order(customer);
  const table = await (
    await send("POST", "/api/price-tables", { name: "Lanchonetes; centro" })
  ).json();
  const importFile = async (file: string) =>
    (await send("POST", "/api/customers/import", { file })).json();
  const rowsOf = (name: string) => `CPF/CNPJ;Nome;Tabela\n${cnpj};Bar da Célia;${name}\n`;
  const [given] = await list("?search=c%C3%A9lia");
  expect(given?.price_table).toBeNull();
  expect(await importFile(rowsOf('"lanchonetes; Centro"'))).toMatchObject({ changed: 1 });
  expect(await read(given?.id ?? "")).toMatchObject({ price_table: table.id });
  const file = await (await send("GET", "/api/customers/export.csv")).text();
  expect(file).toContain('"Lanchonetes; centro"');
  expect(await importFile(file)).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 2,
    rejected: [],
  });
  expect(await importFile(rowsOf("Padarias"))).toMatchObject({
    changed: 0,
    rejected: [
      {
        row: 2,
        message:
          'Não há tabela de preços "Padarias". Confira o nome em Tabelas de preços ou deixe a célula vazia.',
      },
    ],
  });
  await send("POST", "/api/price-tables", { name: "Lanchonetes; centro" });
  expect(await importFile(file)).toMatchObject({
    unchanged: 1,
    rejected: [{ message: expect.stringMatching(/^Há mais de uma tabela de preços/) }],
  });
  expect(await importFile(rowsOf(""))).toMatchObject({ changed: 1, rejected: [] });
  expect(await read(given?.id ?? "")).toMatchObject({ price_table: null });
});

test("the erasure of all orders of a customer erases the customer, also from the audit log", async () => {
  const first = await order(bar);
  const second = await order({ ...bar, email: "outro@bar.example" });
  const id = await customerOf(first);
  const { version } = await read(id);
  await send("PATCH", `/api/customers/${id}`, { note: "Paga no dia 5", version });
  const erase = ({ id: orderId }: { id: string }, orders: string[]) =>
    send("POST", `/api/orders/${orderId}/anonymize`, { orders });
  await erase(first, []);
  expect(await list()).toMatchObject([{ id }]);
  await erase(second, []);
  expect(await database.$count(customers)).toBe(0);
  const logged = await database
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.table_name, "customers"));
  expect(logged.length).toBeGreaterThan(1);
  expect(JSON.stringify(logged)).not.toContain("Célia");
  expect(JSON.stringify(logged)).not.toContain("dia 5");
});

test("the database checks documents as the library does", async () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 9, maxLength: 9 });
  const letters = fc.string({
    unit: fc.constantFrom(..."0123456789ABZ"),
    minLength: 12,
    maxLength: 12,
  });
  const base = fc.oneof(digits, letters);
  const typed = fc.sample(base, { numRuns: 60, seed: 7 });
  const candidates = typed.flatMap((text) =>
    Array.from({ length: 100 }, (_, at) => text + String(at).padStart(2, "0")),
  );
  const { rows } = await database.execute<{ valid: string }>(
    sql`SELECT valid_document(value) AS valid FROM unnest(${sql.param(candidates)}::text[]) AS value
      WHERE valid_document(value) IS NOT NULL`,
  );
  const expected = candidates.filter(
    (text) => isValidCpf(text) || isValidCnpj(text, { version: 2 }),
  );
  expect(expected.length).toBeGreaterThan(50);
  expect(rows.map(({ valid }) => valid)).toEqual(expected);
});
