import { afterAll, expect, inject, it } from "vitest";
import { openEmptyDatabase } from "#tests/support/engines.ts";
import { listFixtures, loadFixture } from "#tests/upgrade/fixture.ts";
import { migrate, type RunSql } from "./migrate.ts";

// Files of pg_dump, the processes of logical replication, and REINDEX and ANALYZE from PostgreSQL 17 on set an empty search path.

const { inTransaction, close } = await openEmptyDatabase(inject("postgresUrl"));
afterAll(close);
const [oldest = ""] = listFixtures();
await loadFixture(oldest, inTransaction);
await migrate(inTransaction);

it("names its own search path in every trigger's function", async () => {
  const rows = await inTransaction((run) =>
    run(`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype
      AND NOT 'search_path=public, pg_temp' = ANY (coalesce(proconfig, '{}'))`),
  );
  expect(rows).toEqual([]);
});

it("identifies the rows of every table for logical replication", async () => {
  const rows = await inTransaction((run) =>
    run(`SELECT relname FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace
      AND NOT (relreplident = 'f' OR relreplident = 'd' AND EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary))`),
  );
  expect(rows).toEqual([]);
});

it("checks, indexes and changes the rows of every table without a search path", async () => {
  const tables = await inTransaction((run) =>
    run(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    ),
  );
  const results = async (setting: string) => {
    const list: string[] = [];
    for (const { name } of tables) list.push(`${name}: ${await changeRows(String(name), setting)}`);
    return list;
  };
  expect(tables.length).toBeGreaterThan(40);
  expect(await results("")).toEqual(await results("public"));
});

/** Rewrites all rows and the indexes of a table, and replaces its first row; the error if there is one. Nothing remains changed. */
async function changeRows(table: string, searchPath: string): Promise<string> {
  const undone = new Error("done");
  const work = async (run: RunSql) => {
    const [column] = await run(
      `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = 'public.${table}'::regclass AND attnum > 0
        AND NOT attisdropped AND attidentity = '' LIMIT 1`,
    );
    await run(`SELECT set_config('search_path', '${searchPath}', true)`);
    await run(`UPDATE public.${table} SET ${column?.name} = ${column?.name}`);
    await run(
      `CREATE TEMPORARY TABLE replaced ON COMMIT DROP AS SELECT * FROM public.${table} ORDER BY ctid LIMIT 1`,
    );
    await run(`REINDEX TABLE public.${table}`);
    await run(`DELETE FROM public.${table} WHERE ctid = (SELECT min(ctid) FROM public.${table})`);
    await run(`INSERT INTO public.${table} OVERRIDING SYSTEM VALUE SELECT * FROM pg_temp.replaced`);
    throw undone;
  };
  return inTransaction(work).then(String, (error: Error) => error.message);
}
