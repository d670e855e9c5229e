import { and, desc, eq, isNotNull } from "drizzle-orm";
import { listProductCosts } from "#app/domain/catalogue/prices/costs.server.ts";
import { type Cost, costPerUnit } from "#app/domain/catalogue/prices/costs.ts";
import type { Database } from "#app/platform/database/database.ts";
import { stockMovements, stockReceipts } from "./table.ts";

/** A receipt whose cost is known: of all of it, and of one main unit. */
export type ReceiptCost = {
  movement_id: number;
  supplier: string | null;
  quantity: number;
  cost: Cost;
  unit_cost: Cost;
  is_undone: boolean;
  created_at: string;
};

const maxReceipts = 200;

/**
 * Reads the average cost of a product, and the amounts that were paid for it, the newest first. Only the administrator may see
 * them.
 */
export async function readStockCosts(
  database: Database,
  product: string,
): Promise<{ average_cost: Cost | null; receipts: ReceiptCost[] }> {
  const [average] = await listProductCosts(database, [product]);
  const rows = await database
    .select({
      movement_id: stockReceipts.movement_id,
      supplier: stockReceipts.supplier,
      quantity: stockMovements.quantity,
      cost: stockReceipts.cost,
      is_undone: stockReceipts.is_undone,
      created_at: stockMovements.created_at,
    })
    .from(stockReceipts)
    .innerJoin(stockMovements, eq(stockMovements.id, stockReceipts.movement_id))
    .where(and(eq(stockReceipts.product_id, product), isNotNull(stockReceipts.cost)))
    .orderBy(desc(stockReceipts.movement_id))
    .limit(maxReceipts);
  return {
    average_cost: average?.average_cost ?? null,
    receipts: rows.map(({ cost, ...row }) => ({
      ...row,
      cost: cost ?? 0,
      unit_cost: costPerUnit(cost ?? 0, row.quantity),
      created_at: row.created_at.toISOString(),
    })),
  };
}
