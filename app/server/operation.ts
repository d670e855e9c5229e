import path from "node:path";
import { backupTime, listBackups, readBackupStatus } from "#app/archive/backup-status.ts";
import type { OperationState } from "#app/domain/dashboard/warnings.ts";
import { checkHealth } from "#app/domain/settings/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Disk } from "#app/platform/disk.ts";
import type { OperationFigures } from "./http/metrics.ts";

/** Disk and backups of the data folder. */
export async function readOperationState(dataDir: string, disk: Disk): Promise<OperationState> {
  const folder = path.join(dataDir, "backups");
  const [newest] = await listBackups(folder);
  return {
    freeBytes: await disk.freeBytes(),
    isDiskFull: await disk.isFull(),
    newestBackupAt: newest ? backupTime(newest) : undefined,
    ...(await readBackupStatus(folder)),
  };
}

/** The same for monitoring, with the time that the database takes to answer. */
export async function readOperationFigures(
  dataDir: string,
  disk: Disk,
  database: Database,
): Promise<OperationFigures> {
  const { freeBytes, isDiskFull, newestBackupAt, checked, copied } = await readOperationState(
    dataDir,
    disk,
  );
  return {
    pomar_disk_free_bytes: freeBytes,
    pomar_disk_full: isDiskFull ? 1 : 0,
    pomar_backup_age_seconds: ageSeconds(newestBackupAt),
    pomar_backup_check_ok: checked && (checked.error === undefined ? 1 : 0),
    pomar_backup_check_age_seconds: ageSeconds(checked && Date.parse(checked.at)),
    pomar_backup_copy_ok: copied && (copied.error === undefined ? 1 : 0),
    pomar_database_ping_seconds: await measurePing(database),
  };
}

function ageSeconds(at: number | undefined): number | undefined {
  return at === undefined ? undefined : Math.round((Date.now() - at) / 1000);
}

/** Undefined when the database does not answer. */
async function measurePing(database: Database): Promise<number | undefined> {
  const startedAt = performance.now();
  const isAnswered = await checkHealth(database).then(
    () => true,
    () => false,
  );
  return isAnswered ? (performance.now() - startedAt) / 1000 : undefined;
}
