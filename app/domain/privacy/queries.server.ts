import { desc } from "drizzle-orm";
import { toOrder } from "#app/domain/orders/list.server.ts";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";
import { findPerson, ordersOf } from "./person.server.ts";
import type { CustomerData } from "./schema.ts";

/** What the shop holds of the customer of an order; undefined when there is no such order or it has no customer left. */
export async function readCustomerData(
  database: Database,
  now: Date,
  id: string,
): Promise<CustomerData | undefined> {
  const person = await findPerson(database, id);
  if (!person || (person.email === null && person.document === null)) return undefined;
  const rows = await database
    .select()
    .from(pedidos)
    .where(ordersOf(person))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id));
  return {
    exported_at: now.toISOString(),
    controller: siteName(await readSettings(database)),
    customer: { email: person.email ?? "", document: person.document ?? "" },
    orders: rows.map(toOrder),
  };
}
