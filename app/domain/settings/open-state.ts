import { addDays, localClock, weekdayOf } from "#app/shared/days.ts";
import type { DayHours, OpeningHours } from "./company-schema.ts";
import { formatDay, formatHour, weekdays } from "./opening-hours.ts";

/** Whether the shop is open, in São Paulo's time. */

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

/** Holidays from today on, by date. */
export function comingHolidays(hours: OpeningHours | null, now: Date): OpeningHours["holidays"] {
  const { date: today } = localClock(now);
  return (hours?.holidays ?? [])
    .filter(({ date }) => date >= today)
    .sort((one, other) => one.date.localeCompare(other.date));
}
