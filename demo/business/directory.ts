import { quote } from "#app/domain/catalogue/options/quote.ts";
import { priceProduct, tablePrices } from "#app/domain/catalogue/price-tables/rules.ts";
import type { PriceTable } from "#app/domain/catalogue/price-tables/schema.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import type { PlannedLine, PlannedOrder } from "./planned-order.ts";
import type { StepContext } from "./step.ts";

/** What the steps have created so far, by the names that the demonstration's data use. */
export type Directory = {
  products: Map<string, Product>;
  /** By name. */
  tables: Map<string, PriceTable>;
  /** The ids of orders. */
  orders: Map<PlannedOrder, string>;
  /** Orders as the last step left them; those that a step did not return are missing. */
  stored: Map<PlannedOrder, OrderDetail>;
};

export function createDirectory(): Directory {
  return { products: new Map(), tables: new Map(), orders: new Map(), stored: new Map() };
}

export function productOf({ products }: Directory, slug: string): Product {
  const product = products.get(slug);
  if (!product) throw new Error(`the shop has no product ${slug}`);
  return product;
}

export function orderOf({ orders }: Directory, order: PlannedOrder): string {
  const id = orders.get(order);
  if (!id) throw new Error(`an order of ${order.customer.name} is not placed yet`);
  return id;
}

/** Without a query where the step before returned it. */
export async function readOrder(
  { shop }: StepContext,
  directory: Directory,
  order: PlannedOrder,
): Promise<OrderDetail> {
  const stored = directory.stored.get(order) ?? (await shop.orders.find(orderOf(directory, order)));
  if (!stored) throw new Error(`the order of ${order.customer.name} is not in the shop`);
  return stored;
}

/** A line with the price that the customer sees. */
export function priceLine(
  directory: Directory,
  { slug, unit, quantity }: PlannedLine,
  table: PriceTable | undefined,
) {
  const product = productOf(directory, slug);
  const priced = table ? priceProduct(product, tablePrices(table)) : product;
  const price = quote(priced, unit, quantity)?.price;
  if (price === undefined) throw new Error(`${slug} is not sold by ${unit}`);
  return { product_id: product.id, unit, quantity, price };
}
