import { anonymizeCustomer } from "#app/domain/privacy/commands.server.ts";
import { readCustomerData } from "#app/domain/privacy/queries.server.ts";
import { anonymizeOldOrders } from "#app/domain/privacy/retention.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Author } from "#app/platform/database/transactions.ts";

/** Customers' data: handed out whole, and taken away while the orders stay. */
export function bindPrivacy(database: Database, now: () => Date) {
  return {
    readCustomerData: (orderId: string) => readCustomerData(database, now(), orderId),
    anonymizeCustomer: (author: Author, orderId: string) =>
      anonymizeCustomer(database, author, now(), orderId),
    anonymizeOldOrders: () => anonymizeOldOrders(database, now()),
  };
}
