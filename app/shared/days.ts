const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" });
const dayMs = 86_400_000;

/** The day in São Paulo: '2026-08-03'. */
export function dayOf(instant: Date): string {
  return dayFormat.format(instant);
}

/** Counted from noon, so that clock changes cannot shift a date. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Counts the days from one to a later one: 1 to the next. */
export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / dayMs);
}

/** '2026-08-03' → '03/08/2026' */
export function formatDay(day: string): string {
  return day.split("-").reverse().join("/");
}

/** 0 is Monday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
}

const clockFormat = new Intl.DateTimeFormat("sv-SE", {
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** The day and the time on São Paulo's clocks: '18:05'. */
export function localClock(now: Date): { date: string; time: string } {
  return { date: dayOf(now), time: clockFormat.format(now) };
}
