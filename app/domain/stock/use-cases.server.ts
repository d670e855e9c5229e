import { createOnce, type KeyedRequest } from "#app/domain/kernel/idempotency/commands.server.ts";
import { atTime, onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import type { Author } from "#app/platform/database/database.ts";
import { addStockEntry, undoStockMovement } from "./commands.server.ts";
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

/** Balances, movements and lots. */
export const stock = {
  ...onDatabase({
    listLots: listStockLots,
    listMovements: listStockMovements,
    listOrdered: listOrderedStock,
    readLevels: readStockLevels,
    readOrderLots,
    readRecall,
  }),
  ...atTime({ listExpiringLots, undoMovement: undoStockMovement }),
  addEntry: (
    { database, now }: ShopContext,
    author: Author,
    entry: StockEntry,
    request?: KeyedRequest,
  ) => createOnce(database, request, (tx) => addStockEntry(tx, now(), author, entry)),
};
