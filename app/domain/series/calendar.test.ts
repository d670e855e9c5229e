import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween, localClock, weekdayOf } from "#app/shared/days.ts";
import {
  type Clock,
  isRhythmDay,
  listChoosableDays,
  listComingDates,
  listDueDates,
  listRhythmDays,
  phaseOf,
  planSeriesDate,
  type Rhythm,
  type SeriesCalendar,
} from "./calendar.ts";

const firstDay = "2026-11-30";
const fiveYears = 5 * 366;
const lastDay = addDays(firstDay, fiveYears);

const anyDay = fc.integer({ min: 0, max: fiveYears }).map((days) => addDays(firstDay, days));
const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
const rhythms: fc.Arbitrary<Rhythm> = fc.record({
  weekdays,
  every_weeks: fc.constantFrom(1, 2),
  starts_on: fc.integer({ min: 0, max: 20 }).map((days) => addDays(firstDay, -days)),
});
const times = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
const calendars: fc.Arbitrary<SeriesCalendar> = fc.record({
  schedule: fc.option(
    fc.record({ weekdays, cutoff_days: fc.integer({ min: 0, max: 5 }), cutoff_time: times }),
    { freq: 4 },
  ),
  exceptions: fc
    .array(
      fc.tuple(anyDay, fc.option(fc.integer({ min: -4, max: 4 }).filter((days) => days !== 0))),
      {
        maxLength: 120,
      },
    )
    .map((days) =>
      [...new Map(days)].map(([date, moved]) => ({
        date,
        moved_to: moved === null ? null : addDays(date, moved),
      })),
    ),
});

const plans = (rhythm: Rhythm, calendar: SeriesCalendar) =>
  listRhythmDays(rhythm, firstDay, lastDay).map((date) => planSeriesDate(rhythm, calendar, date));

describe("over five years", () => {
  test("a rhythm has its weekdays, every week or every second one", () => {
    fc.assert(
      fc.property(rhythms, (rhythm) => {
        const days = listRhythmDays(rhythm, firstDay, lastDay);
        expect(new Set(days.map(weekdayOf))).toEqual(new Set(rhythm.weekdays));
        for (const [index, day] of days.entries()) {
          const previous = days[index - rhythm.weekdays.length];
          if (previous) expect(daysBetween(previous, day)).toBe(7 * rhythm.every_weeks);
        }
      }),
    );
  });

  test("every delivery is on a day on which the shop delivers, in order, and no two on one day", () => {
    fc.assert(
      fc.property(rhythms, calendars, (rhythm, calendar) => {
        const closed = new Set(calendar.exceptions.map(({ date }) => date));
        const replacements = new Set(calendar.exceptions.map(({ moved_to }) => moved_to));
        let last = "";
        for (const { date, delivery } of plans(rhythm, calendar)) {
          const isUsual =
            !calendar.schedule || calendar.schedule.weekdays.includes(weekdayOf(date));
          if (isUsual && !closed.has(date)) expect(delivery).toBe(date);
          if (delivery === null) continue;
          expect(closed.has(delivery)).toBe(false);
          const isOpen =
            !calendar.schedule ||
            calendar.schedule.weekdays.includes(weekdayOf(delivery)) ||
            replacements.has(delivery);
          expect(isOpen).toBe(true);
          expect(delivery > last).toBe(true);
          last = delivery;
        }
      }),
    );
  });

  test("an order is made from the day before the cut-off until the cut-off", () => {
    fc.assert(
      fc.property(rhythms, calendars, (rhythm, calendar) => {
        for (const planned of plans(rhythm, calendar)) {
          const { cutoff_days = 1, cutoff_time = "23:59" } = calendar.schedule ?? {};
          const day = addDays(planned.delivery ?? planned.date, -cutoff_days);
          expect(planned.order_until).toEqual({ date: day, time: cutoff_time });
          const before = addDays(day, -1);
          expect(phaseOf(planned, { date: addDays(before, -1), time: "23:59" })).toBe("early");
          expect(phaseOf(planned, { date: before, time: "00:00" })).toBe("due");
          expect(phaseOf(planned, { date: day, time: cutoff_time })).toBe("over");
        }
      }),
    );
  });
});

type Run = { at: Date; processes: number };

/** Runs of the job at any hour, with pauses of the server between them. */
const runs = fc
  .array(
    fc.record({
      pauseHours: fc.integer({ min: 0, max: 60 }),
      processes: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 40, maxLength: 120 },
  )
  .map((all) => {
    let at = Date.parse(`${firstDay}T00:00:00-03:00`);
    return all.map(({ pauseHours, processes }): Run => {
      at += pauseHours * 3_600_000 + 60_000;
      return { at: new Date(at), processes };
    });
  });

const minutesOf = ({ date, time }: Clock) => Date.parse(`${date}T${time}:00-03:00`);

type State = "made" | "missed" | "skipped";

/**
 * Simulates one run of the job: each of its processes reads the stored dates, and the table's key lets one of them store a date.
 */
function runJob(
  series: Rhythm & { counts_from: string },
  calendar: SeriesCalendar,
  { at, processes }: Run,
  stored: Map<string, State>,
): string[] {
  const clock = localClock(at);
  const dueByProcess = Array.from({ length: processes }, () =>
    listDueDates(series, calendar, clock, new Set(stored.keys())),
  );
  return dueByProcess.flat().flatMap((planned) => {
    if (stored.has(planned.date)) return [];
    const isOver = phaseOf(planned, clock) === "over";
    stored.set(planned.date, isOver ? "missed" : "made");
    return isOver ? [] : [planned.date];
  });
}

test("runs at any times, repeated and by several processes, make each date once, and none is lost that a run could make", () => {
  const skipIndexes = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 6 });
  fc.assert(
    fc.property(rhythms, calendars, runs, skipIndexes, (rhythm, calendar, all, skipped) => {
      const series = { ...rhythm, counts_from: firstDay };
      const days = listRhythmDays(rhythm, firstDay, addDays(firstDay, 400));
      const skips = skipped.flatMap((index) => days[index] ?? []);
      const stored = new Map<string, State>(skips.map((date) => [date, "skipped"]));
      const orderedDates = all.flatMap((run) => runJob(series, calendar, run, stored));
      expect(new Set(orderedDates).size).toBe(orderedDates.length);
      for (const date of days) {
        const { order_from, order_until } = planSeriesDate(rhythm, calendar, date);
        const [from, until] = [minutesOf(order_from), minutesOf(order_until)];
        const couldRun = all.some(({ at }) => from <= at.getTime() && at.getTime() < until);
        expect(orderedDates.includes(date)).toBe(couldRun && !skips.includes(date));
      }
    }),
  );
});

test("dates before the series counts are neither made nor missed, as after a pause", () => {
  fc.assert(
    fc.property(rhythms, calendars, anyDay, anyDay, (rhythm, calendar, counts_from, today) => {
      const due = listDueDates(
        { ...rhythm, counts_from },
        calendar,
        { date: today, time: "12:00" },
        new Set(),
      );
      for (const { date } of due) expect(date >= counts_from).toBe(true);
    }),
  );
});

test("the coming dates are of the rhythm, not over, and a chosen day is possible", () => {
  fc.assert(
    fc.property(rhythms, calendars, anyDay, times, (rhythm, calendar, date, time) => {
      const now = { date, time };
      const coming = listComingDates(rhythm, calendar, now, { from: firstDay, count: 3 });
      expect(coming).toHaveLength(3);
      for (const planned of coming) {
        expect(isRhythmDay(rhythm, planned.date)).toBe(true);
        expect(phaseOf(planned, now)).not.toBe("over");
        for (const day of listChoosableDays(rhythm, calendar, now, planned.date)) {
          const chosen = new Map([[planned.date, day]]);
          expect(planSeriesDate(rhythm, { ...calendar, chosen }, planned.date).delivery).toBe(day);
        }
      }
    }),
  );
});

test("a date is not moved to the day of the next one, which may be delivered earlier", () => {
  const rhythm = { weekdays: [1, 4], every_weeks: 1, starts_on: "2026-12-01" };
  const chosen = new Map([["2026-12-04", "2026-12-02"]]);
  const calendar = { schedule: null, exceptions: [], chosen };
  const now = { date: "2026-11-20", time: "12:00" };
  expect(listChoosableDays(rhythm, calendar, now, "2026-12-01")).toEqual([
    ...["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"],
  ]);
});

test("a closed day moves to its replacement, else to the next day of delivery, else to none", () => {
  const rhythm = { weekdays: [1, 4], every_weeks: 1, starts_on: "2026-12-01" };
  const schedule = { weekdays: [1, 3, 4], cutoff_days: 1, cutoff_time: "18:00" };
  const plan = (moved_to: string | null, weekdays = schedule.weekdays) =>
    planSeriesDate(
      rhythm,
      { schedule: { ...schedule, weekdays }, exceptions: [{ date: "2026-12-08", moved_to }] },
      "2026-12-08",
    );
  expect(plan("2026-12-07")).toEqual({
    date: "2026-12-08",
    delivery: "2026-12-07",
    order_from: { date: "2026-12-05", time: "00:00" },
    order_until: { date: "2026-12-06", time: "18:00" },
  });
  expect(plan(null).delivery).toBe("2026-12-10");
  expect(plan(null, [1, 4]).delivery).toBeNull();
});
