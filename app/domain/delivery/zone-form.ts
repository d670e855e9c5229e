import type { Schedule, Shift } from "#app/domain/company/schedule-schema.ts";
import { formatTypedAmount, parseOptionalNumber } from "#app/shared/typed-numbers.ts";
import { formatCep } from "./rules.ts";
import type { Zone } from "./schema.ts";

/**
 * A zone as it is typed: lists as texts with a line for each entry, which may be pasted. Without zod, since the settings
 * screen loads it.
 */

export type ScheduleText = {
  weekdays: string[];
  shifts: string;
  cutoff_days: string;
  cutoff_time: string;
};

export const usualSchedule: Schedule = {
  weekdays: [0, 1, 2, 3, 4],
  shifts: [],
  cutoff_days: 1,
  cutoff_time: "18:00",
};

export function writeSchedule(schedule: Schedule): ScheduleText {
  const { weekdays, shifts, cutoff_days, cutoff_time } = schedule;
  return {
    weekdays: weekdays.map(String),
    shifts: shifts.map(writeShift).join("\n"),
    cutoff_days: String(cutoff_days),
    cutoff_time,
  };
}

export function readSchedule(text: ScheduleText): Schedule {
  return {
    weekdays: text.weekdays.map(Number).sort(),
    shifts: linesOf(text.shifts).map(readShift),
    cutoff_days: Number(text.cutoff_days),
    cutoff_time: text.cutoff_time,
  };
}

function writeShift({ name, from, until, capacity }: Shift): string {
  return `${name}, ${from} às ${until}${capacity === null ? "" : `, ${capacity}`}`;
}

const shiftLine = /^([^,]*),\s*(\d\d?:\d\d)\s*(?:às|as|a|-)\s*(\d\d?:\d\d)(?:\s*,\s*(\d+))?$/i;

/** A line that is not a shift gets times that the schema rejects. */
function readShift(line: string): Shift {
  const [, name = line.replaceAll(",", " "), from = "", until = "", capacity] =
    shiftLine.exec(line) ?? [];
  const time = (text: string) => (text.length === 4 ? `0${text}` : text);
  const places = capacity === undefined ? null : Number(capacity);
  return { name: name.trim(), from: time(from), until: time(until), capacity: places };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function readRange(line: string) {
  const [from = "", until = from] = line.split(/\s+(?:a|até)\s+|\s*;\s*/i);
  return { from, until };
}

/** 'São Paulo / Vila Mariana', or the city alone. */
function readPlace(line: string) {
  const [city = "", ...neighborhood] = line.split("/");
  return { city: city.trim(), neighborhood: neighborhood.join("/").trim() };
}

export type ZoneText = ScheduleText & {
  name: string;
  active: boolean;
  cep_ranges: string;
  places: string;
  fee: string;
  minimum_order: string;
  free_delivery_minimum: string;
};

export function readZone(typed: ZoneText) {
  return {
    name: typed.name,
    active: typed.active,
    cep_ranges: linesOf(typed.cep_ranges).map(readRange),
    places: linesOf(typed.places).map(readPlace),
    fee: parseOptionalNumber(typed.fee),
    minimum_order: parseOptionalNumber(typed.minimum_order),
    free_delivery_minimum: parseOptionalNumber(typed.free_delivery_minimum),
    ...readSchedule(typed),
  };
}

export function writeZone(zone: Omit<Zone, "id" | "position" | "version">): ZoneText {
  return {
    name: zone.name,
    active: zone.active,
    cep_ranges: zone.cep_ranges
      .map(({ from, until }) =>
        from === until ? formatCep(from) : `${formatCep(from)} a ${formatCep(until)}`,
      )
      .join("\n"),
    places: zone.places
      .map(({ city, neighborhood }) => [city, neighborhood].filter(Boolean).join(" / "))
      .join("\n"),
    fee: formatTypedAmount(zone.fee),
    minimum_order: formatTypedAmount(zone.minimum_order),
    free_delivery_minimum: formatTypedAmount(zone.free_delivery_minimum),
    ...writeSchedule(zone),
  };
}
