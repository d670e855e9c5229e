import { setImmediate } from "node:timers/promises";
import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import type { DeliveryPlan } from "#app/domain/delivery/rules.ts";
import { listStatuses, pedidos } from "#app/domain/orders/table.ts";
import { type Database, runAsUser } from "#app/platform/database/database.ts";
import { isDatabaseUnavailable, isTransactionConflict } from "#app/platform/database/errors.ts";
import { addDays, localClock } from "#app/shared/days.ts";
import { cancelledStatus, statusesWith } from "#app/shared/order-status.ts";
import { listDueDates, phaseOf, type SeriesDate } from "./calendar.ts";
import { calendarOf, countFrom } from "./context.server.ts";
import { type Handling, makeSeriesDate } from "./order.server.ts";
import { orderSeries, type SeriesDateRow, type SeriesRow, seriesDates } from "./table.ts";

/** Covers the dates that a run may still report as missed, and their neighbors. */
const maxAgeDays = 28;

/**
 * Orders what is due of all series, or sends the reminder. Any number of processes may run it at any time: the row of a date is
 * stored with its order. Returns how many dates were made. A date that fails does not stop the others: it becomes an exception on
 * the seller's list, unless the same may succeed at the next run; the error is thrown at the end.
 */
export async function orderDueSeries(database: Database, now: Date): Promise<number> {
  const { stage } = await readSettings(database);
  if (stage === "preparing") return 0;
  await startConfirmed(database, now);
  const running = await database
    .select()
    .from(orderSeries)
    .where(
      and(
        isNull(orderSeries.ended_at),
        isNull(orderSeries.paused_at),
        sql`${orderSeries.accepted_at} IS NOT NULL`,
      ),
    )
    .orderBy(orderSeries.id);
  if (running.length === 0) return 0;
  const plan = await readPlan(database);
  const rows = Map.groupBy(await readDates(database, now), ({ series_id }) => series_id);
  let count = 0;
  const failures: unknown[] = [];
  for (const series of running) {
    // Other requests are handled between two series.
    await setImmediate();
    for (const { date } of listDue(now, plan, series, rows.get(series.id) ?? [])) {
      try {
        if (await orderDueDate(database, now, plan, series.id, date)) count += 1;
      } catch (error) {
        failures.push(error);
        await storeFailure(database, now, plan, series.id, date, error).catch((reason) =>
          failures.push(reason),
        );
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "some series could not be ordered");
  return count;
}

/** The date is not tried again, unless the same may succeed at the next run. */
async function storeFailure(
  database: Database,
  now: Date,
  plan: DeliveryPlan,
  id: string,
  date: string,
  error: unknown,
): Promise<void> {
  if (isDatabaseUnavailable(error) || isTransactionConflict(error)) return;
  await orderDueDate(database, now, plan, id, date, "reject");
}

/** A series that a customer made of an order starts when the shop confirms that order, and ends with its cancellation. */
async function startConfirmed(database: Database, now: Date): Promise<void> {
  const waiting = await database
    .select({ series: orderSeries, status: pedidos.status })
    .from(orderSeries)
    .innerJoin(pedidos, eq(pedidos.id, orderSeries.order_id))
    .where(
      and(
        isNull(orderSeries.accepted_at),
        isNull(orderSeries.ended_at),
        sql`${pedidos.status} IN ${listStatuses([...statusesWith("takesStock"), cancelledStatus])}`,
      ),
    );
  if (waiting.length === 0) return;
  const plan = await readPlan(database);
  for (const { series, status } of waiting) {
    const change =
      status === cancelledStatus
        ? { ended_at: now }
        : { accepted_at: now, counts_from: countFrom(series, plan, now) };
    await runAsUser(database, null, (tx) =>
      tx
        .update(orderSeries)
        .set(change)
        .where(and(eq(orderSeries.id, series.id), isNull(orderSeries.accepted_at))),
    );
  }
}

/**
 * Reads the series again under its lock: it may have been changed, paused or ended meanwhile. `instead` is done in place of what
 * is due.
 */
function orderDueDate(
  database: Database,
  now: Date,
  plan: DeliveryPlan,
  id: string,
  date: string,
  instead?: Handling,
): Promise<boolean> {
  return runAsUser(database, null, async (tx) => {
    const series = await lockSeries(tx, id);
    if (!series || series.ended_at || series.paused_at) return false;
    const due = listDue(now, plan, series, await readDates(tx, now, id));
    const planned = due.find((dueDate) => dueDate.date === date);
    if (!planned) return false;
    const isOver = phaseOf(planned, localClock(now)) === "over";
    const how: Handling = isOver ? "miss" : series.mode === "lembrete" ? "remind" : "order";
    return makeSeriesDate(tx, now, series, planned, instead ?? how);
  });
}

export async function lockSeries(tx: Database, id: string): Promise<SeriesRow | undefined> {
  const [series] = await tx.select().from(orderSeries).where(eq(orderSeries.id, id)).for("update");
  return series;
}

/** The rows that a run needs, of one series or of all. */
function readDates(database: Database, now: Date, id?: string): Promise<SeriesDateRow[]> {
  const first = addDays(localClock(now).date, -maxAgeDays);
  const isOfSeries = id === undefined ? undefined : eq(seriesDates.series_id, id);
  return database
    .select()
    .from(seriesDates)
    .where(and(isOfSeries, gte(seriesDates.date, first)));
}

function listDue(
  now: Date,
  plan: DeliveryPlan,
  series: SeriesRow,
  rows: readonly SeriesDateRow[],
): SeriesDate[] {
  const done = rows.filter(({ state }) => state !== "changed").map(({ date }) => date);
  const calendar = calendarOf(series, plan, rows);
  return listDueDates(series, calendar, localClock(now), new Set(done));
}
