import type { RunSql } from "#app/platform/database/migrate.ts";

/** A table of the shop's: its columns by name, generated ones left out, with the types that PostgreSQL gives them. */
export type Table = { name: string; columns: { name: string; type: string }[] };

export type Sequence = { name: string; value: string };

/**
 * All tables, each behind those it refers to, so that they can be filled in this order. Left out are the record of
 * migrations, which a database writes itself, and unlogged tables, which hold nothing worth keeping.
 */
export async function listTables(run: RunSql): Promise<Table[]> {
  const found = (await run(`
    SELECT one.relname AS name,
      (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attname)
        FROM pg_attribute WHERE attrelid = one.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      (SELECT coalesce(json_agg(other.relname), '[]') FROM pg_constraint
        JOIN pg_class AS other ON other.oid = confrelid
        WHERE conrelid = one.oid AND contype = 'f' AND confrelid <> conrelid) AS refers
    FROM pg_class AS one
    WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'
    ORDER BY relname`)) as (Table & { refers: string[] })[];
  const sorted: Table[] = [];
  while (sorted.length < found.length) {
    const placed = new Set(sorted.map(({ name }) => name));
    const next = found.filter(
      ({ name, refers }) => !placed.has(name) && refers.every((other) => placed.has(other)),
    );
    if (next.length === 0) throw new Error("tables refer to each other in a circle");
    sorted.push(...next.map(({ name, columns }) => ({ name, columns })));
  }
  return sorted;
}

/** The last number that each sequence gave; those that gave none are left out. */
export async function listSequences(run: RunSql): Promise<Sequence[]> {
  const rows = await run(`SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`);
  return rows as Sequence[];
}

/** The migrations that a database has run, by name. */
export async function listMigrations(run: RunSql): Promise<{ name: string; sha256: string }[]> {
  const rows = await run("SELECT name, sha256 FROM migrations ORDER BY name");
  return rows as { name: string; sha256: string }[];
}

/** A name as SQL wants it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
