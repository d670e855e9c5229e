import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { RunSql } from "./migrate.ts";

/** Keeps a copy of every table's rows, from which `restorePristine` puts a test's database back. */
export async function keepPristine(run: RunSql): Promise<void> {
  await run(`CREATE SCHEMA pristine;
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TABLE pristine.%1$I AS TABLE public.%1$I', name);
      END LOOP;
    END $$`);
}

/** As a replica no trigger fires: putting rows back is no change that anybody should hear of. */
export async function restorePristine(database: Database): Promise<void> {
  await database.execute(sql`
    DO $$ DECLARE name text; BEGIN
      SET LOCAL session_replication_role = replica;
      EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('public.%I', tablename), ', ') || ' RESTART IDENTITY'
        FROM pg_tables WHERE schemaname = 'public');
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'pristine' LOOP
        EXECUTE format('INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE TABLE pristine.%1$I', name);
      END LOOP;
    END $$`);
}
