import { beforeEach, describe, expect, test } from "vitest";
import type { products } from "#app/domain/catalogue/table.ts";
import { readDashboard } from "#app/domain/dashboard/queries.server.ts";
import type { OrderItem, PlacedOrder } from "#app/domain/orders/schema.ts";
import { settings } from "#app/domain/settings/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

let product: typeof products.$inferSelect;
let order: PlacedOrder;

beforeEach(async () => {
  product = await addProduct(database);
  order = await (await sendOrder(url, { customer, items: [lineFor(product, 2)] })).json();
});

const read = ({ link }: PlacedOrder) =>
  fetch(`${url}/api/order-links/${link.split("/pedido/")[1]}`);

const setStatus = (status: string, version: number) =>
  send("PATCH", `/api/orders/${order.id}`, { status, version });

describe("payment", () => {
  const pix = { key: "contato@pomar.example", merchant_name: "Pomar", merchant_city: "Jundiaí" };
  const pay = (method: string | null, version: number) =>
    send("PUT", `/api/orders/${order.id}/payment`, { method, version });

  test("by Pix is offered from the confirmation until the order is paid, and again after undo", async () => {
    await database.update(settings).set({ pix });
    expect(await (await read(order)).json()).toMatchObject({ pix: null });
    await setStatus("confirmado", 1);
    expect(await (await read(order)).json()).toMatchObject({
      pix: { code: expect.stringContaining("540525.80"), amount: 25.8, recipient: "Pomar" },
    });
    const paid = await pay("PIX", 2);
    expect(paid.status).toBe(200);
    const at = expect.any(String);
    expect(await paid.json()).toMatchObject({ paid_at: at, paid_method: "PIX", version: 3 });
    expect(await (await read(order)).json()).toMatchObject({ pix: null, paid_at: at });
    expect((await pay(null, 2)).status).toBe(409);
    expect((await pay(null, 3)).status).toBe(200);
    expect((await (await read(order)).json()).pix).not.toBeNull();
  });

  test("by Pix is not offered for an amount that changes when the goods are weighed", async () => {
    await database.update(settings).set({ pix });
    const specs = { variable_weight: true };
    const cheese = await addProduct(database, { title: "Queijo", unit: "kg", specs });
    const items = [lineFor(product), lineFor(cheese, 2)];
    const weighed: PlacedOrder = await (await sendOrder(url, { customer, items })).json();
    await send("PATCH", `/api/orders/${weighed.id}`, { status: "confirmado", version: 1 });
    const view = await (await read(weighed)).json();
    expect(view).toMatchObject({ status: "confirmado", pix: null });
    expect(view.itens.map((item: OrderItem) => item.variable_weight)).toEqual([undefined, true]);
  });

  test("is filtered, summed and exported", async () => {
    await setStatus("confirmado", 1);
    const open = async () => (await send("GET", "/api/orders?payment=open")).json();
    expect(await open()).toMatchObject({ total: 1, items: [{ id: order.id }] });
    const receivable = async () => (await readDashboard(database, new Date())).receivable;
    expect(await receivable()).toEqual({ orders: 1, amount: 25.8 });
    await pay("Dinheiro", 2);
    expect(await open()).toMatchObject({ total: 0, items: [] });
    const csv = await (await send("GET", "/api/orders/export.csv")).text();
    expect(csv).toMatch(/"Pago em";"Pago com";/);
    expect(csv).toContain('"Dinheiro"');
    expect((await receivable()).orders).toBe(0);
  });

  test.each([
    [{ key: "pomar" }, "pix.key", "Chave Pix inválida"],
    [{ merchant_name: "日本" }, "pix.merchant_name", expect.stringContaining("sem acento")],
  ])("settings with %j are rejected", async (changes, field, message) => {
    const body = { pix: { ...pix, ...changes }, version: 1 };
    const response = await send("PATCH", "/api/settings", body);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([{ field, message }]);
  });

  test("settings are the administrator's: visitors do not see the key", async () => {
    const saved = await send("PATCH", "/api/settings", { pix, version: 1 });
    expect(await saved.json()).toMatchObject({ pix });
    expect(await (await fetch(`${url}/api/settings`)).text()).not.toContain("contato@pomar");
  });
});
