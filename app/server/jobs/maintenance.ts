import path from "node:path";
import { startDailyBackups } from "#app/archive/backups.ts";
import { startControlServer } from "#app/archive/databases.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";
import type { Shop } from "#app/shop.ts";

const reminderIntervalMs = 20_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type MaintenanceOptions = {
  shop: Pick<
    Shop,
    | "deleteUnusedPictures"
    | "anonymizeOldOrders"
    | "attachOrders"
    | "expireRecords"
    | "refreshSales"
    | "continueImports"
    | "queueReminders"
  >;
  opened: OpenDatabase;
  env: Pick<Environment, "DATA_DIR" | "BACKUP_COMMAND">;
  log: Log;
};

/** Starts the jobs of a running shop; returns a function that stops them after their current runs. */
export async function startMaintenance(options: MaintenanceOptions): Promise<() => Promise<void>> {
  const stopSweep = startPictureSweep(options);
  const stopRetention = startOrderRetention(options);
  const stopExpiry = startExpiry(options);
  const stopImports = startContinuation(options);
  const stopSales = startSales(options);
  const stopCustomers = startCustomers(options);
  const stopReminders = startReminders(options);
  const stopBackups = await startBackups(options);
  return async () => {
    const stops = [
      stopSweep,
      stopRetention,
      stopExpiry,
      stopImports,
      stopReminders,
      stopBackups,
      stopSales,
      stopCustomers,
    ];
    await Promise.all(stops.map((stop) => stop()));
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

/** Announces orders that were not opened in time. */
function startReminders({ shop, log }: MaintenanceOptions) {
  const job = {
    name: "reminders of unopened orders",
    firstDelayMs: reminderIntervalMs,
    intervalMs: reminderIntervalMs,
    run: () => shop.queueReminders(),
  };
  return startPeriodicJob(job, log);
}

/** Deletes stored results and messages that are no longer needed. */
function startExpiry({ shop, log }: MaintenanceOptions) {
  const job = {
    name: "expiry of old records",
    firstDelayMs: 10 * minuteMs,
    intervalMs: hourMs,
    run: () => shop.expireRecords(),
  };
  return startPeriodicJob(job, log);
}

/** Computes the sums of sales, so that the page finds little to do, also after an upgrade or a restoration. */
function startSales({ shop, log }: MaintenanceOptions) {
  const job = {
    name: "sums of sales",
    firstDelayMs: minuteMs,
    intervalMs: 10 * minuteMs,
    run: () => shop.refreshSales(),
  };
  return startPeriodicJob(job, log);
}

/** Finds the customers of orders that could not wait for theirs. */
function startCustomers({ shop, log }: MaintenanceOptions) {
  const job = {
    name: "customers of new orders",
    firstDelayMs: minuteMs,
    intervalMs: minuteMs,
    run: async () => void (await shop.attachOrders()),
  };
  return startPeriodicJob(job, log);
}

/** Continues product imports after a crash: at once where no other process can be working on them. */
function startContinuation({ shop, opened, log }: MaintenanceOptions) {
  let abandonedMs = opened.engine === "embedded" ? 0 : minuteMs;
  const job = {
    name: "continuation of product imports",
    firstDelayMs: 0,
    intervalMs: minuteMs,
    async run() {
      const continued = await shop.continueImports(abandonedMs);
      abandonedMs = minuteMs;
      if (continued > 0) log.info({ continued }, "continued product imports");
    },
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
async function startBackups({ opened: { copyFiles }, env, log }: MaintenanceOptions) {
  if (!copyFiles) return async () => undefined;
  const closeControl = await startControlServer(env.DATA_DIR, copyFiles);
  const stopBackups = startDailyBackups(path.join(env.DATA_DIR, "backups"), log, {
    command: env.BACKUP_COMMAND,
  });
  return async () => {
    await stopBackups();
    await closeControl();
  };
}
