import { hash } from "node:crypto";
import { functionsName, type RunSql } from "#app/platform/database/migrate.ts";
import { ArchiveError } from "./archive-error.ts";

/** A table with its columns by name, without generated ones, and their PostgreSQL types. */
export type Table = { name: string; columns: { name: string; type: string }[] };

export type Sequence = { name: string; value: string };

/**
 * Tables that each database writes for itself: those that are derived from other rows, and the order feed with its transaction ids.
 */
const localTables = [
  "migrations",
  "order_changes",
  "order_feed",
  "product_changes",
  "product_search",
  "sales_stale",
  "sales_sums",
];

/**
 * All tables, each after those it references, so that they can be filled in this order. Excludes `localTables` and
 * unlogged tables, which hold only temporary data.
 */
export async function listTables(run: RunSql): Promise<Table[]> {
  const found = (await run(
    `
    SELECT one.relname AS name,
      (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attname)
        FROM pg_attribute WHERE attrelid = one.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      (SELECT coalesce(json_agg(other.relname), '[]') FROM pg_constraint
        JOIN pg_class AS other ON other.oid = confrelid
        WHERE conrelid = one.oid AND contype = 'f' AND confrelid <> conrelid) AS refers
    FROM pg_class AS one
    WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)
    ORDER BY relname`,
    [localTables],
  )) as (Table & { refers: string[] })[];
  const sorted: Table[] = [];
  while (sorted.length < found.length) {
    const placed = new Set(sorted.map(({ name }) => name));
    const next = found.filter(
      ({ name, refers }) => !placed.has(name) && refers.every((other) => placed.has(other)),
    );
    if (next.length === 0) throw new Error("tables reference each other in a cycle");
    sorted.push(...next.map(({ name, columns }) => ({ name, columns })));
  }
  return sorted;
}

/** The last value of each sequence, except unused ones. */
export async function listSequences(run: RunSql): Promise<Sequence[]> {
  const rows = await run(`SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`);
  return rows as Sequence[];
}

/** The migrations that a database has run, by name. */
export async function listMigrations(run: RunSql): Promise<{ name: string; sha256: string }[]> {
  const rows = await run("SELECT name, sha256 FROM migrations WHERE name <> $1 ORDER BY name", [
    functionsName,
  ]);
  return rows as { name: string; sha256: string }[];
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const shopTables = ["products", "recipes", "pedidos", "audit_logs"];

/** Returns whether a migrated database holds only what the migrations inserted. */
export async function isEmptyShop(run: RunSql): Promise<boolean> {
  const clauses = shopTables.map((table) => `NOT EXISTS (SELECT FROM ${table})`);
  const [row] = await run(`SELECT version = 1 AND ${clauses.join(" AND ")} AS empty FROM settings`);
  return row?.empty === true;
}

/**
 * A row's values as PostgreSQL text, in the order of the table's columns. Text is exact for every type on either engine:
 * numbers are not rounded, timestamps include microseconds, and JSON null differs from SQL NULL.
 */
export type Row = (string | null)[];

const pageSize = 200;
/** With these settings every server writes the same value as the same text. */
const sessionSettings = {
  timezone: "UTC",
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  // One side is idle while the other reads a million rows.
  idle_in_transaction_session_timeout: "0",
};

/** Starts, within a transaction, a snapshot of all rows that later commits do not change. */
export async function beginSnapshot(run: RunSql): Promise<void> {
  await run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  await applySessionSettings(run);
}

export async function applySessionSettings(run: RunSql): Promise<void> {
  for (const [name, value] of Object.entries(sessionSettings)) {
    await run(`SET LOCAL ${name} = '${value}'`);
  }
}

/** All rows of a table in pages, as the transaction sees them. */
export async function* readRows(run: RunSql, { name, columns }: Table): AsyncGenerator<Row[]> {
  const values = columns.map((column) => `${quote(column.name)}::text`).join(", ");
  await run(`DECLARE page_by_page NO SCROLL CURSOR FOR
    SELECT json_build_array(${values})::text AS line FROM ${quote(name)}`);
  for (;;) {
    const rows = await run(`FETCH ${pageSize} FROM page_by_page`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => JSON.parse(String(line)) as Row);
  }
  await run("CLOSE page_by_page");
}

/** Inserts rows into a table whose triggers are disabled. */
async function insertRows(run: RunSql, { name, columns }: Table, rows: Row[]): Promise<void> {
  const names = columns.map((column) => quote(column.name)).join(", ");
  const values = columns.map(({ type }, at) => `(line ->> ${at})::${type}`).join(", ");
  await run(
    `INSERT INTO ${quote(name)} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${values} FROM json_array_elements($1::text::json) AS line`,
    [JSON.stringify(rows)],
  );
}

/** Order-independent checksum: tables with equal checksums hold the same rows. */
export type Checksum = { rows: number; sha256: string };
export type Checksums = Record<string, Checksum>;

const modulus = 2n ** 256n;

export function createChecksum(): { add(rows: Row[]): void; read(): Checksum } {
  let count = 0;
  let total = 0n;
  return {
    add(rows) {
      count += rows.length;
      for (const row of rows) total += BigInt(`0x${hash("sha256", JSON.stringify(row))}`);
      total %= modulus;
    },
    read: () => ({ rows: count, sha256: total.toString(16).padStart(64, "0") }),
  };
}

/** The checksum of each table, as the transaction sees it. */
export async function computeChecksums(run: RunSql, tables: Table[]): Promise<Checksums> {
  const checksums: Checksums = {};
  for (const table of tables) {
    const checksum = createChecksum();
    for await (const rows of readRows(run, table)) checksum.add(rows);
    checksums[table.name] = checksum.read();
  }
  return checksums;
}

/** The names of the tables that differ. */
export function compareChecksums(one: Checksums, other: Checksums): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) => one[name]?.sha256 !== other[name]?.sha256 || one[name]?.rows !== other[name]?.rows,
  );
}

/** Rows for a database, with the tables and checksums of their source. */
export type RowSource = {
  tables: Table[];
  sequences: Sequence[];
  checksums: Checksums;
  /** All rows in pages, in the order of the tables. */
  pages(): AsyncIterable<{ table: string; rows: Row[] }>;
};

/**
 * Replaces all rows of a migrated database within the caller's transaction and reads them back. Throws when the
 * checksums differ, so that the transaction is rolled back.
 */
export async function loadRows(run: RunSql, source: RowSource): Promise<void> {
  await applySessionSettings(run);
  const targetTables = await listTables(run);
  const byName = new Map(targetTables.map((table) => [table.name, table]));
  for (const table of source.tables) checkColumns(table, byName.get(table.name));
  await replaceRows(run, targetTables, source.sequences, async () => {
    for await (const { table, rows } of source.pages()) {
      const target = byName.get(table);
      if (target) await insertRows(run, target, rows);
    }
  });
  const expected = { ...emptyChecksums(targetTables), ...source.checksums };
  const wrong = compareChecksums(await computeChecksums(run, targetTables), expected);
  if (wrong.length > 0) throw new Error(`copied rows differ from the source: ${wrong.join(", ")}`);
}

function checkColumns(source: Table, target: Table | undefined): void {
  const columnsOf = ({ columns }: Table) => columns.map(({ name }) => name).join();
  if (!target || columnsOf(target) !== columnsOf(source)) {
    throw new ArchiveError(
      `the table ${source.name} has other columns in the target: use the same version`,
    );
  }
}

function emptyChecksums(tables: Table[]): Checksums {
  const empty = { rows: 0, sha256: "0".repeat(64) };
  return Object.fromEntries(tables.map(({ name }) => [name, empty]));
}

/**
 * Empties all tables and calls `fill` with triggers disabled: no change is published, and the audit log is the source's.
 * Needs only the privileges of the tables' owner.
 */
async function replaceRows(
  run: RunSql,
  tables: Table[],
  sequences: Sequence[],
  fill: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => quote(name));
  await run(`TRUNCATE ${names.join(", ")} RESTART IDENTITY`);
  for (const name of names) await run(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await fill();
  // Checks deferred foreign keys now: a table with pending checks cannot be altered.
  await run("SET CONSTRAINTS ALL IMMEDIATE");
  for (const name of names) await run(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const { name, value } of sequences) {
    await run("SELECT setval($1::text::regclass, $2::text::bigint)", [quote(name), value]);
  }
}

/** Computes the rows of `localTables` again, in a migrated database. */
export async function rebuildDerivedRows(run: RunSql): Promise<void> {
  await run(
    "SELECT restart_order_feed(), restart_product_feed(), restart_sales(), index_products()",
  );
}
