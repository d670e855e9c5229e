import path from "node:path";
import { startControlServer } from "#app/archive/control.ts";
import { startDailyBackups } from "#app/archive/daily-backup.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";
import type { Shop } from "#app/shop.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type MaintenanceOptions = {
  shop: Pick<Shop, "deleteUnusedPictures" | "anonymizeOldOrders" | "expireRecords">;
  opened: OpenDatabase;
  dataDir: string;
  log: Log;
};

/** Starts the jobs of a running shop; returns a function that stops them after their current runs. */
export async function startMaintenance(options: MaintenanceOptions): Promise<() => Promise<void>> {
  const stopSweep = startPictureSweep(options);
  const stopRetention = startOrderRetention(options);
  const stopExpiry = startExpiry(options);
  const stopBackups = await startBackups(options);
  return async () => {
    await Promise.all([stopSweep(), stopRetention(), stopExpiry(), stopBackups()]);
  };
}

/** Deletes pictures that no row refers to. */
function startPictureSweep({ shop, log }: MaintenanceOptions) {
  const job = {
    name: "sweep of unused pictures",
    firstDelayMs: hourMs,
    intervalMs: hourMs,
    async run() {
      const deleted = await shop.deleteUnusedPictures();
      if (deleted > 0) log.info({ deleted }, "deleted unused pictures");
    },
  };
  return startPeriodicJob(job, log);
}

/** Deletes stored results and webhook deliveries that are no longer needed. */
function startExpiry({ shop, log }: MaintenanceOptions) {
  const job = {
    name: "expiry of old records",
    firstDelayMs: 10 * minuteMs,
    intervalMs: hourMs,
    run: () => shop.expireRecords(),
  };
  return startPeriodicJob(job, log);
}

/** Applies the retention period of the settings. Where several processes run, one of them does the work. */
function startOrderRetention({ shop, log }: MaintenanceOptions) {
  const job = {
    name: "anonymization of old orders",
    firstDelayMs: 5 * minuteMs,
    intervalMs: dayMs,
    async run() {
      const orders = await shop.anonymizeOldOrders();
      if (orders > 0) log.info({ orders }, "anonymized old orders");
    },
  };
  return startPeriodicJob(job, log);
}

/** Daily backups of the embedded database, and the socket by which `npm run backup` requests a copy. */
async function startBackups({ opened: { copyFiles }, dataDir, log }: MaintenanceOptions) {
  if (!copyFiles) return async () => undefined;
  const closeControl = await startControlServer(dataDir, copyFiles);
  const stopBackups = startDailyBackups(path.join(dataDir, "backups"), log);
  return async () => {
    await stopBackups();
    await closeControl();
  };
}
