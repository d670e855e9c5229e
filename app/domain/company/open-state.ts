import { addDays, localClock, weekdayOf } from "#app/shared/days.ts";
import type { DayHours, OpeningHours } from "./company-schema.ts";

export const weekdays = [
  { name: "Segunda", schemaName: "Monday" },
  { name: "Terça", schemaName: "Tuesday" },
  { name: "Quarta", schemaName: "Wednesday" },
  { name: "Quinta", schemaName: "Thursday" },
  { name: "Sexta", schemaName: "Friday" },
  { name: "Sábado", schemaName: "Saturday" },
  { name: "Domingo", schemaName: "Sunday" },
] as const;

export type HoursRow = { label: string; text: string; days: string[]; hours: DayHours };

/** The week with equal consecutive days in one row: 'Segunda a sexta', '8h às 18h'. `days` are schema.org names. */
export function weekRows(hours: OpeningHours | null): HoursRow[] {
  if (!hours) return [];
  const { week } = hours;
  const rows: (HoursRow & { names: string[] })[] = [];
  for (const [index, { name, schemaName }] of weekdays.entries()) {
    const times = week[index] ?? null;
    const text = formatHours(times);
    const last = rows.at(-1);
    if (last?.text === text) {
      last.names.push(name.toLowerCase());
      last.days.push(schemaName);
    } else rows.push({ label: "", names: [name], text, days: [schemaName], hours: times });
  }
  return rows.map(({ names, ...row }) => ({ ...row, label: labelOf(names) }));
}

function labelOf(names: readonly string[]): string {
  const [first = "", last = ""] = [names[0], names.at(-1)];
  if (names.length === 1) return first;
  return `${first} ${names.length === 2 ? "e" : "a"} ${last}`;
}

/** '8h às 18h', '8h30 às 12h', 'Fechado' */
export function formatHours(hours: DayHours): string {
  return hours ? `${formatHour(hours.opens)} às ${formatHour(hours.closes)}` : "Fechado";
}

/** '08:00' → '8h', '08:30' → '8h30' */
export function formatHour(time: string): string {
  const [hour = "", minute = ""] = time.split(":");
  return `${Number(hour)}h${minute === "00" ? "" : minute}`;
}

/** '2026-12-25' → '25/12' */
export function formatDayAndMonth(date: string): string {
  return date.split("-").slice(1).reverse().join("/");
}

/** The rules of when the shop is open, in São Paulo's time. */

export type OpenState = { isOpen: boolean; text: string };

/** 'Aberto agora · fecha às 18h', 'Fechado agora · abre amanhã às 8h'. */
export function openState(hours: OpeningHours, now: Date): OpenState {
  const { date, time } = localClock(now);
  const today = hoursOn(hours, date);
  if (today && time >= today.opens && time < today.closes) {
    return { isOpen: true, text: `Aberto agora · fecha às ${formatHour(today.closes)}` };
  }
  const next = nextOpening(hours, date, time);
  return { isOpen: false, text: next ? `Fechado agora · abre ${next}` : "Fechado agora" };
}

const maxDaysAhead = 14;

/** 'hoje às 8h', 'amanhã às 8h', 'segunda às 8h', 'em 05/01 às 8h' */
function nextOpening(hours: OpeningHours, today: string, time: string): string | undefined {
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const date = addDays(today, ahead);
    const opens = hoursOn(hours, date)?.opens;
    if (opens && (ahead > 0 || time < opens)) {
      return `${dayName(date, ahead)} às ${formatHour(opens)}`;
    }
  }
  return undefined;
}

function dayName(date: string, ahead: number): string {
  if (ahead === 0) return "hoje";
  if (ahead === 1) return "amanhã";
  if (ahead < 7) return (weekdays[weekdayOf(date)]?.name ?? "").toLowerCase();
  return `em ${formatDayAndMonth(date)}`;
}

function hoursOn({ week, holidays }: OpeningHours, date: string): DayHours {
  const holiday = holidays.find((one) => one.date === date);
  return holiday ? holiday.hours : (week[weekdayOf(date)] ?? null);
}

/** Holidays from today on, by date. */
export function comingHolidays(hours: OpeningHours | null, now: Date): OpeningHours["holidays"] {
  const { date: today } = localClock(now);
  return (hours?.holidays ?? [])
    .filter(({ date }) => date >= today)
    .sort((one, other) => one.date.localeCompare(other.date));
}
