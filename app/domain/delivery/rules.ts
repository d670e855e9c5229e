import { formatDayAndMonth, formatHour, weekdays } from "#app/domain/company/open-state.ts";
import type { Schedule, Shift } from "#app/domain/company/schedule-schema.ts";
import { addDays, localClock, weekdayOf } from "#app/shared/days.ts";
import { readRepeatedDelivery } from "./delivery.ts";
import { cityKey, placeKey } from "./place-names.ts";
import type {
  Delivery,
  DeliveryException,
  DeliveryRequest,
  NewException,
  Offer,
  OfferedDate,
  Zone,
} from "./schema.ts";

/** Zones, dates and shifts, without database and clock. */

export type DeliveryAddress = { cep: string; city?: string; neighborhood?: string };

type Matched = Pick<Zone, "cep_ranges" | "places">;

/** Finds the first zone by CEP range, then by city and neighborhood, then by city. */
export function findZone<One extends Matched>(
  zones: readonly One[],
  { cep, city = "", neighborhood = "" }: DeliveryAddress,
): One | undefined {
  const [inCity, inPlace] = [cityKey(city), placeKey(neighborhood)];
  const byPlace = (wanted: string) => (zone: One) =>
    inCity !== "" &&
    zone.places.some(
      (place) => cityKey(place.city) === inCity && placeKey(place.neighborhood) === wanted,
    );
  return (
    zones.find((zone) => zone.cep_ranges.some(({ from, until }) => from <= cep && cep <= until)) ??
    (inPlace === "" ? undefined : zones.find(byPlace(inPlace))) ??
    zones.find(byPlace(""))
  );
}

/** Zones that a later zone shares addresses with: the first of the two delivers there. */
export function listOverlaps<One extends Matched & { name: string }>(zones: readonly One[]) {
  return zones.flatMap((zone, index) =>
    zones
      .slice(index + 1)
      .flatMap((later) => sharedPart(zone, later).map((shared) => ({ zone, later, shared }))),
  );
}

function sharedPart(one: Matched, other: Matched): string[] {
  const ranges = one.cep_ranges.flatMap((a) =>
    other.cep_ranges.flatMap((b) => {
      const from = a.from > b.from ? a.from : b.from;
      const until = a.until < b.until ? a.until : b.until;
      return from <= until ? [`${formatCep(from)} a ${formatCep(until)}`] : [];
    }),
  );
  const nameOf = ({ city, neighborhood }: Zone["places"][number]) =>
    [cityKey(city), placeKey(neighborhood)].join("/");
  const places = one.places.flatMap((place) =>
    other.places.some((there) => nameOf(there) === nameOf(place))
      ? [[place.neighborhood, place.city].filter(Boolean).join(", ")]
      : [],
  );
  return [...ranges, ...places];
}

export function formatCep(cep: string): string {
  return `${cep.slice(0, 5)}-${cep.slice(5)}`;
}

/** The text that an order stores: 'Manhã, 8h às 12h'. */
export function shiftText({ name, from, until }: Pick<Shift, "name" | "from" | "until">): string {
  return `${name}, ${formatHour(from)} às ${formatHour(until)}`;
}

/** The name in the text of an order. */
export function shiftName(text: string): string {
  return text.split(",", 1)[0] ?? "";
}

/** The number of orders of a schedule for a shift of a date. */
type CountOrders = (date: string, shift: string) => number;

const daysAhead = 28;
export const offeredDates = 6;

type DateOptions = {
  exceptions: readonly Pick<NewException, "date" | "moved_to">[];
  now: Date;
  count: CountOrders;
};

/** The dates of the coming 28 days for which an order may still be placed, and their shifts with room. */
export function listDates(
  schedule: Schedule,
  { exceptions, now, count }: DateOptions,
): OfferedDate[] {
  const { date: today, time } = localClock(now);
  return Array.from({ length: daysAhead + 1 }, (_, ahead) => addDays(today, ahead)).flatMap(
    (date) => {
      const until = lastOrder(schedule, date);
      if (
        isBefore(until, { date: today, time }) ||
        !isDeliveryDay(schedule.weekdays, date, exceptions)
      )
        return [];
      const shifts = schedule.shifts.filter((shift) => hasRoom(shift, date, count)).map(shiftText);
      if (schedule.shifts.length > 0 && shifts.length === 0) return [];
      return [{ date, order_until: until, shifts }];
    },
  );
}

type Moment = { date: string; time: string };

/** Returns the moment until which an order counts for a date. */
function lastOrder({ cutoff_days, cutoff_time }: Schedule, date: string): Moment {
  return { date: addDays(date, -cutoff_days), time: cutoff_time };
}

function isBefore(until: Moment, now: Moment): boolean {
  return until.date < now.date || (until.date === now.date && until.time <= now.time);
}

function hasRoom({ name, capacity }: Shift, date: string, count: CountOrders): boolean {
  return capacity === null || count(date, name) < capacity;
}

function isDeliveryDay(
  weekdays: readonly number[],
  date: string,
  exceptions: DateOptions["exceptions"],
): boolean {
  if (exceptions.some((one) => one.date === date)) return false;
  const replaced = exceptions.filter(({ moved_to }) => moved_to === date);
  return [date, ...replaced.map((one) => one.date)].some((day) =>
    weekdays.includes(weekdayOf(day)),
  );
}

/** The data that deliveries depend on, without the orders. The zones are the active ones, by position. */
export type DeliveryPlan = {
  zones: readonly Zone[];
  exceptions: readonly Pick<DeliveryException, "date" | "moved_to">[];
  pickup: Schedule | null;
  outside_zones: "combinar" | "recusar";
};

/** Orders per zone and shift; null is the pick-up at the shop. */
export type CountZoneOrders = (zone: string | null) => CountOrders;

export const noOrders: CountZoneOrders = () => () => 0;

/** Computes what the plan has for an address: more dates than are offered. */
export function planDelivery(
  { zones, exceptions, pickup, outside_zones }: DeliveryPlan,
  address: DeliveryAddress,
  now: Date,
  count: CountZoneOrders,
) {
  const zone = findZone(zones, address);
  const datesOf = (schedule: Schedule, id: string | null) =>
    listDates(schedule, { exceptions, now, count: count(id) });
  return {
    zone: zone ?? null,
    accepted: zone !== undefined || zones.length === 0 || outside_zones === "combinar",
    dates: zone ? datesOf(zone, zone.id) : [],
    pickup: pickup && datesOf(pickup, null),
  };
}

export function toOffer(plan: ReturnType<typeof planDelivery>): Offer {
  const { zone, accepted, dates, pickup } = plan;
  const shown = zone && {
    name: zone.name,
    fee: zone.fee,
    minimum_order: zone.minimum_order,
    free_delivery_minimum: zone.free_delivery_minimum,
  };
  const first = (all: OfferedDate[]) => all.slice(0, offeredDates);
  return { accepted, zone: shown, dates: first(dates), pickup: pickup && first(pickup) };
}

type DayAndShift = Pick<Delivery, "delivery_date" | "delivery_shift">;

export type AgreedDay = {
  kind: "entrega" | "retirada";
  date: string;
  shift?: string | null | undefined;
};

/** Explains what a day or shift breaks that the seller agrees on, as a sentence; undefined where the shop would offer it itself. */
export function explainDay(
  plan: DeliveryPlan,
  address: DeliveryAddress,
  { kind, date, shift }: AgreedDay,
  now: Date,
  countOrders: CountZoneOrders,
): string | undefined {
  const clock = localClock(now);
  if (date < clock.date) return "Este dia já passou.";
  const zone = kind === "retirada" ? undefined : findZone(plan.zones, address);
  const schedule = kind === "retirada" ? plan.pickup : zone;
  if (!schedule) return explainPlace(plan, kind);
  const place = zone ? `entrega em ${zone.name}` : "retirada";
  if (plan.exceptions.some((one) => one.date === date)) {
    return "Neste dia a loja não entrega: está nas exceções.";
  }
  if (!isDeliveryDay(schedule.weekdays, date, plan.exceptions)) {
    return `${weekdays[weekdayOf(date)]?.name} não é dia de ${place}.`;
  }
  const until = lastOrder(schedule, date);
  if (isBefore(until, clock)) {
    return `O prazo para este dia era até ${formatDayAndMonth(until.date)}, ${formatHour(until.time)}.`;
  }
  const count = countOrders(zone?.id ?? null);
  const withRoom = schedule.shifts.filter((one) => hasRoom(one, date, count));
  if (schedule.shifts.length > 0 && withRoom.length === 0)
    return "Os turnos deste dia estão lotados.";
  return shift ? explainShift(schedule, withRoom, shiftName(shift), place) : undefined;
}

function explainPlace(
  { zones, outside_zones }: DeliveryPlan,
  kind: AgreedDay["kind"],
): string | undefined {
  if (kind === "retirada") return "A loja não oferece retirada.";
  const isOutside = zones.length > 0 && outside_zones === "recusar";
  return isOutside ? "Este endereço está fora das zonas de entrega." : undefined;
}

function explainShift(
  { shifts }: Schedule,
  withRoom: readonly Shift[],
  name: string,
  place: string,
): string | undefined {
  if (withRoom.some((shift) => shift.name === name)) return undefined;
  return shifts.some((shift) => shift.name === name)
    ? `O turno ${name} está lotado neste dia.`
    : `O turno ${name} não existe na ${place}.`;
}

/** The day of an order among these, if its shift is still one of the day; its hours may be others by now. */
export function findAgreedDay(
  dates: readonly OfferedDate[],
  { delivery_date, delivery_shift }: DayAndShift,
): OfferedDate | undefined {
  const day = dates.find(({ date }) => date === delivery_date);
  if (delivery_shift === null) return day;
  const name = shiftName(delivery_shift);
  return day?.shifts.some((shift) => shiftName(shift) === name) ? day : undefined;
}

type FlatTerms = { delivery_fee: number; minimum_order: number; free_delivery_minimum: number };

/** Fee and minimums of an order: those of the zone, no fee for a pick-up, else those of the settings. */
export function termsOf(
  settings: FlatTerms,
  zone: Offer["zone"] | undefined,
  kind: "entrega" | "retirada" = "entrega",
): FlatTerms {
  if (kind === "retirada") return { ...settings, delivery_fee: 0, free_delivery_minimum: 0 };
  if (!zone) return settings;
  const { fee: delivery_fee, minimum_order, free_delivery_minimum } = zone;
  return { delivery_fee, minimum_order, free_delivery_minimum };
}

/** The delivery that an order stores; null: to be agreed on. */
export type AgreedDelivery = Delivery & { delivery_zone_id: string | null };

type DeliveryPlanOfAddress = ReturnType<typeof planDelivery>;

/** The delivery of an order, or why there is none. `fee` in BRL is what it costs now. */
export function agreeOnDelivery(
  request: DeliveryRequest,
  plan: DeliveryPlanOfAddress,
  fee: number,
): AgreedDelivery | "changed" | "outside" {
  const isPickup = request.delivery_kind === "retirada";
  if (!isPickup && !plan.accepted) return "outside";
  const dates = isPickup ? plan.pickup : plan.dates;
  const zone = isPickup ? null : plan.zone;
  if (!dates || (!request.delivery_flexible && hasChanged(request, zone?.name ?? null, fee))) {
    return "changed";
  }
  const time = chooseTime(request, dates);
  return time === "changed" ? "changed" : { ...storeRequest(request, zone), ...time };
}

/** The delivery of an order that the seller takes: on the day that was agreed, whatever the plan says. */
export function takenDelivery(
  request: DeliveryRequest,
  { zone }: DeliveryPlanOfAddress,
): AgreedDelivery {
  return storeRequest(request, request.delivery_kind === "retirada" ? null : zone);
}

/** The requested delivery as an order stores it. */
function storeRequest(
  request: DeliveryRequest,
  zone: DeliveryPlanOfAddress["zone"],
): AgreedDelivery {
  const { delivery_kind, delivery_date = null } = request;
  return {
    delivery_kind: delivery_kind ?? (zone || delivery_date ? "entrega" : null),
    delivery_date,
    ...readRepeatedDelivery(request),
    delivery_zone: zone?.name ?? null,
    delivery_zone_id: zone?.id ?? null,
  };
}

function hasChanged(request: DeliveryRequest, zone: string | null, fee: number): boolean {
  const { delivery_zone = zone, delivery_fee = fee } = request;
  return delivery_zone !== zone || delivery_fee !== fee;
}

/** The requested date and shift if they are still offered, else of a flexible order the next ones; null: to be agreed on. */
function chooseTime(
  { delivery_date, delivery_shift, delivery_flexible }: DeliveryRequest,
  dates: readonly OfferedDate[],
): DayAndShift | "changed" {
  const day = dates.find(({ date }) => date === delivery_date);
  const isOffered =
    day && (delivery_shift ? day.shifts.includes(delivery_shift) : day.shifts.length === 0);
  if (isOffered) return { delivery_date: day.date, delivery_shift: delivery_shift ?? null };
  if (delivery_flexible) {
    const [next] = dates;
    return { delivery_date: next?.date ?? null, delivery_shift: next?.shifts[0] ?? null };
  }
  const isUndated = delivery_date === undefined && delivery_shift === undefined;
  return isUndated ? { delivery_date: null, delivery_shift: null } : "changed";
}
