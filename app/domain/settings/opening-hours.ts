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
export function formatDay(date: string): string {
  return date.split("-").slice(1).reverse().join("/");
}
