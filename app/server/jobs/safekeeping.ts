import path from "node:path";
import { openControl } from "#app/archive/control.ts";
import { keepBackedUp } from "#app/archive/daily.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";

/**
 * The embedded database has nobody else to copy it: a backup each day, and one whenever somebody asks. Returns how to
 * stop, which ends a backup under way.
 */
export async function keepSafe(
  dataDir: string,
  { copyFiles }: OpenDatabase,
  log: Log,
): Promise<() => Promise<void>> {
  if (!copyFiles) return async () => undefined;
  const closeControl = await openControl(dataDir, copyFiles);
  const stopBackups = keepBackedUp(path.join(dataDir, "backups"), log);
  return async () => {
    await stopBackups();
    await closeControl();
  };
}
