import type { Settings } from "#app/domain/settings/schema.ts";
import {
  saveOnVersion,
  type VersionedSaveResult,
} from "#app/routes/admin/editing/save-on-version.ts";
import { callApi } from "#app/routes/admin/session/call-api.ts";
import type { Edits, SectionDefinition, SettingsKeys } from "./drafts.tsx";

/** Loaded by the first save. */

let lastSave: Promise<unknown> = Promise.resolve();
let lastStored: Settings | undefined;

/**
 * All sections share one row and one version: saves run one after another, each on the newest version that is known, and
 * only a change of the same keys is a conflict.
 */
export function saveSection<Draft>(
  { read, write }: SectionDefinition<Draft>,
  { draft, base, version }: Edits<Draft>,
  loaded: Settings,
): Promise<VersionedSaveResult<Settings>> {
  const valuesOf = (settings: Settings) => write(read(settings));
  const saving = lastSave.then(async () => {
    const newest = lastStored && lastStored.version > loaded.version ? lastStored : loaded;
    const result = await saveOnVersion<Settings, SettingsKeys>({
      mine: write(draft),
      base: { version, values: write(base) },
      newest: { version: newest.version, values: valuesOf(newest) },
      conflictScope: "edited",
      valuesOf,
      patch: (changes) => callApi("PATCH", "/api/settings", changes),
    });
    if (result.kind === "saved") lastStored = result.row;
    return result;
  });
  lastSave = saving;
  return saving;
}
