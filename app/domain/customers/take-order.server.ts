import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { withLink } from "#app/domain/orders/links/place.server.ts";
import { placeOrder } from "#app/domain/orders/place.server.ts";
import type { OrderRequest } from "#app/domain/orders/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import { completeCustomer, lockParts } from "./commands.server.ts";
import { confirmOfOrder } from "./contacts.server.ts";
import { findCustomerOfOrder } from "./customer-of-order.server.ts";

/** An order by telephone or WhatsApp, with prices and date as agreed, and the table of its customer. */
export async function takeOrder(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  author: Author,
  request: OrderRequest,
  key: string,
  canSetPrices: boolean,
) {
  await tokens.load();
  const take = () =>
    runAsUser(database, author, async (tx) => {
      const { customer_id } = request;
      const customer = await findCustomerOfOrder(tx, { ...request.customer, customer_id });
      const requestedTable = customer?.price_table ? { id: customer.price_table } : undefined;
      const customerId = customer?.isChosen ? customer.id : undefined;
      // It is completed, and its contacts confirmed, after the order: its lock comes before those of the order.
      if (customer) await lockParts(tx, customer.id);
      const terms = { requestedTable, canSetPrices, customerId };
      const taken = await placeOrder(tx, now, request, key, terms);
      if (!taken.ok) return taken;
      const rights = { canChangeTerms: canSetPrices };
      if (customerId) await completeCustomer(tx, customerId, request.customer, rights);
      await confirmOfOrder(tx, taken.order.id, rights);
      return taken;
    });
  const placed = await take().catch((error: unknown) => {
    // A customer with this document was created meanwhile: the order is theirs.
    if (violatedUnique(error) === "customers_document_key") return take();
    throw error;
  });
  return withLink(tokens, placed);
}
