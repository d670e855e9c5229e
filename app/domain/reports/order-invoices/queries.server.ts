import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { products } from "#app/domain/catalogue/table.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { packings } from "#app/domain/day/table.ts";
import { findOrder } from "#app/domain/orders/queries.server.ts";
import { pixCharges, pixReceipts } from "#app/domain/payments/pix/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type InvoiceSource, toInvoice } from "./invoice.ts";
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
  const customerIds = order.customer_id === null ? [] : [order.customer_id];
  const [packing] = await database.select().from(packings).where(eq(packings.id, id));
  return toInvoice({
    order,
    settings: await readSettings(database),
    customer: (await readFiscalCustomers(database, customerIds)).get(order.customer_id ?? ""),
    products: await readFiscalProducts(database, ids),
    volumes: packing?.volumes ?? 1,
    charge: await readCharge(database, id),
  });
}

/** The bank's charge that can be or was paid. */
async function readCharge(database: Database, id: string): Promise<InvoiceSource["charge"]> {
  const charges = await database
    .select({ receipt: pixReceipts.end_to_end_id, amount: pixReceipts.amount })
    .from(pixCharges)
    .leftJoin(pixReceipts, eq(pixReceipts.txid, pixCharges.txid))
    .where(and(eq(pixCharges.order_id, id), inArray(pixCharges.state, ["active", "paid"])));
  if (charges.length === 0) return undefined;
  const received = charges.filter(({ amount }) => Number(amount) > 0);
  return { endToEndIds: received.flatMap(({ receipt }) => receipt ?? []) };
}

export type FiscalCustomer = Pick<
  typeof customers.$inferSelect,
  "state_registration" | "city_code" | "address"
>;

/** The data of customers by their ids; of a merged one those of the customer that it was merged into. */
export async function readFiscalCustomers(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, FiscalCustomer>> {
  const part = alias(customers, "part");
  const rows = await database
    .select({
      id: part.id,
      state_registration: customers.state_registration,
      city_code: customers.city_code,
      address: customers.address,
    })
    .from(part)
    .innerJoin(customers, eq(customers.id, part.root_id))
    .where(inArray(part.id, [...ids]));
  return new Map(rows.map(({ id, ...customer }) => [id, customer]));
}

/** Lines of what is not a product of this shop have an empty id. */
export async function readFiscalProducts(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, FiscalProduct & { category: string | null }>> {
  const productIds = [...new Set(ids.filter((id) => id !== ""))];
  const rows = await database
    .select({
      id: products.id,
      category: products.category,
      fiscal: products.fiscal,
      sale_options: products.sale_options,
      net_weight: sql<number | null>`(${products.food} ->> 'net_weight')::float8`,
    })
    .from(products)
    .where(inArray(products.id, productIds));
  return new Map(
    rows.map(({ id, net_weight, ...row }) => [id, { ...row, net_weight: net_weight ?? undefined }]),
  );
}
