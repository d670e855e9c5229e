import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { functionsName } from "#app/platform/database/migrate.ts";
import type { Settings } from "./schema.ts";
import { settings } from "./table.ts";

/** The settings row; inserted with defaults if it is missing. */
export async function readSettings(database: Database): Promise<Settings> {
  const [row] = await database.select().from(settings).limit(1);
  return toSettings(row ?? (await insertSettings(database)));
}

/** Reads the terms of each payment method, without the texts of the pages, which are long. */
export async function readPaymentTerms(database: Database): Promise<Settings["payment_terms"]> {
  const { payment_terms } = settings;
  const [row] = await database.select({ payment_terms }).from(settings).limit(1);
  return (row ?? (await insertSettings(database))).payment_terms;
}

/** Inserts the missing settings row with defaults; returns the row of another process that inserted it first. */
export async function insertSettings(database: Database): Promise<typeof settings.$inferSelect> {
  await database.execute(sql`INSERT INTO settings DEFAULT VALUES ON CONFLICT DO NOTHING`);
  const [row] = await database.select().from(settings).limit(1);
  if (!row) throw new Error("the settings row could not be inserted");
  return row;
}

export function toSettings(row: typeof settings.$inferSelect): Settings {
  const { single_row, created_at, updated_at, ...rest } = row;
  return rest;
}

/** The last migration that the database has run, such as "0001_shop". */
export async function readLastMigration(database: Database): Promise<string> {
  const { rows } = await database.execute<{ name: string }>(
    sql`SELECT max(name) AS name FROM migrations WHERE name <> ${functionsName}`,
  );
  return rows[0]?.name.replace(/\.sql$/, "") ?? "";
}

/** Writes a little to the database's log and to no table. */
export async function checkWrites(database: Database): Promise<void> {
  await database.execute(sql`SELECT pg_logical_emit_message(true, 'pomar', repeat(' ', 8192))`);
}

/** Runs a minimal query; throws when the database does not respond. */
export async function checkHealth(database: Database): Promise<void> {
  await database.select({ id: settings.id }).from(settings).limit(1);
}
