import { type ShopContext, toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { addStockEntry, undoStockMovement } from "./commands.server.ts";
import { readStockCosts } from "./costs.server.ts";
import { receiveInvoice } from "./invoices/commands.server.ts";
import { readNfe } from "./invoices/nfe.server.ts";
import { findReceived, matchInvoice } from "./invoices/queries.server.ts";
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

/** Balances, movements, lots, costs, and what to buy. */
export const stock = {
  ...toUseCases(["database"], {
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
  ...toUseCases(["database", "now"], {
    addEntry: addStockEntry,
    listExpiringLots,
    listPurchases,
    receiveInvoice,
    undoMovement: undoStockMovement,
  }),
  readInvoice: ({ now }: ShopContext, bytes: Uint8Array) => readNfe(bytes, now()),
};
