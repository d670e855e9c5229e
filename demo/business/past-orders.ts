import { addDays, weekdayOf } from "#app/shared/days.ts";
import { isCompany } from "#app/shared/documents.ts";
import type { Random } from "../random.ts";
import { addMinutes, businessDays, firstDelivery, instantOf, workdayUntil } from "./calendar.ts";
import { type DemoCustomer, demoCustomers } from "./customers.ts";
import { type DemoZone, zoneOf } from "./delivery-zones.ts";
import { drawLines, findReplaceable } from "./order-lines.ts";
import type { Incident, PlannedOrder, PlannedPayment } from "./planned-order.ts";

const pastOrders = 200;

/** From Monday to Sunday, how many orders arrive compared with other days. */
const weekdayWeights = [10, 8, 9, 10, 13, 6, 2];

type Channel = PlannedOrder["channel"];
const channels: readonly Channel[] = ["site", "site", "site", "WhatsApp", "WhatsApp", "telefone"];
const companyChannels: readonly Channel[] = ["site", "WhatsApp", "WhatsApp", "telefone"];

const notes = [
  "Portão azul, tocar a campainha.",
  "Entregar depois das 9h, por favor.",
  "Deixar na portaria com o Seu Geraldo.",
  "Ligar quando estiver chegando.",
  "Separar o peixe em pacotes de 1 kg.",
  "Precisa de nota fiscal.",
  "Cuidado com o cachorro.",
];

const cancelReasons = [
  "Pedi duas vezes sem querer.",
  "Vou viajar, peço de novo na volta.",
  "Encontrei o que faltava no freezer.",
  "O evento foi adiado.",
];

/** Numbers of orders to which something out of the ordinary happens. */
const incidents: Record<Incident, number> = {
  swap: 6,
  discount: 5,
  "failed-attempt": 3,
  refund: 4,
};
const cancelled = 14;
const partPayments: Partial<Record<PlannedPayment["share"], number>> = {
  "in-two-parts": 4,
  half: 3,
  nothing: 5,
};

/** 200 orders of the last sixty days that were delivered before today or cancelled. */
export function planPastOrders(random: Random, today: string, zones: readonly DemoZone[]) {
  const days = Array.from({ length: businessDays }, (_, ago) => addDays(today, -ago - 1));
  // Business grows by half over the sixty days.
  const weightOfDay = (day: string, ago: number) =>
    (weekdayWeights[weekdayOf(day)] ?? 0) * (1.5 - (0.5 * ago) / businessDays);
  const dayWeights = days.map(weightOfDay);
  const customerWeights = demoCustomers.map(({ weight }) => weight);
  const orders = Array.from({ length: pastOrders }, () => {
    const day = days[drawIndex(random, dayWeights)] ?? today;
    const customer = demoCustomers[drawIndex(random, customerWeights)] as DemoCustomer;
    return planOrder(random, customer, day, zones, today);
  }).toSorted((one, other) => one.placedAt.getTime() - other.placedAt.getTime());
  drawIncidents(random, orders, today);
  return orders;
}

function drawIndex(random: Random, weights: readonly number[]): number {
  let rest = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  return Math.max(0, index);
}

function planOrder(
  random: Random,
  customer: DemoCustomer,
  drawnDay: string,
  zones: readonly DemoZone[],
  today: string,
): PlannedOrder {
  const zone = zoneOf(zones, customer);
  const channel = zone
    ? random.oneOf(isCompany(customer.document) ? companyChannels : channels)
    : "telefone";
  let placedAt: Date;
  let delivery: PlannedOrder["delivery"];
  let day = drawnDay;
  // An order that would not be delivered yet is one of the week before.
  do {
    placedAt = drawMoment(random, channel, day);
    delivery = planDelivery(random, placedAt, zone, day);
    day = addDays(day, -7);
  } while (delivery.date >= today);
  const payment = drawPayment(random, customer, channel);
  return {
    customer,
    channel,
    placedAt,
    lines: drawLines(random, customer, drawBudget(random, customer, zone)),
    ...(random.next() < 0.18 && { note: random.oneOf(notes) }),
    ...(channel === "site" && { if_missing: random.oneOf(["ligar", "trocar", "tirar"] as const) }),
    payment_method:
      payment.moment === "due" && payment.method !== "Boleto" ? undefined : payment.method,
    delivery,
    status: "entregue",
    payment,
  };
}

/** The site is open at any hour of the day; somebody answers the telephone in the shop's hours. */
function drawMoment(random: Random, channel: Channel, day: string): Date {
  if (channel === "site") return drawBetween(random, day, 7, 22);
  const workday = workdayUntil(day);
  return drawBetween(random, workday, 8, weekdayOf(workday) === 5 ? 12 : 18);
}

function drawBetween(random: Random, day: string, from: number, until: number): Date {
  const minutes = Math.floor(random.next() * (until - from) * 60);
  return addMinutes(instantOf(day, `${String(from).padStart(2, "0")}:00`), minutes);
}

function planDelivery(random: Random, placedAt: Date, zone: DemoZone | undefined, day: string) {
  if (!zone) return { date: workdayUntil(addDays(day, 3)), shift: undefined };
  const { date, shifts } = firstDelivery(zone, placedAt);
  return { date, shift: random.oneOf(shifts) };
}

/** In BRL: above the minimum order. */
function drawBudget(random: Random, customer: DemoCustomer, zone: DemoZone | undefined): number {
  const minimum = zone?.minimum_order ?? 150;
  const usual = isCompany(customer.document) ? 260 : 60;
  return Math.max(minimum, usual) * (1.05 + random.next() * 0.9);
}

function drawPayment(random: Random, customer: DemoCustomer, channel: Channel): PlannedPayment {
  const share = "all";
  if (customer.terms && channel !== "site") {
    return { method: random.oneOf(["Transferência", "PIX"]), moment: "due", share };
  }
  if (isCompany(customer.document) && random.next() < 0.45) {
    return { method: "Boleto", moment: "due", share };
  }
  const method = random.oneOf([
    "PIX",
    "PIX",
    "PIX",
    "Cartão de Crédito",
    "Cartão de Crédito",
    "Cartão de Débito",
    "Dinheiro",
  ]);
  const isPrepaid = method === "PIX" && random.flip();
  return { method, moment: isPrepaid ? "order" : "delivery", share };
}

/** Chooses the orders to which something happens, each at most once. */
function drawIncidents(random: Random, orders: PlannedOrder[], today: string): void {
  const untouched = new Set(orders);
  const draw = (count: number, isFit: (order: PlannedOrder) => boolean) =>
    Array.from({ length: count }).flatMap(() => {
      const fitting = [...untouched].filter(isFit);
      if (fitting.length === 0) return [];
      const order = random.oneOf(fitting);
      untouched.delete(order);
      return [order];
    });
  draw(cancelled, () => true).forEach((order, index) => {
    order.status = "cancelado";
    order.payment = undefined;
    if (order.channel === "site") order.cancel_reason = cancelReasons[index % cancelReasons.length];
  });
  for (const [incident, count] of Object.entries(incidents) as [Incident, number][]) {
    for (const order of draw(count, (one) => fitsIncident(one, incident, today))) {
      order.incident = incident;
    }
  }
  for (const [share, count] of Object.entries(partPayments)) {
    const isFit = ({ payment, placedAt }: PlannedOrder) =>
      payment?.moment === (share === "nothing" ? "due" : "delivery") &&
      // Its due date has passed.
      placedAt < instantOf(addDays(today, -32), "00:00") === (share === "nothing");
    for (const order of draw(count, isFit)) {
      if (order.payment) order.payment.share = share as PlannedPayment["share"];
    }
  }
}

function fitsIncident(order: PlannedOrder, incident: Incident, today: string): boolean {
  const { lines, payment, delivery } = order;
  const [first] = lines;
  switch (incident) {
    case "swap":
      return findReplaceable(lines) !== undefined;
    case "failed-attempt":
      return delivery !== undefined && addDays(delivery.date, 3) < today;
    case "refund":
      return payment?.moment !== "due" && (first?.quantity ?? 0) > 1;
    case "discount":
      return true;
  }
}
