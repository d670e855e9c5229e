import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { deliveryZones } from "#app/domain/delivery/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import {
  createSender,
  password,
  prepareAdministrator,
  signIn,
  testHasher,
} from "#tests/integration/administrator.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
prepareAdministrator(database);
const url = await startApi({ database, passwords: testHasher });

const deliveryDate = addDays(dayOf(new Date()), 3);

const isAnswered = ({ status }: Response) => status < 500;

/** Runs the events of a shop at the same time: orders, their confirmation, delivery, payment, change and cancellation. */
async function work(
  send: ReturnType<typeof createSender>,
  { person, turn }: { person: number; turn: number },
  lines: object[],
): Promise<Response[]> {
  // Without valid documents they are customers by their e-mail.
  const who = { ...customer, email: `cliente${person}@example.com`, document: "00000000000" };
  const body = { customer: who, items: lines, delivery_date: deliveryDate };
  const placed = await sendOrder(url, body);
  if (placed.status !== 201) return [placed];
  const { id, link } = await placed.clone().json();
  const ref = link.split("/pedido/")[1];
  const stored = await (await send("GET", `/api/orders/${id}`)).json();
  const confirmed = await send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
  const change = { version: 2, items: lines.slice(1) };
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const acts = [
    () => send("POST", `/api/order-links/${ref}/changes`, change, key),
    () => send("PATCH", `/api/orders/${id}`, { status: "entregue", version: 2 }),
    () => send("POST", `/api/order-links/${ref}/cancel`, { version: 2 }),
  ];
  const act = await acts[turn % acts.length]?.();
  const receipts = `/api/customers/${stored.customer_id}/receipts`;
  const receipt = await send("POST", receipts, { amount: 5, method: "PIX" });
  return [placed, confirmed, ...(act ? [act] : []), receipt];
}

test("'Começar minha loja' waits for the orders that come in, and succeeds when it is pressed twice", async () => {
  await database.update(settings).set({ stage: "demo", confirmed_orders_open: true });
  await database.insert(deliveryZones).values({
    name: "Brasil",
    position: 0,
    cep_ranges: [{ from: "00000000", until: "99999999" }],
    weekdays: [0, 1, 2, 3, 4, 5, 6],
  });
  const goods = await Promise.all(
    Array.from({ length: 20 }, () => addProduct(database, { stock: 100_000 })),
  );
  const send = createSender(url);
  const administrator = createSender(url, { Cookie: await signIn(send) });
  const answers: Response[] = [];
  let isOver = false;
  const shop = Array.from({ length: 6 }, async (_, person) => {
    for (let turn = 0; !isOver; turn += 1) {
      const lines = [0, 1, 2].map((line) => {
        const product = goods[(person * 7 + turn * 3 + line * 5) % goods.length];
        if (!product) throw new Error("a product of the list");
        return lineFor(product, 1);
      });
      answers.push(...(await work(administrator, { person, turn }, lines)));
    }
  });
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(60);
  const pressed = await Promise.all(
    [1, 2].map(() => administrator("POST", "/api/own-shop", { password })),
  ).finally(() => {
    isOver = true;
  });
  await Promise.all(shop);
  expect(pressed.map(({ status }) => status)).toEqual([204, 204]);
  expect(answers.filter((answer) => !isAnswered(answer))).toEqual([]);
  expect(await database.$count(pedidos)).toBe(0);
  // Each kind of write was under way, not only rejected.
  for (const part of ["/api/orders", "/changes", "/cancel", "/receipts"]) {
    expect(
      answers.some(({ url, ok }) => ok && url.endsWith(part)),
      part,
    ).toBe(true);
  }
  // The second press may arrive after the first one has emptied the shop.
  const press = async () => (await administrator("POST", "/api/own-shop", { password })).status;
  expect(await press()).toBe(204);
  const own = await addProduct(database);
  expect(await press()).toBe(409);
  expect(await database.$count(products, eq(products.id, own.id))).toBe(1);
});
