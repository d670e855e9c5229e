import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { products } from "./table.ts";

type Row = typeof products.$inferSelect;
type Changes<Column extends keyof Row> = { id: string } & Pick<Row, Column>;

/** Rows per statement. */
const chunkSize = 200;

/** Writes these columns of many products, within the caller's transaction. */
export async function updateProducts<Column extends keyof Row>(
  transaction: Database,
  columns: readonly Column[],
  rows: readonly Changes<Column>[],
): Promise<void> {
  const assignments = columns.map((column) => {
    const name = sql.identifier(column);
    return sql`${name} = given.${name}`;
  });
  for (const chunk of chunksOf(rows)) {
    await transaction.execute(sql`
      UPDATE ${products} AS stored SET ${sql.join(assignments, sql`, `)}
      FROM jsonb_populate_recordset(NULL::products, ${JSON.stringify(chunk)}::jsonb) AS given
      WHERE stored.id = given.id`);
  }
}

/** Inserts products with these columns, within the caller's transaction. */
export async function insertProducts<Column extends keyof Row>(
  transaction: Database,
  columns: readonly Column[],
  rows: readonly Pick<Row, Column>[],
): Promise<void> {
  const names = sql.join(columns.map(sql.identifier), sql`, `);
  for (const chunk of chunksOf(rows)) {
    // Half the time of one parameter per value.
    await transaction.execute(sql`
      INSERT INTO ${products} (${names}) SELECT ${names}
      FROM jsonb_populate_recordset(NULL::products, ${JSON.stringify(chunk)}::jsonb)`);
  }
}

function* chunksOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += chunkSize) {
    yield items.slice(start, start + chunkSize);
  }
}
