import { beforeEach, expect, test } from "vitest";
import { orderAliases } from "#app/domain/customers/conversations/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const unit = "caixa";
let acerola: Awaited<ReturnType<typeof addProduct>>;
beforeEach(async () => {
  acerola = await addProduct(database, { slug: "acerola", title: "Polpa de acerola" });
  await addProduct(database, { slug: "manga", title: "Polpa de manga" });
});

async function post(path: string, body: unknown, status = 200) {
  const response = await send("POST", path, body);
  expect(response.status).toBe(status);
  return response.json();
}

const addCustomer = (name: string, phone: string) =>
  post("/api/customers", { name, phone }, 201) as Promise<{ id: string }>;
const read = (text: string, choices: object = {}) =>
  post("/api/orders/taken/conversation", { text, ...choices });
const aliasesOf = async (id: string) =>
  (await (await send("GET", `/api/customers/${id}/aliases`)).json()).items;

test("the customer is found by the number; the shop, greetings and attachments are left out", async () => {
  const { id } = await addCustomer("Bar do Zé", "(11) 98888-7777");
  const answer = await read(
    "10/11/2026 08:15 - +55 11 98888-7777: Bom dia!\n5 polpa de acerola\n2 amarelinha\n" +
      "10/11/2026 08:16 - Você: 9 polpa de manga?\n10/11/2026 08:17 - +55 11 98888-7777: <Mídia oculta>",
  );
  expect(answer).toMatchObject({
    customer: { id },
    candidates: [],
    lines: [
      { text: "5 polpa de acerola", kind: "one", quantity: 5, rows: [{ product_id: acerola.id }] },
      { text: "2 amarelinha", kind: "none", quantity: 2 },
    ],
  });
});

test("a line that is not understood is a question as it was written, and orders nothing", async () => {
  const lines = [
    "não quero 5 polpa de acerola",
    "5 polpa de acerola?",
    "-2 polpa de acerola",
    "~4 polpa de manga~",
    "> 9 polpa de manga",
  ];
  const answer = await read(`[10/11/2026 08:15] Maria: bom dia\n${lines.join("\n")}`);
  expect(answer.products).toEqual([]);
  expect(answer.lines).toMatchObject(lines.map((text) => ({ text, kind: "none" })));
});

test("several items of a line are read, also with numbers in words", async () => {
  const { lines } = await read("uma caixa de acerola e meia dúzia de manga/3 acerola");
  expect(lines).toMatchObject([
    {
      text: "uma caixa de acerola",
      kind: "one",
      quantity: 1,
      rows: [{ product_id: acerola.id, unit }],
    },
    { text: "meia dúzia de manga", kind: "one", quantity: 6 },
    { text: "3 acerola", kind: "one", quantity: 3 },
  ]);
});

test("the last messages with items are the order, whatever was written later; an earlier order can be chosen", async () => {
  const text =
    "03/11/2026 09:00 - Maria: 2 polpa de acerola\n10/11/2026 08:15 - Maria: 5 polpa de manga\n" +
    "10/11/2026 21:20 - Maria: Obrigada, chegou tudo às 10\n12/11/2026 09:00 - Maria: bom dia";
  const order = { at: "2026-11-10T08:15", text: "5 polpa de manga" };
  const earlier = { at: "2026-11-03T09:00", text: "2 polpa de acerola" };
  const answer = await read(text);
  expect(answer).toMatchObject({
    order_at: order.at,
    older: 1,
    lines: [{ kind: "one", quantity: 5 }],
  });
  expect(answer.orders).toEqual([
    { at: "2026-11-10T21:20", text: "Obrigada, chegou tudo às 10" },
    order,
    earlier,
  ]);
  expect(await read(text, { order_at: earlier.at })).toMatchObject({
    order_at: earlier.at,
    older: 0,
    lines: [{ kind: "one", quantity: 2 }],
  });
});

test("a text with a word that reverses it is not learned as a name", async () => {
  const { id } = await addCustomer("Bar Não", "11900000007");
  const body = { text: "5 manga não", product_id: acerola.id, unit };
  const answer = await post(`/api/customers/${id}/aliases`, body, 400);
  expect(answer.errors).toMatchObject([{ field: "text" }]);
});

test("an order of more than 100 lines is rejected as a whole, so that no line is lost", async () => {
  const listOf = (count: number) => Array(count).fill("1 polpa de manga").join("\n");
  expect((await read(listOf(100))).lines).toHaveLength(100);
  const rejected = await post("/api/orders/taken/conversation", { text: listOf(101) }, 400);
  expect(rejected.errors).toEqual([
    { field: "text", message: "A lista tem 101 linhas. Cole até 100 por vez." },
  ]);
});

test("the number is found without the ninth digit, and of a merged record it is the customer", async () => {
  const root = await addCustomer("Quitanda Sol", "1133332222");
  const part = await addCustomer("Quitanda Sol (loja 2)", "21977776666");
  await post(`/api/customers/${root.id}/merge`, { customer_id: part.id });
  const answer = await read("[08:15, 10/11/2026] +55 21 7777-6666: 1 polpa de manga");
  expect(answer.customer.id).toBe(root.id);
});

test("with a name only, the customers of this name are offered; the seller's choice counts", async () => {
  const { id } = await addCustomer("Dona Benedita", "11911110000");
  const text = "[10/11/2026 08:15:01] Benedita: 3 polpa de manga";
  expect(await read(text)).toMatchObject({ customer: null, candidates: [{ id }] });
  expect(await read(text, { customer_id: id })).toMatchObject({ customer: { id }, candidates: [] });
});

test("of two people the messages of the chosen one are read", async () => {
  const text =
    "10/11/2026 08:15 - Xisto: 5 polpa de manga\n10/11/2026 08:16 - Yolanda: 3 polpa de acerola";
  const both = await read(text);
  expect(both).toMatchObject({ sender: null, senders: [{ name: "Yolanda" }, { name: "Xisto" }] });
  const { lines } = await read(text, { sender: "Xisto" });
  expect(lines).toMatchObject([{ text: "5 polpa de manga" }]);
});

test("a text without messages is a list, and a number of two customers identifies none", async () => {
  await addCustomer("Padaria Um", "11922223333");
  await addCustomer("Padaria Dois", "11922223333");
  expect(await read("oi\n4 polpa de manga")).toMatchObject({
    customer: null,
    senders: [],
    lines: [{ text: "4 polpa de manga", kind: "one" }],
  });
  const { customer: match, candidates } = await read(
    "10/11/2026 08:15 - +55 11 92222-3333: 4 polpa de manga",
  );
  expect(match).toBeNull();
  expect(candidates).toHaveLength(2);
});

test("an assigned text is recognized in later conversations of this customer, until it is deleted", async () => {
  const owner = await addCustomer("Bar Alias", "11900000001");
  const other = await addCustomer("Bar Outro", "11900000002");
  const path = `/api/customers/${owner.id}/aliases`;
  const alias = await post(path, { text: "2 Vermelhinhas", product_id: acerola.id, unit });
  expect(alias).toMatchObject({ words: "vermelhinha", product_name: "Polpa de acerola" });
  expect(await aliasesOf(owner.id)).toEqual([alias]);

  const list = "7 vermelhinha\nvermelhinhas 3";
  const { lines, products } = await read(list, { customer_id: owner.id });
  const row = { product_id: acerola.id, unit };
  expect(lines).toMatchObject([
    { kind: "one", quantity: 7, rows: [row] },
    { kind: "one", quantity: 3, rows: [row] },
  ]);
  expect(products).toHaveLength(1);
  const foreign = await read(list, { customer_id: other.id });
  expect(foreign.lines[0].kind).toBe("none");

  const wrong = await send("DELETE", `/api/customers/${other.id}/aliases/${alias.id}`);
  expect(wrong.status).toBe(404);
  const deleted = await send("DELETE", `/api/customers/${owner.id}/aliases/${alias.id}`);
  expect(deleted.status).toBe(204);
  const after = await read(list, { customer_id: owner.id });
  expect(after.lines[0].kind).toBe("none");
});

test("an alias comes before the titles, is replaced by a new one, and follows its customer into a merge", async () => {
  const part = await addCustomer("Bar Primeiro", "11900000003");
  const root = await addCustomer("Bar Segundo", "11900000004");
  const manga = await addProduct(database, { slug: "manga-rosa", title: "Manga rosa" });
  const path = `/api/customers/${part.id}/aliases`;
  await post(path, { text: "polpa de manga", product_id: acerola.id, unit });
  await post(path, { text: "5 polpa manga", product_id: manga.id, unit });
  expect(await aliasesOf(part.id)).toHaveLength(1);
  await post(`/api/customers/${root.id}/merge`, { customer_id: part.id });
  const { lines } = await read("2 polpa de manga", { customer_id: root.id });
  expect(lines).toMatchObject([{ kind: "one", rows: [{ product_id: manga.id }] }]);
});

test.each([
  ["a text without a name", { text: "5" }, "text"],
  ["a unit in which it is not sold", { text: "x", unit: "kg" }, "product_id"],
])("%s is rejected as an alias", async (_title, part, field) => {
  const { id } = await addCustomer("Bar Errado", "11900000005");
  const body = { product_id: acerola.id, unit, ...part };
  const answer = await post(`/api/customers/${id}/aliases`, body, 400);
  expect(answer.errors).toMatchObject([{ field }]);
});

test("the copy of a customer's data has the aliases, and the erasure deletes them", async () => {
  const person = { ...customer, email: "alias@example.com", phone: "11900000009" };
  const sent = await sendOrder(url, { customer: person, items: [lineFor(acerola, 3)] });
  const { id } = (await sent.json()) as { id: string };
  const { items } = await (await send("GET", "/api/customers?search=alias@example.com")).json();
  const path = `/api/customers/${items[0].id}/aliases`;
  await post(path, { text: "docinha", product_id: acerola.id, unit });
  const data = await (await send("GET", `/api/orders/${id}/customer-data`)).json();
  expect(data.aliases).toMatchObject([{ words: "docinha", product_name: "Polpa de acerola" }]);
  await post(`/api/orders/${id}/anonymize`, {});
  const rows = await database.select().from(orderAliases);
  expect(rows.map(({ words }) => words)).not.toContain("docinha");
});
