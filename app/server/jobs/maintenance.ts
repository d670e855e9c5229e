import path from "node:path";
import { startDailyBackups } from "#app/archive/backups.ts";
import { startControlServer } from "#app/archive/running-shop.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import { type PeriodicJob, startPeriodicJob } from "#app/platform/periodic-job.ts";
import type { Shop } from "#app/shop.ts";

const reminderIntervalMs = 20_000;
const scheduleIntervalMs = 10_000;
const seriesIntervalMs = 30_000;
const pixIntervalMs = 5_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type MaintenanceOptions = {
  shop: Pick<
    Shop,
    | "catalogue"
    | "catalogueFile"
    | "customers"
    | "kernel"
    | "media"
    | "outgoing"
    | "reports"
    | "series"
  >;
  opened: OpenDatabase;
  env: Pick<Environment, "DATA_DIR" | "BACKUP_COMMAND" | "PIX_URL">;
  log: Log;
};

/** Starts the jobs of a running shop; returns a function that stops them after their current runs. */
export async function startMaintenance(options: MaintenanceOptions): Promise<() => Promise<void>> {
  const stops = listJobs(options).map((job) => startPeriodicJob(job, options.log));
  stops.push(await startBackups(options));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Where several processes run, the database makes sure that one of them does the work. */
function listJobs({ shop, opened, env, log }: MaintenanceOptions): PeriodicJob[] {
  /** The time is 0 where no other process can be working on an import. */
  let abandonedMs = opened.engine === "embedded" ? 0 : minuteMs;
  return [
    {
      name: "sweep of unused pictures",
      firstDelayMs: hourMs,
      intervalMs: hourMs,
      async run() {
        const deleted = await shop.media.deleteUnused();
        if (deleted > 0) log.info({ deleted }, "deleted unused pictures");
      },
    },
    {
      // The retention period of the settings.
      name: "anonymization of old orders",
      firstDelayMs: 5 * minuteMs,
      intervalMs: dayMs,
      async run() {
        const orders = await shop.customers.anonymizeOldOrders();
        if (orders > 0) log.info({ orders }, "anonymized old orders");
      },
    },
    {
      name: "expiry of old records",
      firstDelayMs: 10 * minuteMs,
      intervalMs: hourMs,
      async run() {
        await shop.kernel.expireIdempotencyKeys();
        await shop.outgoing.expireMessages();
        await shop.catalogue.expirePriceSchedules();
        await shop.catalogueFile.deleteExpired();
      },
    },
    {
      name: "continuation of product imports",
      firstDelayMs: 0,
      intervalMs: minuteMs,
      async run() {
        const continued = await shop.catalogue.continueImports(abandonedMs);
        abandonedMs = minuteMs;
        if (continued > 0) log.info({ continued }, "continued product imports");
      },
    },
    {
      // The sums are refreshed often, so that the page finds little to do, also after an upgrade or a restoration.
      name: "sums of sales",
      firstDelayMs: minuteMs,
      intervalMs: 10 * minuteMs,
      run: () => shop.reports.refreshSales(),
    },
    {
      // Orders that could not wait for their customer get one.
      name: "customers of new orders",
      firstDelayMs: minuteMs,
      intervalMs: minuteMs,
      run: () => shop.customers.attachOrders(),
    },
    {
      name: "scheduled prices",
      firstDelayMs: scheduleIntervalMs,
      intervalMs: scheduleIntervalMs,
      run: () => shop.catalogue.applyScheduledPrices(),
    },
    {
      name: "reminders of unopened orders",
      firstDelayMs: reminderIntervalMs,
      intervalMs: reminderIntervalMs,
      run: () => shop.outgoing.queueReminders(),
    },
    {
      name: "orders that repeat",
      firstDelayMs: seriesIntervalMs,
      intervalMs: seriesIntervalMs,
      async run() {
        const made = await shop.series.orderDue();
        if (made > 0) log.info({ made }, "made orders that repeat");
      },
    },
    ...(env.PIX_URL ? [pixChecks(shop)] : []),
  ];
}

/** Finds what is paid although the bank's callback was lost. */
function pixChecks(shop: MaintenanceOptions["shop"]): PeriodicJob {
  return {
    name: "checks of Pix charges",
    firstDelayMs: 0,
    intervalMs: pixIntervalMs,
    run: () => shop.outgoing.queuePixChecks(),
  };
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
