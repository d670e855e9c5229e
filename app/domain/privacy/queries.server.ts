import { desc, eq, or, type SQL, sql } from "drizzle-orm";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";
import type { CustomerData } from "./schema.ts";

/** What the shop holds of the customer of an order; undefined when there is no such order or it has no customer left. */
export async function readCustomerData(
  database: Database,
  now: Date,
  id: string,
): Promise<CustomerData | undefined> {
  const customer = await findCustomerKey(database, id);
  if (!customer || (customer.email === null && customer.document === null)) return undefined;
  const rows = await database
    .select()
    .from(pedidos)
    .where(isOrderOf(customer))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id));
  return {
    exported_at: now.toISOString(),
    controller: siteName(await readSettings(database)),
    customer: { email: customer.email ?? "", document: customer.document ?? "" },
    orders: rows.map(toOrder),
  };
}

/** By what two orders are one customer's; null where an order says nothing. */
export type CustomerKey = { email: string | null; document: string | null };

const email = sql<string | null>`customer_email(${pedidos.cliente_info})`;
const document = sql<string | null>`customer_document(${pedidos.cliente_info})`;

/** Who sent the order; undefined when there is no such order. */
export async function findCustomerKey(
  database: Database,
  id: string,
): Promise<CustomerKey | undefined> {
  const [customer] = await database
    .select({ email, document })
    .from(pedidos)
    .where(eq(pedidos.id, id))
    .limit(1);
  return customer;
}

/** Orders with the e-mail or the document. No index serves this: it is asked a few times a year. */
export function isOrderOf(customer: CustomerKey): SQL | undefined {
  return or(sql`${email} = ${customer.email}`, sql`${document} = ${customer.document}`);
}

/** The ids of all orders that were this customer's, those deleted since included: the log still tells of them. */
export async function listOrderIds(tx: Database, customer: CustomerKey): Promise<string[]> {
  const logged = sql`coalesce(new_data, old_data) -> 'cliente_info'`;
  const rows = await tx.select({ id: sql<string>`DISTINCT id` }).from(sql`(
    SELECT id::text AS id FROM pedidos WHERE ${isOrderOf(customer)}
    UNION ALL
    SELECT record_id FROM audit_logs WHERE table_name = 'orders' AND (
      customer_email(${logged}) = ${customer.email} OR customer_document(${logged}) = ${customer.document}
    )
  ) AS found`);
  return rows.map(({ id }) => id);
}
