-- A dump is restored, and rows of another server are applied, with an empty search path: a function that a check calls must find the
-- other functions there too. Those of triggers follow in functions/99_search_path.sql.
ALTER FUNCTION are_sale_options(jsonb) SET search_path = public, pg_temp;

-- Logical replication identifies a deleted row by its key, or, as this table has none, by all of its columns.
ALTER TABLE sales_stale REPLICA IDENTITY FULL;
