import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import type { DeliveryPlan } from "#app/domain/delivery/rules.ts";
import { listStatuses, pedidos } from "#app/domain/orders/table.ts";
import { type Database, runAsUser } from "#app/platform/database/database.ts";
import { addDays, localClock } from "#app/shared/days.ts";
import { cancelledStatus, statusesWith } from "#app/shared/order-status.ts";
import { firstCountedDate, listDueDates, phaseOf, type SeriesDate } from "./calendar.ts";
import { calendarOf } from "./context.server.ts";
import { makeSeriesDate } from "./order.server.ts";
import { orderSeries, type SeriesRow, seriesDates } from "./table.ts";

/** Rows that the dates of a run may have. */
const lookedBackDays = 21;

/**
 * Orders what is due of all series, and reminds of the rest. Any number of processes may run it at any time: the row of a date is
 * stored with its order. Returns how many dates were made; a series that fails does not stop the others.
 */
export async function orderDueSeries(database: Database, now: Date): Promise<number> {
  const { stage } = await readSettings(database);
  if (stage === "preparing") return 0;
  await startConfirmed(database, now);
  const running = await database
    .select({ id: orderSeries.id })
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
  let made = 0;
  const failures: unknown[] = [];
  for (const { id } of running) {
    try {
      made += await orderDueDates(database, now, plan, id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "some series could not be ordered");
  return made;
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
        : { accepted_at: now, counts_from: countsFromNow(series, plan, now) };
    await runAsUser(database, null, (tx) =>
      tx
        .update(orderSeries)
        .set(change)
        .where(and(eq(orderSeries.id, series.id), isNull(orderSeries.accepted_at))),
    );
  }
}

/** The first date that a series may still order, from the one on that it counts from. */
function countsFromNow(series: SeriesRow, plan: DeliveryPlan, now: Date): string {
  return firstCountedDate(series, calendarOf(series, plan), localClock(now), series.counts_from);
}

async function orderDueDates(
  database: Database,
  now: Date,
  plan: DeliveryPlan,
  id: string,
): Promise<number> {
  const [series] = await database.select().from(orderSeries).where(eq(orderSeries.id, id));
  if (!series) return 0;
  const due = await listDue(database, now, plan, series);
  let made = 0;
  for (const { date } of due) {
    const isMade = await runAsUser(database, null, (tx) => makeDueDate(tx, now, plan, id, date));
    if (isMade) made += 1;
  }
  return made;
}

/** Reads the series again under its lock: it may have been changed, paused or ended meanwhile. */
async function makeDueDate(
  tx: Database,
  now: Date,
  plan: DeliveryPlan,
  id: string,
  date: string,
): Promise<boolean> {
  const series = await lockSeries(tx, id);
  if (!series || series.ended_at || series.paused_at) return false;
  const planned = (await listDue(tx, now, plan, series)).find((one) => one.date === date);
  if (!planned) return false;
  const isOver = phaseOf(planned, localClock(now)) === "over";
  const how = isOver ? "miss" : series.mode === "lembrete" ? "remind" : "order";
  return makeSeriesDate(tx, now, series, planned, how);
}

export async function lockSeries(tx: Database, id: string): Promise<SeriesRow | undefined> {
  const [series] = await tx.select().from(orderSeries).where(eq(orderSeries.id, id)).for("update");
  return series;
}

async function listDue(
  database: Database,
  now: Date,
  plan: DeliveryPlan,
  series: SeriesRow,
): Promise<SeriesDate[]> {
  const clock = localClock(now);
  const rows = await database
    .select({ date: seriesDates.date, state: seriesDates.state, changes: seriesDates.changes })
    .from(seriesDates)
    .where(
      and(
        inArray(seriesDates.series_id, [series.id]),
        gte(seriesDates.date, addDays(clock.date, -lookedBackDays)),
      ),
    );
  const done = rows.filter(({ state }) => state !== "changed").map(({ date }) => date);
  return listDueDates(series, calendarOf(series, plan, rows), clock, new Set(done));
}
