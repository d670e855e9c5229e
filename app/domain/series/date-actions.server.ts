import { and, between, eq, isNull } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { addDays, dayOf, localClock } from "#app/shared/days.ts";
import {
  isRhythmDay,
  listChoosableDays,
  phaseOf,
  planSeriesDate,
  type SeriesDate,
} from "./calendar.ts";
import { readContent } from "./content.server.ts";
import { calendarOf } from "./context.server.ts";
import { makeSeriesDate } from "./order.server.ts";
import { reject, type SeriesResult } from "./rejections.ts";
import type { SeriesAction } from "./schema.ts";
import { type SeriesDateRow, type SeriesRow, seriesDates } from "./table.ts";

/** Days between two dates of a series, at most. */
const maxGap = 14;
/** The number of days ahead in which a date may be skipped or changed, so that a link stores a limited number of dates. */
const maxDaysAhead = 366;

type DateAction = Extract<SeriesAction, { date: string }>;

/** Skips, keeps, orders or changes one date of a series. */
export async function changeDate(
  tx: Database,
  now: Date,
  series: SeriesRow,
  action: DateAction,
): Promise<SeriesResult> {
  const { date } = action;
  const rows = await readNeighbours(tx, series, date);
  const stored = rows.find((row) => row.date === date);
  const calendar = calendarOf(series, await readPlan(tx), rows);
  const problem = findDateProblem(series, date, now);
  if (problem) return reject("date", problem);
  if (stored && isDone(stored, action)) return rejectDone(tx, stored);
  const planned = planSeriesDate(series, calendar, date);
  const phase = phaseOf(planned, localClock(now));
  if (phase === "over") return reject("date", "O prazo desta data já passou.");
  switch (action.action) {
    case "skip":
      return storeDate(tx, now, series, { date, state: "skipped", changes: stored?.changes ?? {} });
    case "keep":
      await tx.delete(seriesDates).where(and(isOfSeries(series), eq(seriesDates.date, date)));
      return { ok: true, id: series.id };
    case "order":
      if (phase === "early" && stored?.state !== "reminded") {
        return reject("date", "Esta data ainda não pode ser pedida.");
      }
      return orderNow(tx, now, series, planned);
    case "change-once": {
      const content = await readContent(tx, now, series, action);
      if (!content.ok) return content;
      const { delivery_date } = content.changes;
      const days = listChoosableDays(series, calendar, localClock(now), date);
      if (delivery_date && !days.includes(delivery_date)) {
        return reject("delivery_date", "A loja não oferece este dia. Escolha outro.");
      }
      const changes = { ...stored?.changes, ...content.changes };
      return storeDate(tx, now, series, { date, state: "changed", changes });
    }
  }
}

function isOfSeries({ id }: SeriesRow) {
  return eq(seriesDates.series_id, id);
}

/** The stored dates of the series around one, which it may move to or from. */
function readNeighbours(tx: Database, series: SeriesRow, date: string): Promise<SeriesDateRow[]> {
  const isNear = between(seriesDates.date, addDays(date, -maxGap), addDays(date, maxGap));
  return tx
    .select()
    .from(seriesDates)
    .where(and(isOfSeries(series), isNear));
}

function findDateProblem(series: SeriesRow, date: string, now: Date): string | undefined {
  if (!isRhythmDay(series, date) || date < series.counts_from) {
    return "A repetição não tem esta data.";
  }
  const isFar = date > addDays(dayOf(now), maxDaysAhead);
  return isFar ? "Escolha uma data até um ano à frente." : undefined;
}

/** A date that was ordered stays; one with a reminder can still be ordered or skipped. */
function isDone({ state }: SeriesDateRow, { action }: DateAction): boolean {
  if (state === "placed" || state === "failed") return true;
  return state === "reminded" && action !== "order" && action !== "skip";
}

async function rejectDone(tx: Database, { order_id }: SeriesDateRow): Promise<SeriesResult> {
  const [order] = order_id
    ? await tx
        .select({ numero_pedido: pedidos.numero_pedido })
        .from(pedidos)
        .where(eq(pedidos.id, order_id))
    : [];
  return { ok: false, reason: "done", numero_pedido: order?.numero_pedido ?? null };
}

async function orderNow(
  tx: Database,
  now: Date,
  series: SeriesRow,
  planned: SeriesDate,
): Promise<SeriesResult> {
  if (!series.accepted_at) return reject("id", "A loja ainda não confirmou o primeiro pedido.");
  const { stage } = await readSettings(tx);
  if (stage === "preparing") return reject("id", "A loja ainda não abriu.");
  await makeSeriesDate(tx, now, series, planned, "order");
  return { ok: true, id: series.id };
}

async function storeDate(
  tx: Database,
  now: Date,
  series: SeriesRow,
  row: Pick<SeriesDateRow, "date" | "state" | "changes">,
): Promise<SeriesResult> {
  await tx
    .insert(seriesDates)
    .values({ ...row, series_id: series.id, made_at: now })
    .onConflictDoUpdate({
      target: [seriesDates.series_id, seriesDates.date],
      set: { state: row.state, changes: row.changes, made_at: now },
    });
  return { ok: true, id: series.id };
}

/** Removes a date from the seller's list of notices; false when it is not there. */
export function dismissSeriesNotice(
  database: Database,
  now: Date,
  author: Author,
  seriesId: string,
  date: string,
): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const dismissed = await tx
      .update(seriesDates)
      .set({ settled_at: now })
      .where(
        and(
          eq(seriesDates.series_id, seriesId),
          eq(seriesDates.date, date),
          isNull(seriesDates.settled_at),
        ),
      )
      .returning({ date: seriesDates.date });
    return dismissed.length > 0;
  });
}
