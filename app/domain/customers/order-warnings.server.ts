import { changeOrderStatus, type StatusChange } from "#app/domain/orders/commands.server.ts";
import type { Order, OrderChange } from "#app/domain/orders/schema.ts";
import { listMissingGoods } from "#app/domain/orders/shortages.server.ts";
import type { Author, Database } from "#app/platform/database/database.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import { findCustomer } from "./queries.server.ts";
import { listCustomerWarnings } from "./rules.ts";

type WarnedOrder = Pick<Order, "id" | "status" | "customer_id"> & { valor_total: string | number };

/** Lists the reasons not to confirm an order: goods that are not in stock, the credit limit, a blocked customer. */
async function listOrderWarnings(
  database: Database,
  now: Date,
  { id, status, customer_id, valor_total }: WarnedOrder,
): Promise<string[]> {
  const customer = customer_id && (await findCustomer(database, now, customer_id));
  const order = { status, valor_total: toAmount(toCents(valor_total)) };
  return [
    ...(await listMissingGoods(database, id)),
    ...(customer ? listCustomerWarnings(customer, order) : []),
  ];
}

/** See `changeOrderStatus`, with the warnings of `listOrderWarnings`. */
export function changeStatus(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  change: OrderChange,
): Promise<StatusChange> {
  return changeOrderStatus(database, author, id, change, (tx, order) =>
    listOrderWarnings(tx, now, order),
  );
}
