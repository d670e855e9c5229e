import { changeSettings } from "#app/domain/settings/commands.server.ts";
import { checkHealth, readSettings } from "#app/domain/settings/queries.server.ts";
import type { SettingsChanges } from "#app/domain/settings/settings-input.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Author } from "#app/platform/database/transactions.ts";

/** The one settings row. */
export function bindSettings(database: Database) {
  return {
    readSettings: () => readSettings(database),
    checkHealth: () => checkHealth(database),
    changeSettings: (author: Author, changes: SettingsChanges) =>
      changeSettings(database, author, changes),
  };
}
