import type { RunSql } from "#app/platform/database/migrate.ts";
import { quoted, type Sequence, type Table } from "./tables.ts";

/**
 * A row's values as PostgreSQL writes them, in the order of the table's columns. Text is the form in which every type
 * is exact on either engine: no number is rounded, no instant loses its microseconds, JSON's null is not SQL's.
 */
export type Row = (string | null)[];

const page = 200;
/** Under these every server writes the same value the same way. */
const habits = {
  timezone: "UTC",
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  // One side waits while the other reads a million rows.
  idle_in_transaction_session_timeout: "0",
};

/** Begins, within a transaction, one view of all rows that later commits do not disturb. */
export async function beginSnapshot(run: RunSql): Promise<void> {
  await run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  await setHabits(run);
}

export async function setHabits(run: RunSql): Promise<void> {
  for (const [name, value] of Object.entries(habits)) await run(`SET LOCAL ${name} = '${value}'`);
}

/** All rows of a table, a page at a time, as the transaction sees them. */
export async function* readRows(run: RunSql, { name, columns }: Table): AsyncGenerator<Row[]> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(", ");
  await run(`DECLARE page_by_page NO SCROLL CURSOR FOR
    SELECT json_build_array(${values})::text AS line FROM ${quoted(name)}`);
  for (;;) {
    const rows = await run(`FETCH ${page} FROM page_by_page`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => JSON.parse(String(line)) as Row);
  }
  await run("CLOSE page_by_page");
}

/** Adds rows to a table whose triggers are asleep. */
export async function writeRows(run: RunSql, { name, columns }: Table, rows: Row[]): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const values = columns.map(({ type }, at) => `(line ->> ${at})::${type}`).join(", ");
  await run(
    `INSERT INTO ${quoted(name)} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${values} FROM json_array_elements($1::text::json) AS line`,
    [JSON.stringify(rows)],
  );
}

/**
 * Empties all tables and lets `fill` write them anew, within the caller's transaction: nobody hears of it, and the audit
 * log says what it said where the rows come from. It needs no more than the tables' owner may do.
 */
export async function refill(
  run: RunSql,
  tables: Table[],
  sequences: Sequence[],
  fill: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await run(`TRUNCATE ${names.join(", ")} RESTART IDENTITY`);
  for (const name of names) await run(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await fill();
  // References that are looked at only at the end are looked at now: no table is altered while they wait.
  await run("SET CONSTRAINTS ALL IMMEDIATE");
  for (const name of names) await run(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const { name, value } of sequences) {
    await run("SELECT setval($1::text::regclass, $2::text::bigint)", [quoted(name), value]);
  }
}
