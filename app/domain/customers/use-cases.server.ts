import { createOnce, type KeyedRequest } from "#app/domain/kernel/idempotency/commands.server.ts";
import { atTime, onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import { withLink } from "#app/domain/orders/links/commands.server.ts";
import { placeOrder } from "#app/domain/orders/place.server.ts";
import type { OrderRequest } from "#app/domain/orders/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import {
  attachOrders,
  changeCustomer,
  completeCustomer,
  createCustomer,
  deleteCustomer,
  lockParts,
  mergeCustomers,
  separateCustomer,
  splitCustomer,
} from "./commands.server.ts";
import { confirmOfOrder, listContacts, listUnconfirmed, setConfirmed } from "./contacts.server.ts";
import {
  deleteAlias,
  exportAliases,
  learnAlias,
  listAliases,
} from "./conversations/aliases.server.ts";
import { readOrderConversation } from "./conversations/read.server.ts";
import { findCustomerOfOrder, readTableOfOrder } from "./customer-of-order.server.ts";
import { writeCustomersCsv } from "./export.server.ts";
import { importCustomers } from "./import.server.ts";
import { readCustomersCsv } from "./import-file.server.ts";
import { joinOrders, listJoinable, separateOrders } from "./join/commands.server.ts";
import type { JoinRequest } from "./join/schema.ts";
import {
  anonymizeCustomer,
  anonymizeOldOrders,
  listRelatedOrders,
  readCustomerData,
} from "./privacy/commands.server.ts";
import { erasePersonalData, findPersonalData } from "./privacy/personal-data.server.ts";
import type { Erasure } from "./privacy/schema.ts";
import { findCustomer, listCustomers, streamCustomers } from "./queries.server.ts";
import type { CustomerFilter, NewCustomer } from "./schema.ts";

/** Customers, their privacy, and orders that are taken for them. */
export const customers = {
  ...onDatabase({
    attachOrders,
    listContacts,
    listUnconfirmed,
    setConfirmed,
    delete: deleteCustomer,
    deleteAlias,
    exportAliases,
    findPersonalData,
    import: importCustomers,
    listAliases,
    listJoinable,
    listRelatedOrders,
    separateOrders,
  }),
  ...atTime({
    anonymizeOldOrders,
    change: changeCustomer,
    find: findCustomer,
    learnAlias,
    list: listCustomers,
    merge: mergeCustomers,
    readConversation: readOrderConversation,
    readData: readCustomerData,
    readTableOfOrder,
    separate: separateCustomer,
    split: splitCustomer,
  }),
  erase: ({ database, now }: ShopContext, author: Author, given: Erasure) =>
    erasePersonalData(database, author, now(), given),
  anonymize: (
    { database, now }: ShopContext,
    author: Author,
    orderId: string,
    selected?: readonly string[],
  ) => anonymizeCustomer(database, author, now(), orderId, selected),
  create: (
    { database, now }: ShopContext,
    author: Author,
    customer: NewCustomer,
    request?: KeyedRequest,
  ) => createOnce(database, request, (tx) => createCustomer(tx, now(), author, customer)),
  joinOrders: ({ database, now }: ShopContext, author: Author, id: string, request: JoinRequest) =>
    joinOrders(database, author, now(), id, request),
  /** A CSV file in chunks of text. */
  export: ({ database, now }: ShopContext, filter: CustomerFilter) =>
    writeCustomersCsv(database, streamCustomers(database, now(), filter)),
  readFile: (_context: ShopContext, ...file: Parameters<typeof readCustomersCsv>) =>
    readCustomersCsv(...file),
  /** An order by telephone or WhatsApp, with prices and date as agreed, and the table of its customer. */
  async takeOrder(
    { database, now, tokens }: ShopContext,
    author: Author,
    request: OrderRequest,
    key: string,
    keepsPrices: boolean,
  ) {
    await tokens.load();
    const take = () =>
      runAsUser(database, author, async (tx) => {
        const { customer_id } = request;
        const customer = await findCustomerOfOrder(tx, { ...request.customer, customer_id });
        const asked = customer?.price_table ? { id: customer.price_table } : undefined;
        const customerId = customer?.isChosen ? customer.id : undefined;
        // It is completed, and its contacts confirmed, after the order: its lock comes before those of the order.
        if (customer) await lockParts(tx, customer.id);
        const terms = { asked, keepsPrices, customerId };
        const taken = await placeOrder(tx, now(), request, key, terms);
        if (!taken.ok) return taken;
        const rights = { keepsTerms: keepsPrices };
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
  },
};
