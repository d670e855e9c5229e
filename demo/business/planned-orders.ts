import type { Channel } from "#app/domain/orders/schema.ts";
import type { ifMissingChoices } from "#app/domain/orders/texts.ts";
import { addDays, weekdayOf } from "#app/shared/days.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { businessWeeks, firstDelivery, instantOf, workdayFrom, workdayUntil } from "./calendar.ts";
import { readTable } from "./csv.ts";
import { type DemoCustomer, findCustomer } from "./customers.ts";
import { type DemoZone, zoneOf } from "./delivery-zones.ts";

/** `substitute`: the slug of what is sent in place of the product, which is missing. */
export type PlannedLine = { slug: string; unit: SaleUnit; quantity: number; substitute?: string };

/** An order of the demonstration and what becomes of it. */
export type PlannedOrder = {
  customer: DemoCustomer;
  channel: Channel;
  placedAt: Date;
  lines: PlannedLine[];
  /** The note of the order; the reason of a cancelled order of the site. */
  note?: string | undefined;
  if_missing?: (typeof ifMissingChoices)[number] | undefined;
  /** Undefined: nothing was agreed on, as by telephone. */
  payment_method?: string | undefined;
  /** Undefined: to be agreed on. */
  delivery?: { date: string; shift: string | undefined } | undefined;
  status: OrderStatus;
  /**
   * The moment when the money arrives: with the order, with the goods, on the due date, half of it with the goods and the rest a
   * week later ("halves") or not so far ("half").
   */
  paid?: "order" | "delivery" | "due" | "half" | "halves" | undefined;
  /**
   * Any of these words: it was `opened` by the shop, `changed` by its customer, who doubled the first line, is `repeated` every
   * week, is `packed` line by line, got a `discount`, its delivery has `failed` once, it was `corrected` after its delivery.
   */
  events: string;
};

type Row = Pick<PlannedOrder, "channel" | "status" | "events"> & {
  paid: NonNullable<PlannedOrder["paid"]> | "";
  if_missing: NonNullable<PlannedOrder["if_missing"]> | "";
} & Record<"customer" | "day" | "time" | "shift" | "payment_method" | "lines" | "note", string>;

const shifts: Record<string, string> = { Manhã: "Manhã, 8h às 12h", Tarde: "Tarde, 13h às 18h" };

/** The orders at which the shop works now: the routes of today and tomorrow, those of later days, and what waits for the shop. */
export function planCurrentOrders(today: string): PlannedOrder[] {
  // `day` and `delivery` count days from today.
  return readTable<Row & { delivery: string }>("current-orders.csv").map((row) => {
    const placed = addDays(today, Number(row.day));
    const delivered = addDays(today, Number(row.delivery));
    // No past order by telephone is from a Sunday; today's and tomorrow's routes are on any day.
    const placedOn = row.channel === "site" || row.day === "0" ? placed : workdayUntil(placed);
    const date = Number(row.delivery) > 1 ? workdayFrom(delivered) : delivered;
    const delivery = row.delivery === "" ? undefined : { date, shift: shifts[row.shift] };
    return { ...readOrder(row), placedAt: instantOf(placedOn, row.time), delivery };
  });
}

/** Orders of the last weeks that were delivered before today or cancelled. */
export function planPastOrders(today: string, zones: readonly DemoZone[]): PlannedOrder[] {
  // `day` counts days from the Monday of this week, so that each order has its weekday whenever the shop is filled.
  const monday = addDays(today, -weekdayOf(today));
  return readTable<Row>("past-orders.csv").map((row) => {
    const order = readOrder(row);
    const zone = zoneOf(zones, order.customer);
    const place = (day: string) => {
      const placedAt = instantOf(day, row.time);
      const delivery = { date: firstDelivery(zone, placedAt), shift: shifts[row.shift] };
      return { ...order, placedAt, delivery };
    };
    const day = addDays(monday, Number(row.day));
    const placed = place(day);
    // An order that would not be delivered yet is one of the first week.
    return placed.delivery.date < today ? placed : place(addDays(day, -7 * businessWeeks));
  });
}

function readOrder({ customer, channel, status, events, lines, ...row }: Row) {
  return {
    customer: findCustomer(customer),
    channel,
    status,
    events,
    lines: lines.split(" + ").map(readLine),
    note: row.note || undefined,
    if_missing: row.if_missing || undefined,
    payment_method: row.payment_method || undefined,
    paid: row.paid || undefined,
  };
}

/** '2 caixa polpa-de-acai-100-g', '8 kg file-de-tilapia > file-de-pescada' */
function readLine(text: string): PlannedLine {
  const [ordered = "", substitute] = text.split(" > ");
  const [quantity, unit, slug = ""] = ordered.split(" ");
  const line = { slug, unit: unit as SaleUnit, quantity: Number(quantity) };
  return substitute ? { ...line, substitute } : line;
}
