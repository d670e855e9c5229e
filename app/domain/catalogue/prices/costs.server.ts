import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { productCosts, products } from "../table.ts";
import type { Cost } from "./costs.ts";

export type ProductCost = { product_id: string; average_cost: Cost };

/** The average costs of all products, or of some. Without those of another main unit. Only for the administrator. */
export function listProductCosts(
  database: Database,
  ids?: readonly string[],
): Promise<ProductCost[]> {
  return database
    .select({ product_id: productCosts.product_id, average_cost: productCosts.average_cost })
    .from(productCosts)
    .innerJoin(products, eq(products.id, productCosts.product_id))
    .where(
      and(
        sql`${products.sale_options} -> 0 ->> 'unit' = ${productCosts.unit}`,
        ids &&
          inArray(productCosts.product_id, sql`(SELECT unnest(${sql.param([...ids])}::uuid[]))`),
      ),
    );
}
