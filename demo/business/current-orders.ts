import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { addDays } from "#app/shared/days.ts";
import { instantOf, workdayFrom, workdayUntil } from "./calendar.ts";
import { findCustomer } from "./customers.ts";
import type { PlannedLine, PlannedOrder } from "./planned-order.ts";

const file = readFileSync(new URL("current-orders.csv", import.meta.url), "utf8");

/** `day` and `delivery` count days from today. */
type Row = Pick<PlannedOrder, "channel" | "status"> & {
  if_missing: NonNullable<PlannedOrder["if_missing"]> | "";
  paid: "order" | "delivery" | "";
} & Record<
    | ("customer" | "day" | "time" | "delivery" | "shift")
    | ("payment_method" | "events" | "lines" | "note"),
    string
  >;

const shifts: Record<string, string> = { Manhã: "Manhã, 8h às 12h", Tarde: "Tarde, 13h às 18h" };

/** The orders at which the shop works now: the routes of today and tomorrow, those of later days, and what waits for the shop. */
export function planCurrentOrders(today: string): PlannedOrder[] {
  return Papa.parse<Row>(file, { header: true, skipEmptyLines: true }).data.map((row) => {
    const placed = addDays(today, Number(row.day));
    const delivered = addDays(today, Number(row.delivery));
    // By telephone nobody orders on a Sunday of the past; today's and tomorrow's routes are on any day.
    const placedOn = row.channel === "site" || row.day === "0" ? placed : workdayUntil(placed);
    const date = Number(row.delivery) > 1 ? workdayFrom(delivered) : delivered;
    return {
      customer: findCustomer(row.customer),
      channel: row.channel,
      placedAt: instantOf(placedOn, row.time),
      lines: row.lines.split(" + ").map(readLine),
      note: row.note || undefined,
      if_missing: row.if_missing || undefined,
      payment_method: row.payment_method || undefined,
      delivery: row.delivery === "" ? undefined : { date, shift: shifts[row.shift] },
      status: row.status,
      payment: row.paid
        ? { method: row.payment_method, moment: row.paid, share: "all" }
        : undefined,
      isPacked: row.events.includes("packed"),
      isChanged: row.events.includes("changed"),
      isRepeated: row.events.includes("repeated"),
      isOpened: row.events.includes("opened"),
    };
  });
}

/** '2 caixa polpa-de-acai-100-g' */
function readLine(text: string): PlannedLine {
  const [quantity, unit, slug = ""] = text.split(" ");
  return { slug, unit: unit as PlannedLine["unit"], quantity: Number(quantity) };
}
