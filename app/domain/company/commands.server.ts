import { saveEdit } from "#app/domain/kernel/editing/commands.server.ts";
import type { SaveResult } from "#app/domain/kernel/editing/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { insertSettings, toSettings } from "./queries.server.ts";
import type { Settings, SettingsChanges } from "./schema.ts";
import { settings } from "./table.ts";

/** Saves sections of the settings; a conflict if the settings were saved after `version`. */
export function changeSettings(
  database: Database,
  author: Author,
  changes: SettingsChanges,
): Promise<SaveResult<Settings>> {
  return runAsUser(database, author, async (tx) => {
    const [current] = await tx.select().from(settings).for("update");
    return saveEdit({
      current: current ?? (await insertSettings(tx)),
      version: changes.version,
      show: toSettings,
      // Never an empty update: `changes` contains the version, which a trigger then increments.
      save: () => tx.update(settings).set(changes).returning(),
    });
  });
}

/** A shop of the seller's own before its opening. */
export const unopenedShop = { stage: "preparing" as const };
