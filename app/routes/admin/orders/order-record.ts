import type { LoaderShop } from "#app/context.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { pick } from "#app/shared/pick.ts";

export type OrderRecord = Awaited<ReturnType<typeof readOrderRecord>>;

/** An order with what its dialog shows beside it. `origin` is the shop's address. */
export async function readOrderRecord(shop: LoaderShop, order: OrderDetail, origin: string) {
  const { id, customer_id, price_table_id } = order;
  const [path, history, payments, series, settings, table, customer, unconfirmed] =
    await Promise.all([
      shop.orders.findPath(id),
      shop.orders.listHistory(id),
      shop.orders.listPayments([id]),
      shop.series.findOfOrder(id),
      shop.company.readSettings(),
      price_table_id === null ? undefined : shop.catalogue.readPriceTable(price_table_id),
      customer_id === null ? undefined : shop.customers.find(customer_id),
      shop.customers.listUnconfirmed(id),
    ]);
  return {
    order,
    /** The address of the customer's page; undefined for an anonymized order. */
    link: path ? origin + path : undefined,
    history,
    payments,
    /** The series of an order that repeats. */
    series,
    templates: settings.order_messages,
    /** The price table of the order; undefined when it has none or it was deleted. */
    table: table && pick(table, ["prices", "percentages", "lower_tier"]),
    /** Undefined when it was deleted; with the contacts of the order that the seller has not confirmed. */
    customer: customer && { ...customer, unconfirmed },
  };
}
