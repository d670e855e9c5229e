import type { Schedule } from "#app/domain/company/schedule-schema.ts";
import { listDates } from "#app/domain/delivery/rules.ts";
import { addDays, localClock, weekdayOf } from "#app/shared/days.ts";

/** Days and times of the demonstration in São Paulo, whose clocks have not changed since 2019. */

/** The weeks of the demonstration: about sixty days. */
export const businessWeeks = 9;
const sunday = 6;
const saturday = 5;
const minuteMs = 60_000;

/** '2026-11-24', '09:30' */
export function instantOf(day: string, time: string): Date {
  return new Date(`${day}T${time}:00-03:00`);
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * minuteMs);
}

export function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** The day itself, or the Saturday before a Sunday. */
export function workdayUntil(day: string): string {
  return weekdayOf(day) === sunday ? addDays(day, -1) : day;
}

/** The day itself, or the Monday after a Sunday. */
export function workdayFrom(day: string): string {
  return weekdayOf(day) === sunday ? addDays(day, 1) : day;
}

/** The next moment at which somebody is in the shop, `minutes` after it was reached. */
export function openingAfter(instant: Date, minutes: number): Date {
  const { date, time } = localClock(instant);
  const weekday = weekdayOf(date);
  const closes = weekday === saturday ? "12:00" : "18:00";
  if (weekday === sunday || time >= closes) {
    return addMinutes(instantOf(workdayFrom(addDays(date, 1)), "08:00"), minutes);
  }
  return addMinutes(laterOf(instant, instantOf(date, "08:00")), minutes);
}

/** The first day of delivery that the shop offers to who orders at this moment; outside the zones three days later. */
export function firstDelivery(schedule: Schedule | undefined, now: Date): string {
  if (!schedule) return workdayUntil(addDays(localClock(now).date, 3));
  const [first] = listDates(schedule, { exceptions: [], now, count: () => 0 });
  if (!first) throw new Error("a delivery zone has no days");
  return first.date;
}
