import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { Client, Pool } from "pg";
import type { Database } from "#app/platform/database/database.ts";
import { postgresMajor } from "#app/platform/database/embedded/durability.ts";
import { Engine } from "#app/platform/database/embedded/engine.ts";
import { inEmbeddedTransaction } from "#app/platform/database/embedded/open.ts";
import {
  type InTransaction,
  migrate,
  type RunSql,
  readFunctions,
  readMigrations,
} from "#app/platform/database/migrate.ts";
import { connectionOptions } from "#app/platform/database/postgres/connection.ts";
import { inPostgresTransaction } from "#app/platform/database/postgres/open.ts";

const templates = { migrated: "template_shop", empty: "template0" };

/** Creates, on the server at `url`, the migrated database that test databases are copied from. */
export async function prepareTemplate(url: string): Promise<void> {
  await runCommand(url, `CREATE DATABASE ${templates.migrated} TEMPLATE ${templates.empty}`);
  const pool = new Pool(connectionOptions(withDatabase(url, templates.migrated)));
  await migrate(inPostgresTransaction(pool));
  await inPostgresTransaction(pool)(saveInitialRows);
  await pool.end();
}

/** Creates a database on the server at `url` and returns its address. */
export async function createTestDatabase(
  url: string,
  template: keyof typeof templates = "migrated",
): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runCommand(url, `CREATE DATABASE ${name} TEMPLATE ${templates[template]}`);
  return withDatabase(url, name);
}

/** A database without tables, embedded or on the server at `url`. */
export async function openEmptyDatabase(
  url?: string,
): Promise<{ inTransaction: InTransaction; close(): Promise<void> }> {
  if (url) {
    const pool = new Pool({ connectionString: await createTestDatabase(url, "empty") });
    return { inTransaction: inPostgresTransaction(pool), close: () => pool.end() };
  }
  const engine = await Engine.start({});
  return { inTransaction: inEmbeddedTransaction(engine), close: () => engine.close() };
}

async function runCommand(url: string, command: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(command).finally(() => client.end());
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

const dumpFolder = fileURLToPath(new URL("../../../.cache/test-database/", import.meta.url));

/** The embedded engine's files after the migrations, cached between runs: the first start takes seconds. */
export async function readMigratedDump(): Promise<Blob> {
  const file = await nameDump();
  const cached = await readFile(path.join(dumpFolder, file)).catch(() => undefined);
  if (cached) return new Blob([cached]);
  const dump = await createDump();
  await storeDump(file, dump);
  return dump;
}

/** Changes with everything that goes into the dump. */
async function nameDump(): Promise<string> {
  const key = createHash("sha256").update(postgresMajor).update(saveInitialRows.toString());
  const files = [...(await readMigrations()), await readFunctions()];
  for (const file of files) key.update(file?.sha256 ?? "");
  return `${key.digest("hex").slice(0, 16)}.tar`;
}

async function createDump(): Promise<Blob> {
  const engine = await Engine.start({});
  await migrate(inEmbeddedTransaction(engine));
  await inEmbeddedTransaction(engine)(saveInitialRows);
  await engine.exec("CHECKPOINT");
  const dump = await engine.dumpDataDir("none");
  await engine.close();
  return dump;
}

async function storeDump(file: string, dump: Blob): Promise<void> {
  await mkdir(dumpFolder, { recursive: true });
  // Written under a temporary name and renamed, since other test files may do the same at this moment.
  const temporary = path.join(dumpFolder, randomUUID());
  await writeFile(temporary, Buffer.from(await dump.arrayBuffer()));
  await rename(temporary, path.join(dumpFolder, file));
  for (const other of await readdir(dumpFolder)) {
    if (other.endsWith(".tar") && other !== file)
      await rm(path.join(dumpFolder, other), { force: true });
  }
}

/** Copies the rows of all tables that have some to the schema `pristine`, for `restoreInitialRows`. */
async function saveInitialRows(run: RunSql): Promise<void> {
  await run(`CREATE SCHEMA pristine;
    DO $$ DECLARE name text; has_rows boolean; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO has_rows;
        IF has_rows THEN
          EXECUTE format('CREATE TABLE pristine.%1$I AS TABLE public.%1$I', name);
        END IF;
      END LOOP;
    END $$`);
}

/**
 * Resets all tables and sequences. The replica role disables triggers: the reset publishes no change. TRUNCATE writes new
 * files for every table and index, so that it took six times as long for the few rows of most tests; large tables are
 * truncated because nothing removes the deleted rows. The lock waits for writers of the test before.
 */
export async function restoreInitialRows(database: Database): Promise<void> {
  await database.execute(sql`
    DO $$ DECLARE name text; names text; large_names text; BEGIN
      SET LOCAL session_replication_role = replica;
      SELECT string_agg(oid::regclass::text, ', '),
        string_agg(oid::regclass::text, ', ') FILTER (WHERE pg_relation_size(oid) > 131072)
        INTO names, large_names
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r';
      EXECUTE 'LOCK TABLE ' || names;
      IF large_names IS NOT NULL THEN EXECUTE 'TRUNCATE ' || large_names || ' CASCADE'; END IF;
      FOREACH name IN ARRAY string_to_array(names, ', ') LOOP
        EXECUTE 'DELETE FROM ' || name;
      END LOOP;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'pristine' LOOP
        EXECUTE format('INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE TABLE pristine.%1$I', name);
      END LOOP;
      PERFORM setval(format('%I.%I', schemaname, sequencename), start_value, false)
        FROM pg_sequences WHERE schemaname = 'public';
    END $$`);
}
