import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createLog } from "#app/platform/log.ts";

/** The rows of `pedidos` in the folder of a stopped shop. */
export async function readStoredOrders(dataDir: string) {
  const opened = await openDatabase({ dataDir, log: createLog("silent") });
  try {
    return await opened.database.select(orderColumns).from(pedidos).orderBy(pedidos.numero_pedido);
  } finally {
    await opened.close();
  }
}
