import { findZone } from "#app/domain/delivery/rules.ts";
import type { NewException, NewZone } from "#app/domain/delivery/schema.ts";
import { addDays, weekdayOf } from "#app/shared/days.ts";
import { workdayFrom } from "./calendar.ts";
import type { DemoCustomer } from "./customers.ts";

const morning = { name: "Manhã", from: "08:00", until: "12:00", capacity: 14 };
const afternoon = { name: "Tarde", from: "13:00", until: "18:00", capacity: 14 };
const cutoff = { cutoff_days: 1, cutoff_time: "18:00" };

/** Three zones. Today and tomorrow are always days of the first one, so that the demonstration has a route on any day. */
export function createZones(today: string) {
  const present = [weekdayOf(today), weekdayOf(addDays(today, 1))];
  return [
    {
      name: "Jundiaí",
      cep_ranges: [{ from: "13200000", until: "13219999" }],
      places: [],
      fee: 12,
      minimum_order: 50,
      free_delivery_minimum: 250,
      weekdays: [...new Set([0, 1, 2, 3, 4, 5, ...present])].sort(),
      shifts: [morning, afternoon],
      ...cutoff,
    },
    {
      name: "Várzea e Campo Limpo",
      cep_ranges: [{ from: "13220000", until: "13239999" }],
      places: [],
      fee: 18,
      minimum_order: 80,
      free_delivery_minimum: 350,
      weekdays: [1, 3, 5],
      shifts: [{ ...morning, capacity: 10 }],
      ...cutoff,
    },
    {
      name: "Vinhedo, Louveira e Itupeva",
      cep_ranges: [{ from: "13280000", until: "13299999" }],
      places: [],
      fee: 22,
      minimum_order: 120,
      free_delivery_minimum: 450,
      weekdays: [0, 2, 4],
      shifts: [{ ...afternoon, capacity: 10 }],
      ...cutoff,
    },
  ] satisfies NewZone[];
}
export type DemoZone = ReturnType<typeof createZones>[number];

/** Undefined: the day is agreed on by telephone. */
export function zoneOf(zones: readonly DemoZone[], { address }: DemoCustomer) {
  return findZone(zones, { cep: address.zipCode });
}

/** A day on which nothing is delivered, after the days that the demonstration's orders are for. */
export function createException(today: string): NewException {
  const date = workdayFrom(addDays(today, 12));
  return { date, moved_to: workdayFrom(addDays(date, 1)), note: "Manutenção da câmara fria" };
}
