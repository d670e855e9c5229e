import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { settings } from "#app/platform/database/schema.ts";
import type { Settings } from "./schema.ts";

/** The settings row; inserted with defaults if it is missing. */
export async function readSettings(database: Database): Promise<Settings> {
  const [row] = await database.select().from(settings).limit(1);
  return toSettings(row ?? (await insertSettings(database)));
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

/** Runs a minimal query; throws when the database does not respond. */
export async function checkHealth(database: Database): Promise<void> {
  await database.select({ id: settings.id }).from(settings).limit(1);
}
