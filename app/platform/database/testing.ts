import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, inject } from "vitest";
import type { DatabaseLog, OpenDatabase } from "./database.ts";
import { inTransaction, serveEngine } from "./embedded.ts";
import { migrate, type RunSql, readMigrations } from "./migrate.ts";
import { openPostgresDatabase } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the test run's PostgreSQL; absent where tests run on the embedded engine. */
    postgresUrl?: string;
  }
}

export const testLog: DatabaseLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
};

/**
 * A migrated database of this test file's own: four categories, one settings row, nothing else. Call it at the top of
 * the file: it is put back to that state before each test and closed after the last.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = inject("postgresUrl");
  const open = url ? await openOnPostgres(url) : await openInMemory();
  beforeEach(() => resetRows(open));
  afterAll(() => open.close());
  return open;
}

/** Keeps a copy of every table's first rows, from which `resetRows` restores them. */
export async function prepareTestDatabase(run: RunSql): Promise<void> {
  await run(`CREATE SCHEMA pristine;
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TABLE pristine.%1$I AS TABLE public.%1$I', name);
      END LOOP;
    END $$`);
}

async function resetRows({ database }: OpenDatabase): Promise<void> {
  // As a replica no trigger fires: putting rows back is not a change anybody should hear of.
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

async function openInMemory(): Promise<OpenDatabase> {
  const dump = await migratedDump();
  return serveEngine(await PGlite.create({ loadDataDir: dump }), testLog);
}

/** The embedded engine's files after the migrations, kept between runs: the first start of an engine takes seconds. */
async function migratedDump(): Promise<Blob> {
  const key = createHash("sha256").update(process.versions.node);
  for (const { sha256 } of await readMigrations()) key.update(sha256);
  const folder = new URL("../../../.cache/test-database/", import.meta.url);
  const file = new URL(`${key.digest("hex").slice(0, 16)}.tar`, folder);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return new Blob([kept]);
  const engine = await PGlite.create();
  await migrate(inTransaction(engine));
  await inTransaction(engine)(prepareTestDatabase);
  const dump = await engine.dumpDataDir("none");
  await engine.close();
  await mkdir(folder, { recursive: true });
  // Written aside and renamed, since other test files may be doing the same.
  const aside = `${fileURLToPath(file)}.${randomUUID()}`;
  await writeFile(aside, Buffer.from(await dump.arrayBuffer()));
  await rename(aside, file);
  return dump;
}

async function openOnPostgres(url: string): Promise<OpenDatabase> {
  const server = await openPostgresDatabase(url, testLog);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await server.database.execute(sql.raw(`CREATE DATABASE ${name} TEMPLATE template_shop`));
  await server.close();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return openPostgresDatabase(own.href, testLog);
}
