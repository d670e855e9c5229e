import { beforeEach, describe, expect, test, vi } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const visit = createSender(url);

const read = async (path: string) => (await send("GET", path)).json();
const withoutDocument = "00000000000";
const place = async (phone: string, document = withoutDocument): Promise<{ id: string }> => {
  const product = await addProduct(database);
  const order = { customer: { ...customer, document, phone }, items: [lineFor(product, 2)] };
  const sent = await sendOrder(url, order);
  expect(sent.status).toBe(201);
  return sent.json();
};

let id: string;
beforeEach(async () => {
  const order = await place("(11) 98765-4321");
  ({ customer_id: id } = await read(`/api/orders/${order.id}`));
});

/** The phone of the customer, as others write it. */
describe.each(["+55 11 98765-4321", "015 11 98765-4321", "11 8765-4321", "55 011 8765-4321"])(
  "the phone %s is the customer's",
  (phone) => {
    test("in a further order", async () => {
      const order = await place(phone);
      expect(await read(`/api/orders/${order.id}`)).toMatchObject({ customer_id: id });
    });

    test("in an order that finds them by their older number", async () => {
      const order = await place(phone, "52998224725");
      expect(await read(`/api/orders/${order.id}`)).toMatchObject({ customer_id: id });
      const { total } = await read(`/api/orders?search=${encodeURIComponent(phone)}`);
      expect(total).toBe(2);
    });

    test("in the search of orders and customers", async () => {
      const search = `search=${encodeURIComponent(phone)}`;
      expect(await read(`/api/orders?${search}`)).toMatchObject({ total: 1 });
      expect(await read(`/api/customers?${search}`)).toMatchObject({ items: [{ id }] });
    });

    test("in a conversation", async () => {
      const text = `10/11/2026 08:15 - ${phone}: 5 acerola`;
      const answer = await send("POST", "/api/orders/taken/conversation", { text });
      expect(await answer.json()).toMatchObject({ customer: { id } });
    });

    test("in a file of customers", async () => {
      const file = `Nome;E-mail;Fone\n${customer.name};${customer.email};${phone}\n`;
      const answer = await send("POST", "/api/customers/import", { file });
      expect(await answer.json()).toMatchObject({ created: 0, rejected: [] });
    });

    test("in the request of a link for their area", async () => {
      await visit("POST", "/api/customer/link-requests", { contact: phone });
      await vi.waitFor(async () => {
        const { items } = await read("/api/customer-link-requests");
        expect(items).toMatchObject([{ customer_id: id }]);
      });
    });
  },
);

test.each(["98765-4321", "8765-4321"])("without area, orders are found by %s", async (phone) => {
  await place("11 8765-4321");
  await place("(11) 91111-1111", "111.444.777-35");
  const { total } = await read(`/api/orders?search=${encodeURIComponent(phone)}`);
  expect(total).toBe(2);
});

test("an order is found by its number as it is said, and only by all of it", async () => {
  const order = await place("(11) 91111-1111", "111.444.777-35");
  const { numero_pedido: number } = await read(`/api/orders/${order.id}`);
  for (const search of [`nº ${number}`, `Pedido n° ${number}`, `nº${number} ${customer.name}`]) {
    const { items } = await read(`/api/orders?search=${encodeURIComponent(search)}`);
    expect(items, search).toMatchObject([{ id: order.id }]);
  }
  const part = encodeURIComponent(`nº ${String(number).slice(0, 3)}`);
  expect(await read(`/api/orders?search=${part}`)).toMatchObject({ items: [] });
});
