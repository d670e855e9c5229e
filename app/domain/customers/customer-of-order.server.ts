import { sql } from "drizzle-orm";
import { readPriceTable } from "#app/domain/catalogue/price-tables/queries.server.ts";
import { isInForce } from "#app/domain/catalogue/price-tables/rules.ts";
import type { OfferedTable } from "#app/domain/catalogue/price-tables/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import type { TableRequest } from "./schema.ts";

/**
 * The customer to whom an order would belong, as `find_or_create_customer` finds them. One whom the seller has chosen,
 * `customer_id`, and of whom no document is known, comes before those of the same e-mail and phone: `isChosen`.
 */
export async function findCustomerOfOrder(
  database: Database,
  { document, email, phone, customer_id }: TableRequest,
): Promise<{ id: string; price_table: string | null; isChosen: boolean } | undefined> {
  const { rows } = await database.execute<{
    id: string;
    price_table: string | null;
    isChosen: boolean;
  }>(sql`
    SELECT root.id, root.price_table, matched.kind = 2 AS "isChosen"
    FROM customers AS one JOIN customers AS root ON root.id = one.root_id,
      (SELECT valid_document(${document}::text) AS document) AS given, LATERAL (SELECT CASE
        WHEN one.document = given.document THEN 1
        WHEN one.id = ${customer_id ?? null}::uuid AND root.document IS NULL THEN 2 ELSE 3 END AS kind) AS matched
    WHERE one.document = given.document OR one.id = ${customer_id ?? null}::uuid AND root.document IS NULL OR (
      lower(one.email) = lower(${email}::text) AND phone_key(one.phone) = phone_key(${phone}::text)
      AND (one.document IS NULL OR given.document IS NULL)
    )
    ORDER BY matched.kind, one.created_at, one.id LIMIT 1`);
  return rows[0];
}

/** The table in force of the customer to whom an order would belong. */
export async function readTableOfOrder(
  database: Database,
  now: Date,
  request: TableRequest,
): Promise<OfferedTable | undefined> {
  const customer = await findCustomerOfOrder(database, request);
  const table = customer?.price_table && (await readPriceTable(database, customer.price_table));
  if (!table || !isInForce(table, dayOf(now))) return undefined;
  const { name, percentages, prices, lower_tier, minimum_order } = table;
  return { name, percentages, prices, lower_tier, minimum_order };
}
