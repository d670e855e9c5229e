import type { OrderItem } from "#app/domain/orders/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { insertOrders, type NewOrder, orderItem } from "#tests/support/rows.ts";
import { addProduct } from "./api-shop.ts";

/** An order of today, with fish that is weighed and three boxes, as the tests of the day begin with it. */

export const date = dayOf(new Date());
export const fishId = "5c7a2b1e-0c8e-4b8e-9d57-3f0a1b2c3d4e";
export const fish: OrderItem = {
  ...orderItem({ product_id: fishId, product_name: "Tilápia", quantity: 2, price: 30, total: 60 }),
  unit: "kg",
  variable_weight: true,
};
export const box: OrderItem = orderItem({ quantity: 3, price: 10, total: 30 });
export const confirmed: NewOrder = {
  status: "confirmado",
  valor_total: "98.00",
  delivery_fee: "8.00",
  delivery_kind: "entrega",
  delivery_date: date,
  delivery_shift: "Manhã, 8h às 12h",
  itens: [fish, box],
};

/** The products of the order. */
export async function addDayProducts(database: Database): Promise<void> {
  await addProduct(database, { id: fishId, title: "Tilápia", unit: "kg", price: 30, stock: 50 });
  await addProduct(database, { id: box.product_id, title: "Polpa", stock: 50 });
}

export async function insertDayOrder(database: Database, changes: NewOrder = {}) {
  const [order] = await insertOrders(database, { ...confirmed, ...changes });
  if (!order) throw new Error("no order");
  return order;
}
