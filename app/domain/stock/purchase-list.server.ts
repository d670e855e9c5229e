import { eq, sql } from "drizzle-orm";
import { products } from "#app/domain/catalogue/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { addQuantities, type SaleUnit } from "#app/shared/units.ts";
import { type PurchaseRow, planPurchase, salesDays, sortPurchases } from "./purchase-list.ts";
import { listOrderedStock } from "./queries.server.ts";
import { stockMinimums } from "./table.ts";

/** Lists the goods to buy: products that were sold in four weeks, have a minimum, or are missing. */
export async function listPurchases(
  database: Database,
  now: Date,
  days: number,
): Promise<PurchaseRow[]> {
  const { rows: held } = await database.execute<{
    product_id: string;
    title: string;
    unit: SaleUnit;
    stock: number;
    minimum: number | null;
    supplier: string | null;
  }>(sql`
    SELECT id AS product_id, title, sale_options -> 0 ->> 'unit' AS unit, stock::float8, minimum::float8, (
      SELECT supplier FROM stock_receipts
      WHERE stock_receipts.product_id = products.id AND supplier IS NOT NULL AND NOT is_undone ORDER BY movement_id DESC LIMIT 1
    ) AS supplier
    FROM products LEFT JOIN stock_minimums ON stock_minimums.product_id = products.id`);
  const ordered = new Map(
    (await listOrderedStock(database)).map(({ product_id, pending }) => [product_id, pending]),
  );
  const sold = await listSold(database, addDays(dayOf(now), 1 - salesDays));
  const rows = held.map(({ stock, ...product }) => {
    const need = {
      free: addQuantities(stock, -(ordered.get(product.product_id) ?? 0)),
      minimum: product.minimum,
      sold: sold.get(product.product_id) ?? 0,
    };
    return { ...product, ...need, ...planPurchase(need, days) };
  });
  return sortPurchases(
    rows.filter((row) => row.sold > 0 || row.minimum !== null || row.suggested > 0),
  );
}

/** Main units by product of the orders since the beginning of a day, without cancelled ones. */
async function listSold(database: Database, from: string): Promise<Map<string, number>> {
  const { rows } = await database.execute<{ product_id: string; sold: number }>(sql`
    SELECT product_id, sum(line_stock(order_lines))::float8 AS sold
    FROM pedidos JOIN order_lines ON order_id = pedidos.id
    WHERE created_at >= ${from}::timestamp AT TIME ZONE 'America/Sao_Paulo' AND status <> 'cancelado' AND product_id IS NOT NULL
    GROUP BY product_id HAVING sum(line_stock(order_lines)) > 0`);
  return new Map(rows.map(({ product_id, sold }) => [product_id, sold]));
}

/** Sets or removes the least stock of a product; false when it does not exist. */
export function setMinimumStock(
  database: Database,
  product_id: string,
  minimum: number | null,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [product] = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, product_id))
      .for("key share");
    if (!product) return false;
    if (minimum) {
      await tx
        .insert(stockMinimums)
        .values({ product_id, minimum })
        .onConflictDoUpdate({ target: stockMinimums.product_id, set: { minimum } });
    } else await tx.delete(stockMinimums).where(eq(stockMinimums.product_id, product_id));
    return true;
  });
}

const maxSuppliers = 500;

/** The names of suppliers of earlier receipts, for suggestions. */
export async function listSuppliers(database: Database): Promise<{ name: string }[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    SELECT supplier AS name FROM stock_receipts WHERE supplier IS NOT NULL
    GROUP BY supplier ORDER BY supplier LIMIT ${maxSuppliers}`);
  return rows;
}
