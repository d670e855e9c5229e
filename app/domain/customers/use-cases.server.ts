import { type ShopContext, toUseCases } from "#app/domain/kernel/use-case.server.ts";
import {
  joinOrders,
  listJoinable,
  separateOrders,
} from "#app/domain/orders/join/commands.server.ts";
import {
  attachOrders,
  changeCustomer,
  createCustomer,
  deleteCustomer,
  mergeCustomers,
  separateCustomer,
  splitCustomer,
} from "./commands.server.ts";
import { listContacts, listUnconfirmed, setConfirmed } from "./contacts.server.ts";
import {
  deleteAlias,
  exportAliases,
  learnAlias,
  listAliases,
} from "./conversations/aliases.server.ts";
import { readOrderConversation } from "./conversations/read.server.ts";
import { readTableOfOrder } from "./customer-of-order.server.ts";
import { writeCustomersCsv } from "./export.server.ts";
import { importCustomers } from "./import.server.ts";
import { readCustomersCsv } from "./import-file.server.ts";
import { changeStatus } from "./order-warnings.server.ts";
import {
  anonymizeCustomer,
  anonymizeOldOrders,
  listRelatedOrders,
  readCustomerData,
} from "./privacy/commands.server.ts";
import { erasePersonalData, findPersonalData } from "./privacy/personal-data.server.ts";
import { findCustomer, listCustomers, streamCustomers } from "./queries.server.ts";
import type { CustomerFilter } from "./schema.ts";
import { takeOrder } from "./take-order.server.ts";

/** Customers, their privacy, and orders that are taken for them. */
export const customers = {
  ...toUseCases(["database"], {
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
  ...toUseCases(["database", "now"], {
    anonymize: anonymizeCustomer,
    anonymizeOldOrders,
    change: changeCustomer,
    changeStatus,
    create: createCustomer,
    erase: erasePersonalData,
    find: findCustomer,
    joinOrders,
    learnAlias,
    list: listCustomers,
    merge: mergeCustomers,
    readConversation: readOrderConversation,
    readData: readCustomerData,
    readTableOfOrder,
    separate: separateCustomer,
    split: splitCustomer,
  }),
  ...toUseCases(["database", "tokens", "now"], { takeOrder }),
  ...toUseCases([], { readFile: readCustomersCsv }),
  /** A CSV file in chunks of text. */
  export: ({ database, now }: ShopContext, filter: CustomerFilter) =>
    writeCustomersCsv(database, streamCustomers(database, now(), filter)),
};
