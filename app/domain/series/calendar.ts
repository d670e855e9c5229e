import type { Schedule } from "#app/domain/company/schedule-schema.ts";
import type { NewException } from "#app/domain/delivery/schema.ts";
import { addDays, daysBetween, weekdayOf } from "#app/shared/days.ts";

/** The dates of a series, their days of delivery, and the moments when they are ordered: without database and clock. */

export type Rhythm = {
  /** 0 is Monday; at least one. */
  weekdays: readonly number[];
  every_weeks: number;
  /** The first of every second week is that of this day. */
  starts_on: string;
};

export type SeriesCalendar = {
  /** Null: the shop and the customer agree on the day, so that any will do. */
  schedule: Pick<Schedule, "weekdays" | "cutoff_days" | "cutoff_time"> | null;
  exceptions: readonly Pick<NewException, "date" | "moved_to">[];
  /** The days that the customer chose in place of single dates. */
  chosen?: ReadonlyMap<string, string>;
};

/** A date and time in São Paulo. */
export type Clock = { date: string; time: string };

export type SeriesDate = {
  /** The day that the rhythm gives, by which the date is named. */
  date: string;
  /** The day of the delivery; null where the shop delivers on none between the neighboring dates. */
  delivery: string | null;
  /** The order is made from here on, the day before the cut-off, … */
  order_from: Clock;
  /** … and before this. */
  order_until: Clock;
};

/** Without a schedule an order is made at the latest on the day before its delivery. */
const agreedCutoff = { cutoff_days: 1, cutoff_time: "23:59" };

const daysInWeek = 7;

export function isRhythmDay({ weekdays, every_weeks, starts_on }: Rhythm, date: string): boolean {
  if (!weekdays.includes(weekdayOf(date))) return false;
  const firstMonday = addDays(starts_on, -weekdayOf(starts_on));
  const weeks = Math.floor(daysBetween(firstMonday, date) / daysInWeek);
  return Math.abs(weeks) % every_weeks === 0;
}

/** The dates of a rhythm from the first until the last day. */
export function listRhythmDays(rhythm: Rhythm, from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) {
    if (isRhythmDay(rhythm, day)) days.push(day);
  }
  return days;
}

function neighborOf(rhythm: Rhythm, date: string, step: 1 | -1): string {
  let day = addDays(date, step);
  while (!isRhythmDay(rhythm, day)) day = addDays(day, step);
  return day;
}

/** A day that replaces a closed one counts as open, whatever its weekday. */
function isOpen({ schedule, exceptions }: SeriesCalendar, day: string): boolean {
  if (exceptions.some(({ date }) => date === day)) return false;
  if (!schedule) return true;
  const replaced = exceptions.filter(({ moved_to }) => moved_to === day).map(({ date }) => date);
  return [day, ...replaced].some((date) => schedule.weekdays.includes(weekdayOf(date)));
}

/**
 * The day on which a date is delivered: the chosen one, the date itself, the one that replaces it in the shop's calendar, or the
 * next on which the shop delivers. No two dates of a series have the same day, and none passes its neighbors.
 */
function findDelivery(rhythm: Rhythm, calendar: SeriesCalendar, date: string): string | null {
  const next = neighborOf(rhythm, date, 1);
  const isPossible = (day: string | null | undefined): day is string =>
    typeof day === "string" &&
    day < next &&
    isOpen(calendar, day) &&
    (day >= date || day > lastDeliveryBefore(rhythm, calendar, date));
  const replacement = calendar.exceptions.find((exception) => exception.date === date)?.moved_to;
  const named = [calendar.chosen?.get(date), date, replacement].find(isPossible);
  if (named) return named;
  const end = addDays(date, daysInWeek);
  for (let day = addDays(date, 1); day < next && day < end; day = addDays(day, 1)) {
    if (isOpen(calendar, day)) return day;
  }
  return null;
}

function lastDeliveryBefore(rhythm: Rhythm, calendar: SeriesCalendar, date: string): string {
  const previous = neighborOf(rhythm, date, -1);
  const delivery = findDelivery(rhythm, calendar, previous);
  return delivery && delivery > previous ? delivery : previous;
}

export function planSeriesDate(rhythm: Rhythm, calendar: SeriesCalendar, date: string): SeriesDate {
  const delivery = findDelivery(rhythm, calendar, date);
  const { cutoff_days, cutoff_time } = calendar.schedule ?? agreedCutoff;
  const until = addDays(delivery ?? date, -cutoff_days);
  return {
    date,
    delivery,
    order_from: { date: addDays(until, -1), time: "00:00" },
    order_until: { date: until, time: cutoff_time },
  };
}

function isBefore(clock: Clock, other: Clock): boolean {
  return clock.date < other.date || (clock.date === other.date && clock.time < other.time);
}

/** Returns whether the order of a date is made later, now, or not any more. */
export function phaseOf({ order_from, order_until }: SeriesDate, now: Clock) {
  if (isBefore(now, order_from)) return "early";
  return isBefore(now, order_until) ? "due" : "over";
}

/** The longest cut-off, and the days by which a delivery may be after its date. */
const daysAhead = 28 + daysInWeek;
/** Dates that were missed before are not reported. */
const daysBack = 14;

type Counted = Rhythm & { counts_from: string };

/** The dates from `counts_from` on that are due now or were missed, without the `done` ones. */
export function listDueDates(
  series: Counted,
  calendar: SeriesCalendar,
  now: Clock,
  done: ReadonlySet<string>,
): SeriesDate[] {
  const earliest = addDays(now.date, -daysBack);
  const from = series.counts_from > earliest ? series.counts_from : earliest;
  return listRhythmDays(series, from, addDays(now.date, daysAhead))
    .filter((date) => !done.has(date))
    .map((date) => planSeriesDate(series, calendar, date))
    .filter((planned) => phaseOf(planned, now) !== "early");
}

/** The next dates that can still be ordered, at least from `from` on. */
export function listComingDates(
  rhythm: Rhythm,
  calendar: SeriesCalendar,
  now: Clock,
  { from, count }: { from: string; count: number },
): SeriesDate[] {
  const coming: SeriesDate[] = [];
  const earliest = addDays(now.date, -daysInWeek);
  const start = from > earliest ? from : earliest;
  const last = addDays(start, daysAhead + count * 2 * daysInWeek);
  for (const date of listRhythmDays(rhythm, start, last)) {
    const planned = planSeriesDate(rhythm, calendar, date);
    if (phaseOf(planned, now) !== "over") coming.push(planned);
    if (coming.length === count) break;
  }
  return coming;
}

/** The days that a customer may choose in place of a date: between the deliveries of its neighbors, with time left to order. */
export function listChoosableDays(
  rhythm: Rhythm,
  calendar: SeriesCalendar,
  now: Clock,
  date: string,
): string[] {
  const days: string[] = [];
  const next = neighborOf(rhythm, date, 1);
  // The next date may be delivered earlier than the rhythm says.
  const after = findDelivery(rhythm, calendar, next) ?? next;
  const end = after < next ? after : next;
  for (let day = addDays(neighborOf(rhythm, date, -1), 1); day < end; day = addDays(day, 1)) {
    const planned = planSeriesDate(
      rhythm,
      { ...calendar, chosen: new Map(calendar.chosen).set(date, day) },
      date,
    );
    if (planned.delivery === day && phaseOf(planned, now) !== "over") days.push(day);
  }
  return days;
}

/** The date from which a new or resumed series counts: those whose time to order is over are left out, not reported as missed. */
export function firstCountedDate(
  rhythm: Rhythm,
  calendar: SeriesCalendar,
  now: Clock,
  from: string,
): string {
  return listComingDates(rhythm, calendar, now, { from, count: 1 })[0]?.date ?? from;
}
