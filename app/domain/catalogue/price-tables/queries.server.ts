import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { ListedTable, PriceTable } from "./schema.ts";
import { priceTables } from "./table.ts";

type Row = typeof priceTables.$inferSelect;
type Shown = Omit<Row, "prices" | "percentages"> & { customers: number };

const customerCount = sql<number>`(SELECT count(*) FROM customers WHERE customers.price_table = price_tables.id)::integer`;

/** All tables by name. */
export async function listPriceTables(
  database: Database,
  tokens: LinkTokens,
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
  tokens: LinkTokens,
  id: string,
): Promise<PriceTable | undefined> {
  const [row] = await database
    .select({ ...getTableColumns(priceTables), customers: customerCount })
    .from(priceTables)
    .where(eq(priceTables.id, id));
  return row && withLink(tokens, row);
}

/** The row as the API shows it: with the path of its link instead of what the link is derived from. */
async function withLink<Table extends Shown>(tokens: LinkTokens, row: Table) {
  const { link_version, link_active, created_at, updated_at, ...table } = row;
  return {
    ...table,
    link: link_active ? await tokens.pathOf("table", { id: row.id, link_version }) : null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** The tables that a link opens, by its token: their ids. */
export async function readTableLinks(
  database: Database,
  tokens: LinkTokens,
): Promise<Map<string, string>> {
  const { id, link_version } = priceTables;
  const rows = await database
    .select({ id, link_version })
    .from(priceTables)
    .where(eq(priceTables.link_active, true));
  const links = rows.map(async (row) => [await tokens.tokenOf("table", row), row.id] as const);
  return new Map(await Promise.all(links));
}

/** The columns of a table that an order stores, and is computed from. */
export type StoredTable = Omit<Row, "created_at" | "updated_at">;

export async function readPriceTable(
  database: Database,
  id: string,
): Promise<StoredTable | undefined> {
  const { created_at, updated_at, ...columns } = getTableColumns(priceTables);
  const [row] = await database.select(columns).from(priceTables).where(eq(priceTables.id, id));
  return row;
}

/** The names of all tables, by id. */
export function listTableNames(database: Database): Promise<{ id: string; name: string }[]> {
  const { id, name } = priceTables;
  return database.select({ id, name }).from(priceTables).orderBy(asc(name), asc(id));
}
