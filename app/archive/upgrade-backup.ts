import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { DatabaseLog } from "#app/platform/database/database.ts";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import type { BeforeUpgrade } from "#app/platform/database/migrate.ts";
import type { Environment } from "#app/platform/env.ts";
import { writeArchive } from "./archive-file.ts";
import { selectMediaStore } from "./databases.ts";

/**
 * Writes `backups/before-<migration>.tar.gz`, which is never pruned, since migrations cannot be reverted. When that fails,
 * the shop does not start and its database is unchanged.
 */
export function backUpBeforeUpgrade(
  env: Environment,
  log: Pick<DatabaseLog, "info">,
): BeforeUpgrade {
  return async (inTransaction, migration) => {
    const file = path.join(env.DATA_DIR, "backups", `before-${migration}.tar.gz`);
    const startedAt = performance.now();
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const source = { inTransaction, close: async () => undefined };
      const counts = await writeArchive(source, selectMediaStore(env), file);
      const durationMs = Math.round(performance.now() - startedAt);
      log.info({ file, ...counts, durationMs }, "created a backup before the upgrade");
    } catch (error) {
      throw new DatabaseStartError(
        `the backup before the upgrade cannot be written to ${file} (${(error as Error).message}): the database is unchanged`,
      );
    }
  };
}
