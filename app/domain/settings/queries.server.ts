import type { Database } from "#app/platform/database/database.ts";
import { settings } from "#app/platform/database/schema.ts";
import type { Settings } from "./schema.ts";

/** The settings row, which a migration inserts. */
export async function readSettings(database: Database): Promise<Settings> {
  const [row] = await database.select().from(settings).limit(1);
  if (!row) throw new Error("the settings row is missing");
  return toSettings(row);
}

export function toSettings(row: typeof settings.$inferSelect): Settings {
  const { single_row, created_at, updated_at, ...rest } = row;
  return rest;
}

/** Runs a minimal query; throws when the database does not respond. */
export async function checkHealth(database: Database): Promise<void> {
  await database.select({ id: settings.id }).from(settings).limit(1);
}
