import { quote } from "#app/domain/catalogue/options/quote.ts";
import { priceProduct, tablePrices } from "#app/domain/catalogue/price-tables/rules.ts";
import type { PriceTable } from "#app/domain/catalogue/price-tables/schema.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Shop } from "#app/shop.ts";
import type { PlannedLine, PlannedOrder } from "./planned-orders.ts";

/** The rows that the steps have created so far, by the names that the demonstration's data use. */
export class Directory {
  /** The products by slug. */
  readonly products = new Map<string, Product>();
  /** The price tables by name. */
  readonly tables = new Map<string, PriceTable>();
  /** The ids of orders. */
  readonly orders = new Map<PlannedOrder, string>();
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  product(slug: string): Product {
    const product = this.products.get(slug);
    if (!product) throw new Error(`the shop has no product ${slug}`);
    return product;
  }

  orderId(order: PlannedOrder): string {
    const id = this.orders.get(order);
    if (!id) throw new Error(`an order of ${order.customer.name} is not placed yet`);
    return id;
  }

  async readOrder(order: PlannedOrder) {
    const stored = await this.#shop.orders.find(this.orderId(order));
    if (!stored) throw new Error(`the order of ${order.customer.name} is not in the shop`);
    return stored;
  }

  async findCustomer(document: string) {
    const { items } = await this.#shop.customers.list({ search: document, limit: 1 });
    const [customer] = items;
    if (!customer) throw new Error(`no customer has the document ${document}`);
    return customer;
  }

  /** A line with the price that the customer sees. */
  priceLine({ slug, unit, quantity }: PlannedLine, table: PriceTable | undefined) {
    const product = this.product(slug);
    const priced = table ? priceProduct(product, tablePrices(table)) : product;
    const price = quote(priced, unit, quantity)?.price;
    if (price === undefined) throw new Error(`${slug} is not sold by ${unit}`);
    return { product_id: product.id, unit, quantity, price };
  }
}
