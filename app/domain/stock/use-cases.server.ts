import { createOnce, type KeyedRequest } from "#app/domain/kernel/idempotency/commands.server.ts";
import { atTime, onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import type { Author } from "#app/platform/database/database.ts";
import { addStockEntry, undoStockMovement } from "./commands.server.ts";
import { readStockCosts } from "./costs.server.ts";
import { receiveInvoice } from "./invoices/commands.server.ts";
import { readInvoice } from "./invoices/nfe.server.ts";
import { findReceived, matchInvoice } from "./invoices/queries.server.ts";
import type { Invoice, InvoiceChoices } from "./invoices/schema.ts";
import { listPurchases, listSuppliers, setMinimumStock } from "./purchase-list.server.ts";
import {
  listExpiringLots,
  listOrderedStock,
  listStockLots,
  listStockMovements,
  readOrderLots,
  readRecall,
  readStockLevels,
} from "./queries.server.ts";
import type { StockEntry } from "./schema.ts";

/** Balances, movements, lots, costs, and what to buy. */
export const stock = {
  ...onDatabase({
    findReceivedInvoice: findReceived,
    listLots: listStockLots,
    listMovements: listStockMovements,
    listOrdered: listOrderedStock,
    listSuppliers,
    matchInvoice,
    readCosts: readStockCosts,
    setMinimum: setMinimumStock,
    readLevels: readStockLevels,
    readOrderLots,
    readRecall,
  }),
  ...atTime({ listExpiringLots, listPurchases, undoMovement: undoStockMovement }),
  readInvoice: ({ now }: ShopContext, bytes: Uint8Array) => readInvoice(bytes, now()),
  receiveInvoice: (
    { database, now }: ShopContext,
    author: Author,
    invoice: Invoice,
    choices: InvoiceChoices,
  ) => receiveInvoice(database, now(), author, invoice, choices),
  addEntry: (
    { database, now }: ShopContext,
    author: Author,
    entry: StockEntry,
    request?: KeyedRequest,
  ) => createOnce(database, request, (tx) => addStockEntry(tx, now(), author, entry)),
};
