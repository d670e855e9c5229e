import { generateCpf } from "@brazilian-utils/brazilian-utils";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { products } from "#app/domain/catalogue/table.ts";
import type { AreaData, CustomerArea } from "#app/domain/customer-area/schema.ts";
import { customerDevices, customerLinks } from "#app/domain/customer-area/table.ts";
import type { Person } from "#app/domain/customers/schema.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";
import { hashSecret } from "#app/domain/people/secrets.server.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const mails: { address: string | undefined; text: string }[] = [];
let clock = new Date();
const url = await startApi({
  database,
  now: () => clock,
  mailAccount: ({ text }, address) => mails.push({ text, address }),
});
const send = createAdminSender(database, url);
const visit = createSender(url);

let product: typeof products.$inferSelect;
let id: string;

const place = async (changes: object = {}, quantity = 2, Cookie = ""): Promise<PlacedOrder> => {
  const order = { customer: { ...customer, ...changes }, items: [lineFor(product, quantity)] };
  return (await sendOrder(url, order, { Cookie })).json();
};
const setStatus = (order: PlacedOrder, status: string, version: number) =>
  send("PATCH", `/api/orders/${order.id}`, { status, version });
const findCustomerId = async (order: PlacedOrder): Promise<string> =>
  (await (await send("GET", `/api/orders/${order.id}`)).json()).customer_id;

/** One customer with a delivered order. */
beforeEach(async () => {
  clock = new Date();
  mails.length = 0;
  product = await addProduct(database);
  const order = await place();
  await setStatus(order, "confirmado", 1);
  await setStatus(order, "entregue", 2);
  id = await findCustomerId(order);
});

const confirm = async (contacts: string[], of = id, confirmed = true) => {
  const path = `/api/customers/${of}/contacts`;
  expect((await send("PUT", path, { contacts, confirmed })).status).toBe(204);
};
const refOf = (order: PlacedOrder) => String(order.link).split("/pedido/")[1] ?? "";
const tokenOf = (text: string) => /#entrar=([\w-]{43})/.exec(text)?.[1] ?? "";
async function createToken(path = `/api/customers/${id}/links`, Cookie?: string): Promise<string> {
  const headers: Record<string, string> = Cookie ? { Cookie } : {};
  const created = await (Cookie ? visit : send)("POST", path, {}, headers);
  expect(created.status).toBe(201);
  return tokenOf((await created.json()).link);
}

async function enter(token: string, headers: Record<string, string> = {}) {
  const entry = await visit("POST", "/api/customer/session", { token }, headers);
  const cookie = entry.headers.getSetCookie().find((line) => line.startsWith("pomar_cliente="));
  return { status: entry.status, cookie: cookie ?? "" };
}
const open = async () => (await enter(await createToken())).cookie.split(";")[0] ?? "";
const read = async (Cookie: string): Promise<CustomerArea> => {
  const answer = await visit("GET", "/api/customer", undefined, { Cookie });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  return answer.json();
};
const requestLink = (contact: string, headers: Record<string, string> = {}) =>
  visit("POST", "/api/customer/link-requests", { contact }, headers);

test("a link opens the area once, on a device that stays for 180 days", async () => {
  const token = await createToken();
  const { status, cookie } = await enter(token, {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14) Chrome/120",
  });
  expect(status).toBe(204);
  expect(cookie).toMatch(
    /^pomar_cliente=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await enter(token)).status).toBe(404);
  const Cookie = cookie.split(";")[0] ?? "";
  const area = await read(Cookie);
  expect(area).toMatchObject({
    customer: { id, name: "Maria" },
    price_table: null,
    usual: [{ product_id: product.id, quantity: 2, price: 12.9 }],
    orders: [{ status: "entregue", total: 25.8, lines: [{ quantity: 2 }] }],
    account: { balance: 25.8, open_orders: [{ open: 25.8 }] },
    checkout: { email: "maria@example.com", street: "Avenida Paulista", number: "1000" },
    addresses: [{ city: "São Paulo" }],
    devices: [{ name: "Chrome no Android", is_current: true }],
  });
  // The database has hashes only.
  const [device] = await database.select().from(customerDevices);
  expect(JSON.stringify(device)).not.toContain(Cookie.split("=")[1]);
  clock = new Date(Date.now() + 181 * 86_400_000);
  expect((await visit("GET", "/api/customer", undefined, { Cookie })).status).toBe(401);
});

test("a link expires after seven days", async () => {
  const token = await createToken();
  clock = new Date(Date.now() + 8 * 86_400_000);
  expect((await enter(token)).status).toBe(404);
});

test("one of several devices that use a link at the same moment enters", async () => {
  const token = await createToken();
  const entries = await Promise.all(Array.from({ length: 8 }, () => enter(token)));
  expect(entries.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(await database.$count(customerDevices)).toBe(1);
});

test("devices are listed, and closed by the customer and by the seller", async () => {
  const first = await open();
  const second =
    (await enter(await createToken("/api/customer/links", first))).cookie.split(";")[0] ?? "";
  expect((await read(second)).devices).toHaveLength(2);
  const [other] = (await read(second)).devices.filter(({ is_current }) => !is_current);
  const removed = await visit("DELETE", `/api/customer/devices/${other?.id}`, undefined, {
    Cookie: second,
  });
  expect(removed.status).toBe(204);
  expect((await visit("GET", "/api/customer", undefined, { Cookie: first })).status).toBe(401);
  const access = await (await send("GET", `/api/customers/${id}/access`)).json();
  expect(access.devices).toHaveLength(1);
  const path = `/api/customers/${id}/devices/${access.devices[0].id}`;
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await visit("GET", "/api/customer", undefined, { Cookie: second })).status).toBe(401);
});

test("a customer neither sees nor removes what belongs to another", async () => {
  const mine = await open();
  const list = { name: "Semana", lines: [{ product_id: product.id, unit: "caixa", quantity: 3 }] };
  const saved = await (await visit("POST", "/api/customer/lists", list, { Cookie: mine })).json();
  const person = await (
    await visit("POST", "/api/customer/people", { name: "Joana" }, { Cookie: mine })
  ).json();
  const [device] = (await read(mine)).devices;
  const other = await place({
    document: "111.444.777-35",
    email: "rui@example.com",
    phone: "(11) 91111-1111",
  });
  const { cookie: otherCookie } = await enter(
    await createToken(`/api/customers/${await findCustomerId(other)}/links`),
  );
  const theirs = otherCookie.split(";")[0] ?? "";
  const area = await read(theirs);
  expect(area).toMatchObject({ lists: [], people: [], orders: [{ number: other.numero_pedido }] });
  for (const path of [`lists/${saved.id}`, `people/${person.id}`, `devices/${device?.id}`]) {
    const answer = await visit("DELETE", `/api/customer/${path}`, undefined, { Cookie: theirs });
    expect(answer.status, path).toBe(404);
  }
  expect(await read(mine)).toMatchObject({
    lists: [{ name: "Semana" }],
    people: [{ name: "Joana" }],
  });
});

test("a link request has the same response for every contact, and only a stored one gets a mail", async () => {
  await confirm(["maria@example.com"]);
  const answers = [];
  for (const contact of [
    "MARIA@example.com",
    "ninguem@example.com",
    "(11) 98765-4321",
    "11 90000-0000",
  ]) {
    const answer = await requestLink(contact);
    answers.push({ status: answer.status, body: await answer.text() });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toEqual({ status: 204, body: "" });
  await vi.waitFor(() => expect(mails).toHaveLength(2));
  const [mail] = mails.filter(({ address }) => address === "maria@example.com");
  expect((await enter(tokenOf(mail?.text ?? ""))).status).toBe(204);
  // The request by phone is on the seller's list until a link is sent.
  const list = async () => (await (await send("GET", "/api/customer-link-requests")).json()).items;
  expect(await list()).toMatchObject([{ customer_id: id, contact: "11987654321" }]);
  await createToken();
  expect(await list()).toEqual([]);
});

test("an address that may come from another person's order gets the links of the orders that have it", async () => {
  // Someone orders with Maria's document and another address.
  const placed = await place({ email: "outro@example.com", phone: "(11) 92222-2222" });
  await database.update(customers).set({ email: "outro@example.com" }).where(eq(customers.id, id));
  expect((await requestLink("outro@example.com")).status).toBe(204);
  await vi.waitFor(() => expect(mails).toHaveLength(2));
  expect(mails.map(({ address }) => address)).toEqual([undefined, "outro@example.com"]);
  const links = mails[1]?.text.match(/https:\S+/g);
  expect(links).toEqual([`https://loja.example/pedido/${refOf(placed)}`]);
  expect(await database.$count(customerLinks)).toBe(0);
  // Now the seller enters a person with the address.
  const person = { name: "Outro", email: "outro@example.com" };
  expect((await send("POST", `/api/customers/${id}/people`, person)).status).toBe(201);
  await requestLink("outro@example.com");
  await vi.waitFor(() => expect(mails).toHaveLength(3));
  expect(mails[2]?.address).toBe("outro@example.com");
  expect((await enter(tokenOf(mails[2]?.text ?? ""))).status).toBe(204);
});

test("invented orders with a customer's e-mail and phone hide the customer from no request for a link", async () => {
  await confirm(["maria@example.com", "11987654321"]);
  for (let count = 0; count < 15; count += 1) await place({ document: generateCpf() });
  await requestLink("maria@example.com");
  await vi.waitFor(() => expect(mails.length).toBeGreaterThan(0));
  const [mail] = mails.filter(({ address }) => address === "maria@example.com");
  const { cookie } = await enter(tokenOf(mail?.text ?? ""));
  expect((await read(cookie.split(";")[0] ?? "")).customer.id).toBe(id);
  await requestLink("11987654321");
  const listRequests = async (): Promise<{ customer_id: string }[]> =>
    (await (await send("GET", "/api/customer-link-requests")).json()).items;
  await vi.waitFor(async () =>
    expect((await listRequests()).map(({ customer_id }) => customer_id)).toContain(id),
  );
  expect((await listRequests()).length).toBeLessThanOrEqual(10);
});

test("requests and guessed tokens are limited, for stored and other contacts alike", async () => {
  await place({ document: "111.444.777-35", email: "rui@example.com", phone: "(11) 91111-1111" });
  const ask = (contact: string, from: string) => requestLink(contact, { "x-test-address": from });
  for (const contact of ["rui@example.com", "alguem@example.com"]) {
    const statuses = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await ask(contact, `203.0.113.${count}`)).status);
    }
    expect(statuses, contact).toEqual([204, 204, 204, 429, 429]);
  }
  const statuses = [];
  for (let count = 0; count < 12; count += 1) {
    statuses.push((await ask(`${count}@example.com`, "198.51.100.7")).status);
  }
  expect(statuses.slice(-2)).toEqual([429, 429]);
  const guesses = [];
  for (let count = 0; count < 62; count += 1) {
    const token = String(count).padStart(43, "A");
    guesses.push((await enter(token, { "x-test-address": "192.0.2.1" })).status);
  }
  expect(guesses[0]).toBe(404);
  expect(guesses.at(-1)).toBe(429);
  // A valid link is not blocked by the wrong ones of the same network.
  expect((await enter(await createToken(), { "x-test-address": "192.0.2.1" })).status).toBe(204);
});

test("wrong cookies of devices count as wrong links, once a minute each, and block no valid one", async () => {
  const Cookie = await open();
  const network = { "x-test-address": "192.0.2.9" };
  const ask = async (cookie: string) =>
    (await visit("GET", "/api/customer", undefined, { Cookie: cookie, ...network })).status;
  const wrong = (count: number) => `pomar_cliente=${String(count).padStart(43, "A")}`;
  const statuses = [];
  for (let count = 0; count < 62; count += 1) statuses.push(await ask(wrong(count)));
  expect(statuses[0]).toBe(401);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(await ask(Cookie)).toBe(200);
  // Remembered, so that it is neither read nor counted again.
  const token_hash = hashSecret(wrong(0).split("=")[1] ?? "");
  const expires_at = new Date(Date.now() + 86_400_000);
  await database.insert(customerDevices).values({ token_hash, customer_id: id, expires_at });
  expect(await ask(wrong(0))).toBe(401);
  expect((await enter("B".repeat(43), network)).status).toBe(429);
});

test("the links that a device creates use up neither the seller's nor those by mail", async () => {
  const Cookie = await open();
  const create = async () => (await visit("POST", "/api/customer/links", {}, { Cookie })).status;
  for (let count = 0; count < 50; count += 1) expect(await create()).toBe(201);
  expect(await create()).toBe(429);
  await createToken();
  await requestLink("maria@example.com");
  await vi.waitFor(() => expect(mails).toHaveLength(1));
  expect((await enter(tokenOf(mails[0]?.text ?? ""))).status).toBe(204);
});

test("an order from the area is the customer's, with other contact data too", async () => {
  const Cookie = await open();
  const order = await place({ document: "111.444.777-35", email: "joana@example.com" }, 1, Cookie);
  expect(await findCustomerId(order)).toBe(id);
  const guest = await place({ document: "111.444.777-35", email: "joana@example.com" });
  expect(await findCustomerId(guest)).not.toBe(id);
});

test("lists of the device become the customer's, and the response names the customer's orders", async () => {
  const mine = await place();
  const other = await place({
    document: "111.444.777-35",
    email: "rui@example.com",
    phone: "(11) 91111-1111",
  });
  const Cookie = await open();
  const lines = [{ product_id: product.id, unit: "caixa", quantity: 3 }];
  const body = {
    lists: [{ name: "Feira", lines }],
    orders: [refOf(mine), refOf(other), `${mine.numero_pedido}-${"A".repeat(22)}`],
  };
  const answer = await (await visit("POST", "/api/customer/taken-over", body, { Cookie })).json();
  expect(answer).toEqual({ orders: [refOf(mine)] });
  expect((await read(Cookie)).lists).toMatchObject([{ name: "Feira", lines }]);
});

test("merged customers have one area, and a separated one loses it", async () => {
  const other = await place({
    document: "111.444.777-35",
    email: "rui@example.com",
    phone: "(11) 91111-1111",
  });
  const otherId = await findCustomerId(other);
  await confirm(["maria@example.com"]);
  const theirs =
    (await enter(await createToken(`/api/customers/${otherId}/links`))).cookie.split(";")[0] ?? "";
  await send("POST", `/api/customers/${id}/merge`, { customer_id: otherId });
  expect((await read(theirs)).orders).toHaveLength(2);
  await send("POST", `/api/customers/${otherId}/separate`);
  expect((await read(theirs)).orders).toHaveLength(1);
});

test("the people of a merged customer are listed, and removed by the seller and the customer", async () => {
  const other = await (await send("POST", "/api/customers", { name: "Filial" })).json();
  const add = async (name: string): Promise<Person> =>
    (await send("POST", `/api/customers/${other.id}/people`, { name })).json();
  const [first, second] = [await add("Joana"), await add("Rui")];
  await send("POST", `/api/customers/${id}/merge`, { customer_id: other.id });
  const Cookie = await open();
  const access = await (await send("GET", `/api/customers/${id}/access`)).json();
  expect(access.people).toEqual([first, second]);
  expect((await read(Cookie)).people).toEqual([first, second]);
  expect((await send("DELETE", `/api/customers/${id}/people/${first.id}`)).status).toBe(204);
  const path = `/api/customer/people/${second.id}`;
  expect((await visit("DELETE", path, undefined, { Cookie })).status).toBe(204);
  expect((await read(Cookie)).people).toEqual([]);
});

test("a customer has one list of a name, and at most 30, whatever devices hand over", async () => {
  const Cookie = await open();
  const lines = [{ product_id: product.id, unit: "caixa", quantity: 3 }];
  for (const start of [0, 20]) {
    const lists = Array.from({ length: 20 }, (_, at) => ({ name: `Lista ${start + at}`, lines }));
    const body = { lists, orders: [] };
    expect((await visit("POST", "/api/customer/taken-over", body, { Cookie })).status).toBe(200);
  }
  expect((await read(Cookie)).lists).toHaveLength(30);
  const other = await (await send("POST", "/api/customers", { name: "Filial" })).json();
  const branch = (await enter(await createToken(`/api/customers/${other.id}/links`))).cookie;
  const list = { name: "Semana", lines };
  await visit("POST", "/api/customer/lists", list, { Cookie: branch.split(";")[0] ?? "" });
  await send("POST", `/api/customers/${id}/merge`, { customer_id: other.id });
  await visit("POST", "/api/customer/lists", list, { Cookie });
  const { lists } = await read(Cookie);
  expect(lists).toHaveLength(30);
  expect(lists.filter(({ name }) => name === "Semana")).toHaveLength(1);
});

test("the copy of the data has all of one customer, and erasure leaves nothing of the area", async () => {
  const Cookie = await open();
  await visit(
    "POST",
    "/api/customer/people",
    { name: "Joana", phone: "11 97777-7777" },
    { Cookie },
  );
  const lines = [{ product_id: product.id, unit: "caixa", quantity: 3 }];
  await visit("POST", "/api/customer/lists", { name: "Feira", lines }, { Cookie });
  await requestLink("11987654321");
  const [placed] = (await read(Cookie)).orders;
  const repeated = await visit("POST", `/api/order-links/${placed?.ref}/series`, {
    weekdays: [1],
    every_weeks: 1,
  });
  expect(repeated.status).toBe(201);
  const copy = await visit("GET", "/api/customer/data", undefined, { Cookie });
  expect(copy.headers.get("Content-Disposition")).toContain("attachment");
  const data: AreaData & { series: unknown[] } = await copy.json();
  expect(data).toMatchObject({
    series: [{ rhythm: "Toda terça", customer: { name: "Maria da Silva" } }],
    customer: { document: "52998224725", people: [{ name: "Joana", phone: "11977777777" }] },
    lists: [{ name: "Feira" }],
    devices: [{}],
    orders: [{ cliente_info: { name: "Maria da Silva" } }],
  });
  const order = data.orders[0];
  expect((await send("POST", `/api/orders/${order?.id}/anonymize`, {})).status).toBe(200);
  expect((await visit("GET", "/api/customer", undefined, { Cookie })).status).toBe(401);
  const { rows } = await database.execute<{ count: number }>(sql`
    SELECT ((SELECT count(*) FROM customer_devices) + (SELECT count(*) FROM customer_links)
      + (SELECT count(*) FROM customer_lists) + (SELECT count(*) FROM customer_link_requests)
      + (SELECT count(*) FROM audit_logs WHERE (coalesce(old_data, '{}') || coalesce(new_data, '{}'))::text LIKE '%Joana%')
    )::integer AS count`);
  expect(rows[0]?.count).toBe(0);
});
