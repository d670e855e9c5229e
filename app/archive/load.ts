import type { RunSql } from "#app/platform/database/migrate.ts";
import { Refusal } from "./refusal.ts";
import { type Row, refill, setHabits, writeRows } from "./rows.ts";
import { differences, type Sums, sumTables } from "./sums.ts";
import { listTables, type Sequence, type Table } from "./tables.ts";

/** Rows to be put into a database: whose tables they are of, and what they must add up to. */
export type Load = {
  tables: Table[];
  sequences: Sequence[];
  sums: Sums;
  /** All rows, a page at a time, tables in their order. */
  pages(): AsyncIterable<{ table: string; rows: Row[] }>;
};

/**
 * Puts rows into a migrated database in place of what it holds, within the caller's transaction, and reads them back:
 * what does not add up is thrown, so that the transaction is undone.
 */
export async function load(run: RunSql, { tables, sequences, sums, pages }: Load): Promise<void> {
  await setHabits(run);
  const here = await listTables(run);
  const known = new Map(here.map((table) => [table.name, table]));
  for (const table of tables) checkColumns(table, known.get(table.name));
  await refill(run, here, sequences, async () => {
    for await (const { table, rows } of pages()) {
      const target = known.get(table);
      if (target) await writeRows(run, target, rows);
    }
  });
  const wrong = differences(await sumTables(run, here), { ...emptySums(here), ...sums });
  if (wrong.length > 0) throw new Error(`rows did not arrive as they were: ${wrong.join(", ")}`);
}

function checkColumns(table: Table, here: Table | undefined): void {
  const columns = ({ columns }: Table) => columns.map(({ name }) => name).join();
  if (!here || columns(here) !== columns(table)) {
    throw new Refusal(`the table ${table.name} is another one there: use the same version`);
  }
}

function emptySums(tables: Table[]): Sums {
  const none = { rows: 0, sha256: "0".repeat(64) };
  return Object.fromEntries(tables.map(({ name }) => [name, none]));
}
