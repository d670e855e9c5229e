import { expect, test } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { insertOrders, orderItem, productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listShortages } from "./shortages.server.ts";
import { describeShortage } from "./texts.ts";

const { database } = await openTestDatabase();

async function addProduct(stock: number): Promise<string> {
  const [row] = await database.insert(products).values(productRow({ stock })).returning();
  return row?.id ?? "";
}

/** Boxes with 12 each. */
async function order(product_id: string, boxes: number, status: OrderStatus = "pendente") {
  const line = { ...orderItem({ product_id, quantity: boxes, price: 1, total: boxes }) };
  const itens = [{ ...line, contains: 12 }];
  const [row] = await insertOrders(database, { status, itens, valor_total: String(boxes) });
  return row?.id ?? "";
}

const describe = async (id: string) =>
  (await listShortages(database, [id])).map(
    (one) => `${one.product_name} ${describeShortage(one)}`,
  );

test("an order above the stock says what it needs, what there is and what others wait for", async () => {
  const caju = await addProduct(113);
  const first = await order(caju, 10);
  expect(await describe(first)).toEqual(["Polpa de caju precisa 120, tem 113"]);
  const second = await order(caju, 2);
  expect(await describe(first)).toEqual([
    "Polpa de caju precisa 120, tem 113 (mais 24 em outros pedidos)",
  ]);
  expect(await describe(second)).toEqual([
    "Polpa de caju precisa 24, tem 113 (mais 120 em outros pedidos)",
  ]);
});

test("orders that were confirmed or cancelled wait for nothing", async () => {
  const caju = await addProduct(12);
  for (const status of ["confirmado", "entregue", "cancelado"] as const) {
    expect(await describe(await order(caju, 90, status))).toEqual([]);
  }
  expect(await describe(await order(caju, 1))).toEqual([]);
});
