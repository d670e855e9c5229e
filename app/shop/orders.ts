import { placeOrder } from "#app/domain/orders/commands.server.ts";
import { ordersAsCsv } from "#app/domain/orders/csv.ts";
import { eachOrder, findOrder, listOrders } from "#app/domain/orders/list.server.ts";
import { listUnopenedOrders, openOrder } from "#app/domain/orders/opened.server.ts";
import type { OrderChange, OrderFilter, OrderListRequest } from "#app/domain/orders/order.ts";
import { findPlacedOrder } from "#app/domain/orders/queries.server.ts";
import type { OrderRequest } from "#app/domain/orders/schema.ts";
import { changeOrderStatus, deleteOrder } from "#app/domain/orders/status.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Author } from "#app/platform/database/transactions.ts";

/** Orders: visitors send them, the administrator reads and moves them on, named for the audit log. */
export function bindOrders(database: Database, now: () => Date) {
  return {
    placeOrder: (request: OrderRequest, key: string) => placeOrder(database, now(), request, key),
    findPlacedOrder: (request: OrderRequest, key: string) =>
      findPlacedOrder(database, request, key),
    listOrders: (request: OrderListRequest) => listOrders(database, request),
    findOrder: (id: string) => findOrder(database, id),
    changeOrderStatus: (author: Author, id: string, change: OrderChange) =>
      changeOrderStatus(database, author, id, change),
    deleteOrder: (author: Author, id: string) => deleteOrder(database, author, id),
    openOrder: (author: Author, id: string) => openOrder(database, author, id),
    listUnopenedOrders: () => listUnopenedOrders(database),
    /** The text of a CSV file, in pieces. */
    exportOrders: (filter: OrderFilter) => ordersAsCsv(eachOrder(database, filter)),
  };
}
