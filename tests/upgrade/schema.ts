import type { RunSql } from "#app/platform/database/migrate.ts";

/**
 * Everything in the schema `public` that migrations and functions define, as one text per object. Without parentheses: a dump that
 * was loaded has more of them around the same conditions.
 */
export async function describeSchema(run: RunSql): Promise<string[]> {
  const rows = await run(`
    WITH tables AS (
      SELECT oid, relname, relpersistence, relreplident FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    )
    SELECT concat_ws(' ', 'table', relname, relpersistence, relreplident) AS text FROM tables
    UNION ALL
    SELECT concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity,
        attstorage, pg_get_expr(adbin, adrelid))
      FROM tables JOIN pg_attribute ON attrelid = tables.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      FROM tables JOIN pg_constraint ON conrelid = tables.oid WHERE contype <> 'n'
    UNION ALL
    SELECT pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = tables.oid
    UNION ALL
    SELECT pg_get_triggerdef(pg_trigger.oid) FROM tables JOIN pg_trigger ON tgrelid = tables.oid WHERE NOT tgisinternal
    UNION ALL
    SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by) FROM pg_sequences
      WHERE schemaname = 'public'
    UNION ALL
    SELECT concat_ws(' ', 'type', typname) FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')`);
  return rows.map(({ text }) => String(text).replaceAll(/[()\s]+/g, " ")).toSorted();
}
