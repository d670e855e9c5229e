import type { DayHours, OpeningHours } from "./company-schema.ts";
import { formatDay, formatHour, weekdays } from "./opening-hours.ts";

/** Whether the shop is open, in São Paulo's time. */

const timeZone = "America/Sao_Paulo";

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
  return `em ${formatDay(date)}`;
}

function hoursOn({ week, holidays }: OpeningHours, date: string): DayHours {
  const holiday = holidays.find((one) => one.date === date);
  return holiday ? holiday.hours : (week[weekdayOf(date)] ?? null);
}

/** 0 is Monday. */
function weekdayOf(date: string): number {
  return (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7;
}

function addDays(date: string, days: number): string {
  const noon = new Date(`${date}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

const clockFormat = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone,
});

/** The date (YYYY-MM-DD) and time (HH:MM) on São Paulo's clocks. */
function localClock(now: Date): { date: string; time: string } {
  const [date = "", time = ""] = clockFormat.format(now).split(" ");
  return { date, time };
}

/** Holidays from today on, by date. */
export function comingHolidays(hours: OpeningHours | null, now: Date): OpeningHours["holidays"] {
  const { date: today } = localClock(now);
  return (hours?.holidays ?? [])
    .filter(({ date }) => date >= today)
    .sort((one, other) => one.date.localeCompare(other.date));
}
