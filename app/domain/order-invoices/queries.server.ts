import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { products } from "#app/domain/catalogue/table.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { findOrder } from "#app/domain/orders/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { toInvoice } from "./invoice.ts";
import type { FiscalProduct } from "./line.ts";
import type { OrderInvoice } from "./schema.ts";

/** An order as the JSON that an issuer of invoices takes; undefined when there is no such order. */
export async function readInvoice(
  database: Database,
  id: string,
): Promise<OrderInvoice | undefined> {
  const order = await findOrder(database, id);
  if (!order) return undefined;
  const ids = order.itens.map(({ product_id }) => product_id);
  return toInvoice({
    order,
    settings: await readSettings(database),
    customer: order.customer_id ? await readRoot(database, order.customer_id) : undefined,
    products: await readFiscalProducts(database, ids),
  });
}

/** The customer, or the one that it was merged into. */
async function readRoot(database: Database, id: string) {
  const part = alias(customers, "part");
  const [row] = await database
    .select({
      state_registration: customers.state_registration,
      city_code: customers.city_code,
      address: customers.address,
    })
    .from(customers)
    .innerJoin(part, eq(part.root_id, customers.id))
    .where(eq(part.id, id));
  return row;
}

/** Lines of what is not a product of this shop have an empty id. */
export async function readFiscalProducts(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, FiscalProduct & { category: string | null }>> {
  const known = [...new Set(ids.filter((id) => id !== ""))];
  const rows = await database
    .select({
      id: products.id,
      category: products.category,
      fiscal: products.fiscal,
      sale_options: products.sale_options,
      net_weight: sql<number | null>`(${products.food} ->> 'net_weight')::float8`,
    })
    .from(products)
    .where(inArray(products.id, known));
  return new Map(
    rows.map(({ id, net_weight, ...row }) => [id, { ...row, net_weight: net_weight ?? undefined }]),
  );
}
