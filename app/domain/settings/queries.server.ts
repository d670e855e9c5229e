import type { Database } from "#app/platform/database/database.ts";
import { settings } from "#app/platform/database/schema.ts";
import type { Settings } from "./schema.ts";

/** The settings row. The migration makes it, so that a shop without one is a broken database. */
export async function readSettings(database: Database): Promise<Settings> {
  const [row] = await database.select().from(settings).limit(1);
  if (!row) throw new Error("the settings row is missing");
  return toSettings(row);
}

export function toSettings(row: typeof settings.$inferSelect): Settings {
  const { single_row, created_at, updated_at, ...rest } = row;
  return rest;
}

/** Asks the database for one settings id and nothing else; throws when it does not answer. */
export async function checkHealth(database: Database): Promise<void> {
  await database.select({ id: settings.id }).from(settings).limit(1);
}
