import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { priceTables } from "#app/domain/catalogue/price-tables/table.ts";
import type { products } from "#app/domain/catalogue/table.ts";
import type { AccessView, AreaData, CustomerArea } from "#app/domain/customer-area/schema.ts";
import { customerDevices, customerLinks } from "#app/domain/customer-area/table.ts";
import { customerContacts, customers } from "#app/domain/customers/table.ts";
import type { Order, PlacedOrder } from "#app/domain/orders/schema.ts";
import type { SeriesView } from "#app/domain/series/schema.ts";
import { readMigrations } from "#app/platform/database/migrate.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, memberCookie } from "./admin-session.ts";
import { createSender, type SendRequest } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const mails: { address: string | undefined; text: string }[] = [];
const url = await startApi({
  database,
  mailAccount: ({ text }, address) => mails.push({ text, address }),
});
const send = createAdminSender(database, url);
const visit = createSender(url);

const document = "11.222.333/0001-81";
const barData = {
  name: "Bar da Praça Ltda.",
  document,
  email: "",
  phone: "11933334444",
  zipCode: "01310100",
  street: "Avenida Paulista",
  number: "1000",
  complement: "",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
};
/** Someone who orders with the document of the bar. */
const strangerData = {
  ...customer,
  document,
  name: "João Estranho",
  email: "",
  phone: "11955556666",
  street: "Rua do Estranho",
  number: "13",
  zipCode: "04101300",
};

let product: typeof products.$inferSelect;
let bar: typeof barData;
let stranger: typeof strangerData;
let count = 0;
beforeEach(async () => {
  mails.length = 0;
  // Others in each test, because the requests of an address are limited.
  count += 1;
  bar = { ...barData, email: `bar${count}@example.com` };
  stranger = { ...strangerData, email: `joao${count}@example.com` };
  product = await addProduct(database, { stock: 1000 });
});

async function place(
  who: object,
  quantity = 1,
  Cookie = "",
): Promise<Order & Pick<PlacedOrder, "link">> {
  const order = { customer: { ...customer, ...who }, items: [lineFor(product, quantity)] };
  const placed: PlacedOrder = await (await sendOrder(url, order, { Cookie })).json();
  return { ...(await readOrder(placed.id)), link: placed.link };
}
async function take(who: object, as: SendRequest = send, chosen: object = {}): Promise<Order> {
  const order = { customer: who, items: [lineFor(product, 1)], channel: "telefone", ...chosen };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const taken = await as("POST", "/api/orders/taken", order, headers);
  expect(taken.status, await taken.clone().text()).toBe(201);
  return readOrder((await taken.json()).id);
}
const readOrder = async (id: string): Promise<Order> =>
  (await send("GET", `/api/orders/${id}`)).json();
async function deliver({ id }: Order): Promise<void> {
  await send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
  await send("PATCH", `/api/orders/${id}`, { status: "entregue", version: 2 });
}
const idOf = ({ customer_id }: Order): string => customer_id ?? "";

async function setConfirmed(id: string, contacts: string[], confirmed = true, as = send) {
  return (await as("PUT", `/api/customers/${id}/contacts`, { contacts, confirmed })).status;
}
async function listContacts(id: string): Promise<[contact: string, confirmed: boolean][]> {
  const access: AccessView = await (await send("GET", `/api/customers/${id}/access`)).json();
  return access.contacts
    .map(({ contact, confirmed }): [string, boolean] => [contact, confirmed])
    .toSorted(([one], [other]) => one.localeCompare(other));
}

const tokenOf = (text = "") => /#entrar=([\w-]{43})/.exec(text)?.[1];
/** The cookie of a device that entered by the token. */
async function enter(token: string | undefined): Promise<string> {
  const entry = await visit("POST", "/api/customer/session", { token });
  expect(entry.status).toBe(204);
  return entry.headers.getSetCookie().join().split(";")[0] ?? "";
}
async function openBySeller(id: string, body: object = {}): Promise<string> {
  const created = await send("POST", `/api/customers/${id}/links`, body);
  expect(created.status).toBe(201);
  return enter(tokenOf((await created.json()).link));
}
const read = async (Cookie: string): Promise<CustomerArea> =>
  (await visit("GET", "/api/customer", undefined, { Cookie })).json();
const statusOf = async (Cookie: string) =>
  (await visit("GET", "/api/customer", undefined, { Cookie })).status;

const network = () => ({ "x-test-address": `203.0.113.${count}` });
/** The mails to the address after it asked for a link, when the shop has sent all. */
async function requestMails(address: string): Promise<string[]> {
  const before = mails.length;
  expect(
    (await visit("POST", "/api/customer/link-requests", { contact: address }, network())).status,
  ).toBe(204);
  await vi.waitFor(() => expect(mails.length).toBeGreaterThan(before));
  return mails.slice(before).flatMap((mail) => (mail.address === address ? mail.text : []));
}
/** The cookie of a device that entered by a mailed link. */
const openByMail = async (address: string) => enter(tokenOf((await requestMails(address))[0]));

describe("an e-mail or phone", () => {
  test("of a stranger who ordered with a company's document opens that order only, until the seller confirms it", async () => {
    const strange = await place(stranger);
    await deliver(strange);
    const { email: _, ...withoutEmail } = bar;
    const real = await take(withoutEmail);
    const id = idOf(strange);
    expect(idOf(real)).toBe(id);
    const [mail = ""] = await requestMails(stranger.email);
    expect(mail.match(/https:\S+/g)).toEqual([
      expect.stringContaining(`/pedido/${strange.numero_pedido}-`),
    ]);
    expect(mail).not.toContain(bar.phone);
    expect(await database.$count(customerLinks)).toBe(0);
    expect(mails.map(({ address }) => address)).toEqual([undefined, stranger.email]);
    expect(await listContacts(id)).toEqual([
      [bar.phone, true],
      [stranger.phone, false],
      [stranger.email, false],
    ]);
    expect(await setConfirmed(id, [stranger.email])).toBe(204);
    const Cookie = await openByMail(stranger.email);
    expect((await read(Cookie)).orders).toHaveLength(2);
    // The end of a mistaken confirmation closes the area on the devices that entered by it, and on those to which they gave a link.
    const created = await visit("POST", "/api/customer/links", {}, { Cookie });
    const second = await enter(tokenOf((await created.json()).link));
    expect(await setConfirmed(id, [stranger.email.toUpperCase()], false)).toBe(204);
    expect([await statusOf(Cookie), await statusOf(second)]).toEqual([401, 401]);
    expect(tokenOf((await requestMails(stranger.email)).join())).toBeUndefined();
  });

  test("that the seller enters is confirmed, and what it replaces is not any more", async () => {
    const { name, email, phone } = bar;
    const created = await send("POST", "/api/customers", { name, document, email, phone });
    const { id, version } = await created.json();
    const Cookie = await openByMail(email);
    const changed = { email: "novo@example.com", version };
    expect((await send("PATCH", `/api/customers/${id}`, changed)).status).toBe(200);
    expect(await listContacts(id)).toEqual([
      [phone, true],
      ["novo@example.com", true],
    ]);
    expect(await statusOf(Cookie)).toBe(401);
    await take({ ...bar, email: "compras@example.com", phone: "11977778888" });
    expect(await listContacts(id)).toContainEqual(["compras@example.com", true]);
    await openByMail("compras@example.com");
    const file = `CPF/CNPJ;Nome;E-mail\n${document};${name};planilha@example.com\n`;
    expect((await send("POST", "/api/customers/import", { file })).status).toBe(200);
    await openByMail("planilha@example.com");
  });

  test("to which the seller sent a link is confirmed, and that of nobody where it is copied", async () => {
    const id = idOf(await place(bar));
    await openBySeller(id, { contact: null });
    expect(await listContacts(id)).toEqual([
      [bar.phone, false],
      [bar.email, false],
    ]);
    await openBySeller(id, { contact: "+55 (11) 2222-1111" });
    expect(await listContacts(id)).toContainEqual([bar.email, false]);
    await openBySeller(id, { contact: "(11) 93333-4444" });
    expect(await listContacts(id)).toContainEqual([bar.phone, true]);
    await openBySeller(id);
    expect(await listContacts(id)).toContainEqual([bar.email, true]);
  });

  test("of a stranger's order is not confirmed by an order that the seller fills in from it", async () => {
    const strange = await place(stranger);
    const id = idOf(strange);
    const filledIn = await take(stranger, send, { customer_id: id });
    expect(idOf(filledIn)).toBe(id);
    const typed = await take({ ...stranger, email: bar.email }, send, { customer_id: id });
    expect(idOf(typed)).toBe(id);
    expect(await listContacts(id)).toEqual([
      [stranger.phone, false],
      [bar.email, true],
      [stranger.email, false],
    ]);
  });

  test("of a customer with conditions is confirmed by the owner only", async () => {
    const member = createSender(url, { Cookie: await memberCookie(database, "equipe") });
    const { id, version } = await (
      await send("POST", "/api/customers", { name: "Bar", document })
    ).json();
    await send("PATCH", `/api/customers/${id}`, { terms: 28, version });
    const friend = { ...bar, email: "amigo@example.com", phone: "11999990000" };
    const taken = await take(friend, member);
    expect(idOf(taken)).toBe(id);
    expect(await listContacts(id)).toEqual([
      ["11999990000", false],
      ["amigo@example.com", false],
    ]);
    expect(await setConfirmed(id, ["amigo@example.com"], true, member)).toBe(403);
    expect(await setConfirmed(id, ["amigo@example.com"])).toBe(204);
    expect(await setConfirmed(id, ["amigo@example.com"], false, member)).toBe(204);
  });
});

describe("the area", () => {
  test("shows, fills in and exports no order that a stranger made with the customer's document", async () => {
    const id = idOf(await place(bar));
    const Cookie = await openBySeller(id);
    const own = await place(
      { ...bar, email: "balcao@example.com", phone: "11922223333" },
      2,
      Cookie,
    );
    const entered = await take(bar);
    const strange = await place(stranger, 7);
    await deliver(strange);
    expect(idOf(strange)).toBe(id);
    const area = await read(Cookie);
    const numbers = area.orders.map(({ number }) => number);
    expect(numbers).toEqual([entered.numero_pedido, own.numero_pedido, expect.any(Number)]);
    expect(area.checkout).toMatchObject({ street: bar.street, email: bar.email });
    const copy: AreaData = await (
      await visit("GET", "/api/customer/data", undefined, { Cookie })
    ).json();
    expect(copy.orders).toHaveLength(3);
    for (const shown of [area, copy]) {
      const text = JSON.stringify(shown);
      expect(text).not.toMatch(/Estranho|joao\d|11955556666/);
      expect(text).not.toContain(`:${strange.numero_pedido},`);
    }
    // The seller says that the address is theirs.
    expect(await setConfirmed(id, [stranger.email])).toBe(204);
    const later = await read(Cookie);
    expect(later.orders).toHaveLength(4);
    expect(later.checkout.street).toBe(stranger.street);
  });

  test("is not filled in from an order with a confirmed contact before the seller accepts it", async () => {
    const id = idOf(await take(bar));
    const Cookie = await openBySeller(id);
    const other = await place({ ...stranger, email: bar.email });
    expect(idOf(other)).toBe(id);
    const pending = await read(Cookie);
    expect(pending.orders).toHaveLength(2);
    expect(pending.checkout.street).toBe(bar.street);
    expect(pending.addresses.map(({ street }) => street)).toEqual([bar.street]);
    await send("PATCH", `/api/orders/${other.id}`, { status: "confirmado", version: 1 });
    expect((await read(Cookie)).checkout.street).toBe(stranger.street);
  });

  test("shows nothing that the first order brought, when a stranger made it", async () => {
    const id = idOf(await place(stranger));
    const Cookie = await openBySeller(id, { contact: null });
    const area = await read(Cookie);
    expect(area).toMatchObject({ orders: [], addresses: [], usual: [] });
    expect(area.checkout).toMatchObject({ email: "", phone: "", street: "", name: "" });
  });

  test("shows and changes the repetitions of the orders that it shows only", async () => {
    const id = idOf(await take(bar));
    const Cookie = await openBySeller(id);
    const own = await place(bar, 1, Cookie);
    const strange = await place(stranger);
    const repeat = { weekdays: [1], every_weeks: 1 };
    const ids: string[] = [];
    for (const order of [own, strange]) {
      const created = await send("POST", `/api/orders/${order.id}/series`, repeat);
      expect(created.status).toBe(201);
      ids.push((await created.json()).id);
    }
    const listed = await visit("GET", "/api/customer/series", undefined, { Cookie });
    expect((await listed.json()).items).toMatchObject([{ numero_pedido: own.numero_pedido }]);
    const copy = await visit("GET", "/api/customer/data", undefined, { Cookie });
    expect((await copy.json()).series).toMatchObject([{ customer: { name: bar.name } }]);
    const pause = { action: "pause", version: 1 };
    const acted = ids.map((series) =>
      visit("POST", `/api/customer/series/${series}/actions`, pause, { Cookie }),
    );
    expect((await Promise.all(acted)).map(({ status }) => status)).toEqual([200, 404]);
    // The seller sees all of the customer's, and that the stranger's was not changed.
    const all = await (await send("GET", `/api/customers/${id}/series`)).json();
    const states = ids.map(
      (series) => all.items.find((one: SeriesView) => one.id === series)?.state,
    );
    expect(states).toEqual(["paused", "active"]);
  });

  test("and its order's link show no price of the customer's table to a stranger whose order repeats", async () => {
    const id = idOf(await take(bar));
    const own = { product_id: product.id, unit: "caixa" as const, price: 3.21 };
    const [table] = await database
      .insert(priceTables)
      .values({ name: "Bares", prices: [own] })
      .returning();
    await database.update(customers).set({ price_table: table?.id ?? null });
    const strange = await place(stranger);
    expect(idOf(strange)).toBe(id);
    const ref = String(strange.link).split("/pedido/")[1];
    const repeat = { weekdays: [1], every_weeks: 1 };
    const created = await visit("POST", `/api/order-links/${ref}/series`, repeat, network());
    expect(created.status).toBe(201);
    const seriesLink = (await created.json()).path.replace("/repeticao/", "/api/series-links/");
    const readPrice = async () =>
      ((await (await visit("GET", seriesLink)).json()) as SeriesView).lines[0]?.price_now;
    expect(await readPrice()).toBe(12.9);
    const accepted = await visit("POST", `${seriesLink}/actions`, {
      action: "accept-prices",
      version: 1,
    });
    expect((await accepted.json()).lines).toMatchObject([{ price: 12.9 }]);
    // The seller says that the address is theirs.
    expect(await setConfirmed(id, [stranger.email])).toBe(204);
    expect(await readPrice()).toBe(3.21);
  });

  test("shows the orders that a device brought with it", async () => {
    const order = await place(stranger);
    const id = idOf(order);
    const Cookie = await openBySeller(id, { contact: null });
    const body = { lists: [], orders: [String(order.link).split("/pedido/")[1]] };
    await visit("POST", "/api/customer/taken-over", body, { Cookie });
    expect((await read(Cookie)).orders).toMatchObject([{ number: order.numero_pedido }]);
  });
});

describe("with the parts of a customer", () => {
  test("a split takes the contacts and devices of its orders along", async () => {
    const real = await take(bar);
    const strange = await place(stranger);
    const id = idOf(real);
    await setConfirmed(id, [stranger.email]);
    const [byBar, byStranger] = [await openByMail(bar.email), await openByMail(stranger.email)];
    const split = await send("POST", `/api/customers/${id}/split`, { orders: [strange.id] });
    const other: string = (await split.json()).id;
    expect((await listContacts(id)).filter(([, confirmed]) => confirmed)).toEqual([
      [bar.phone, true],
      [bar.email, true],
    ]);
    expect(await listContacts(other)).toEqual([
      [stranger.phone, false],
      [stranger.email, true],
    ]);
    expect((await read(byBar)).orders).toMatchObject([{ number: real.numero_pedido }]);
    expect((await read(byStranger)).orders).toMatchObject([{ number: strange.numero_pedido }]);
    // Merged again, both are one customer; separated, each has its own.
    await send("POST", `/api/customers/${id}/merge`, { customer_id: other });
    expect((await read(await openByMail(stranger.email))).orders).toHaveLength(2);
    await send("POST", `/api/customers/${other}/separate`);
    for (const Cookie of [byStranger, await openByMail(stranger.email)]) {
      expect((await read(Cookie)).orders).toMatchObject([{ number: strange.numero_pedido }]);
    }
  });

  test("a contact that is confirmed for merged customers belongs to the one that has it", async () => {
    const id = idOf(await take(bar));
    const other = idOf(await place({ ...stranger, document: "111.444.777-35" }));
    await send("POST", `/api/customers/${id}/merge`, { customer_id: other });
    await setConfirmed(id, [stranger.email]);
    const Cookie = await openByMail(stranger.email);
    expect((await read(Cookie)).customer.id).toBe(id);
    await send("POST", `/api/customers/${other}/separate`);
    expect((await read(Cookie)).customer.id).toBe(other);
    expect((await listContacts(id)).map(([contact]) => contact)).not.toContain(stranger.email);
  });
});

test("the erasure of an order erases its contacts and closes what they opened", async () => {
  const real = await take(bar);
  const strange = await place(stranger);
  await setConfirmed(idOf(real), [stranger.email]);
  const Cookie = await openByMail(stranger.email);
  const body = { orders: [strange.id] };
  expect((await send("POST", `/api/orders/${strange.id}/anonymize`, body)).status).toBe(200);
  expect(await statusOf(Cookie)).toBe(401);
  const { rows } = await database.execute<{ contact: string }>(
    sql`SELECT contact FROM customer_contacts UNION ALL SELECT contact FROM customer_links UNION ALL SELECT contact FROM customer_devices`,
  );
  expect(rows.map(({ contact }) => contact).toSorted()).toEqual([bar.phone, bar.email]);
});

test("the erasure of a deleted order erases its contacts too, and a contact finds its customer", async () => {
  const id = idOf(await take(bar));
  const deleted = await take({ ...stranger, name: "Zoraide" });
  expect(idOf(deleted)).toBe(id);
  await setConfirmed(id, ["so.confirmado@example.com"]);
  await send("DELETE", `/api/orders/${deleted.id}`);
  const erased = { customers: [], orders: [deleted.id] };
  expect((await send("POST", "/api/personal-data/erase", erased)).status).toBe(200);
  expect(await listContacts(id)).toEqual([
    [bar.phone, true],
    [bar.email, true],
    ["so.confirmado@example.com", true],
  ]);
  const found = await send("GET", "/api/personal-data?search=so.confirmado@example.com");
  expect((await found.json()).items).toMatchObject([{ kind: "customer", id }]);
});

test("an upgraded shop has confirmed what the seller had entered, and the customers of its links", async () => {
  const taken = await take({ ...bar, email: "anotado@example.com" });
  const site = await place({ ...stranger, document: "111.444.777-35" });
  const linked = await place({ ...stranger, document: "529.982.247-25", email: "l@example.com" });
  const entered = await send("POST", "/api/customers", { name: "Novo", email: "n@example.com" });
  const { id, version } = await entered.json();
  await send("PATCH", `/api/customers/${id}`, { phone: "1144445555", version });
  await openBySeller(idOf(site), { contact: null });
  for (const of of [site, linked]) {
    await send("POST", `/api/customers/${idOf(of)}/links`, { contact: null });
  }
  expect(await database.$count(customerDevices)).toBe(1);
  await database.delete(customerContacts);
  const migration = (await readMigrations()).find(({ name }) => name.startsWith("0015"));
  const [, seed] = (migration?.text ?? "").split(/(?=INSERT INTO customer_contacts)/);
  await database.execute(sql.raw(seed ?? ""));
  const stored = await database.select().from(customerContacts);
  const confirmed = stored.map((row) => `${row.customer_id} ${row.contact}`).toSorted();
  expect(confirmed).toEqual(
    [
      `${idOf(taken)} ${bar.phone}`,
      `${idOf(taken)} anotado@example.com`,
      `${idOf(linked)} ${stranger.phone}`,
      `${idOf(linked)} l@example.com`,
      `${id} n@example.com`,
      `${id} 1144445555`,
    ].toSorted(),
  );
  expect(await database.$count(customers)).toBe(4);
});
