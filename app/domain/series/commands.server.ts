import { and, eq, sql } from "drizzle-orm";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { addDays, localClock } from "#app/shared/days.ts";
import { firstCountedDate } from "./calendar.ts";
import { checkWeekdays, priceLines, readContent } from "./content.server.ts";
import { calendarOf, countFrom } from "./context.server.ts";
import { changeDate } from "./date-actions.server.ts";
import { lockSeries } from "./job.server.ts";
import { listSeries } from "./queries.server.ts";
import { notFound, reject, type SeriesFailure, type SeriesResult } from "./rejections.ts";
import type { SeriesAction, SeriesView } from "./schema.ts";
import { isInScope, type SeriesScope } from "./scope.server.ts";
import { orderSeries, type SeriesRow, seriesDates } from "./table.ts";

/** Does something with a series of the scope, and returns the series as it is then. */
export async function actOnSeries(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  author: Author,
  scope: SeriesScope,
  id: string,
  action: SeriesAction,
): Promise<{ ok: true; row: SeriesView | undefined } | SeriesFailure> {
  const result = await runAsUser(database, author, async (tx): Promise<SeriesResult> => {
    const series = await lockSeries(tx, id);
    const isOfThis = and(eq(orderSeries.id, id), isInScope(scope));
    if (!series || (await tx.$count(orderSeries, isOfThis)) === 0) return notFound;
    if (series.ended_at) return reject("id", "Esta repetição terminou.");
    if (series.version !== action.version) {
      return { ok: false, reason: "stale" };
    }
    return runAction(tx, now, series, action);
  });
  if (!result.ok) return result;
  const [row] = await listSeries(database, tokens, now, scope, id);
  return { ok: true, row };
}

async function runAction(
  tx: Database,
  now: Date,
  series: SeriesRow,
  action: SeriesAction,
): Promise<SeriesResult> {
  switch (action.action) {
    case "pause":
      return save(tx, series, { paused_at: series.paused_at ?? now });
    case "resume":
      return save(tx, series, {
        paused_at: null,
        counts_from: countFrom(series, await readPlan(tx), now),
      });
    case "end":
      return save(tx, series, { ended_at: now });
    case "accept-prices": {
      const { lines } = await priceLines(tx, now, series, series.lines);
      return save(tx, series, { lines });
    }
    case "change":
      return changeSeries(tx, now, series, action);
    default:
      return changeDate(tx, now, series, action);
  }
}

async function save(
  tx: Database,
  series: SeriesRow,
  changes: Partial<typeof orderSeries.$inferInsert>,
): Promise<SeriesResult> {
  await tx.update(orderSeries).set(changes).where(eq(orderSeries.id, series.id));
  return { ok: true, id: series.id };
}

async function changeSeries(
  tx: Database,
  now: Date,
  series: SeriesRow,
  action: Extract<SeriesAction, { action: "change" }>,
): Promise<SeriesResult> {
  const { weekdays, every_weeks, mode } = action;
  const content = await readContent(tx, now, series, action);
  if (!content.ok) return content;
  const { delivery_date: _, ...changes } = content.changes;
  const columns = {
    ...changes,
    ...(weekdays && { weekdays }),
    ...(every_weeks && { every_weeks }),
    ...(mode && { mode }),
  };
  const changed = { ...series, ...columns };
  const calendar = calendarOf(changed, await readPlan(tx));
  const wrongDay = weekdays && checkWeekdays(calendar, weekdays);
  if (wrongDay) return wrongDay;
  if (!weekdays && !every_weeks) return save(tx, series, columns);
  const from = await readRhythmStart(tx, series);
  const counts_from = firstCountedDate(changed, calendar, localClock(now), from);
  return save(tx, series, { ...columns, counts_from });
}

/** The dates that were ordered stay: a new rhythm begins after them. */
async function readRhythmStart(tx: Database, { id, counts_from }: SeriesRow): Promise<string> {
  const [last] = await tx
    .select({ day: sql<string | null>`max(greatest(date, delivery_date))::text` })
    .from(seriesDates)
    .where(and(eq(seriesDates.series_id, id), sql`state IN ('placed', 'reminded')`));
  const after = last?.day ? addDays(last.day, 1) : counts_from;
  return after > counts_from ? after : counts_from;
}
