import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { OrderTokens } from "#app/domain/orders/links/commands.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { tablePath } from "#app/shared/paths.ts";
import { isInForce } from "./rules.ts";
import type { ListedTable, OfferedTable, PriceTable, TableRequest } from "./schema.ts";
import { priceTables } from "./table.ts";

type Row = typeof priceTables.$inferSelect;
type Shown = Omit<Row, "prices" | "percentages"> & { customers: number };

const customerCount = sql<number>`(SELECT count(*) FROM customers WHERE customers.price_table = price_tables.id)::integer`;

/** All tables by name. */
export async function listPriceTables(
  database: Database,
  tokens: OrderTokens,
): Promise<ListedTable[]> {
  const { prices, percentages, ...columns } = getTableColumns(priceTables);
  const rows = await database
    .select({
      ...columns,
      customers: customerCount,
      fixed_prices: sql<number>`jsonb_array_length(${prices})`,
    })
    .from(priceTables)
    .orderBy(sql`plain_text(${priceTables.name})`, asc(priceTables.id));
  return Promise.all(rows.map((row) => withLink(tokens, row)));
}

export async function findPriceTable(
  database: Database,
  tokens: OrderTokens,
  id: string,
): Promise<PriceTable | undefined> {
  const [row] = await database
    .select({ ...getTableColumns(priceTables), customers: customerCount })
    .from(priceTables)
    .where(eq(priceTables.id, id));
  return row && withLink(tokens, row);
}

/** The row as the API shows it: with the path of its link instead of what the link is derived from. */
async function withLink<Table extends Shown>(tokens: OrderTokens, row: Table) {
  const { link_version, link_active, created_at, updated_at, ...table } = row;
  return {
    ...table,
    link: link_active ? tablePath(await tokens.tokenOfTable({ id: row.id, link_version })) : null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** The tables that a link opens, by its token: their ids. */
export async function readTableLinks(
  database: Database,
  tokens: OrderTokens,
): Promise<Map<string, string>> {
  const { id, link_version } = priceTables;
  const rows = await database
    .select({ id, link_version })
    .from(priceTables)
    .where(eq(priceTables.link_active, true));
  const links = rows.map(async (row) => [await tokens.tokenOfTable(row), row.id] as const);
  return new Map(await Promise.all(links));
}

/** What an order stores of a table, and is computed from; `xmin` is the transaction that wrote it. */
export type StoredTable = Omit<Row, "created_at" | "updated_at"> & { xmin: string };

export async function readPriceTable(
  database: Database,
  id: string,
): Promise<StoredTable | undefined> {
  const { created_at, updated_at, ...columns } = getTableColumns(priceTables);
  const [row] = await database
    .select({ ...columns, xmin: sql<string>`price_tables.xmin::text` })
    .from(priceTables)
    .where(eq(priceTables.id, id));
  return row;
}

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
      lower(one.email) = lower(${email}::text) AND one.phone = ${phone}::text
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

/** The names of all tables, by id. */
export function listTableNames(database: Database): Promise<{ id: string; name: string }[]> {
  const { id, name } = priceTables;
  return database.select({ id, name }).from(priceTables).orderBy(asc(name), asc(id));
}
