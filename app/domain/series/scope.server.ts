import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { isOfArea } from "#app/domain/customers/contacts.server.ts";
import { partsOf } from "#app/domain/customers/parts.server.ts";
import { orderSeries } from "./table.ts";

/**
 * The series that someone sees and changes: that of a link, all of a customer and of those merged into it for the seller, and in the
 * customer's area those that it shows. Anyone can order with the document of another person: neither a link nor the area may open the
 * series of such an order's customer.
 */
export type SeriesScope = { seriesId: string } | { rootId: string; inArea?: boolean };

/** Returns whether a row of `order_series` is within the scope. */
export function isInScope(scope: SeriesScope): SQL {
  if ("seriesId" in scope) return eq(orderSeries.id, scope.seriesId);
  const isOfCustomer = inArray(orderSeries.customer_id, partsOf(scope.rootId));
  if (!scope.inArea) return isOfCustomer;
  const { order_id: id, channel, cliente_info } = orderSeries;
  const order = { id: sql`${id}`, channel: sql`${channel}`, cliente_info: sql`${cliente_info}` };
  return sql`${isOfCustomer} AND ${isOfArea(scope.rootId, order)}`;
}
