import { formatDayAndMonth, formatHour, weekdays } from "#app/domain/company/open-state.ts";
import { addDays, dayOf, weekdayOf } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import type { DeliveryTime } from "./delivery.ts";
import type { Delivery, Offer, OfferedDate, Zone } from "./schema.ts";

/** '2026-11-26' → 'quinta, 26/11' */
export function formatDeliveryDate(date: string): string {
  return `${weekdays[weekdayOf(date)]?.name.toLowerCase()}, ${formatDayAndMonth(date)}`;
}

/** 'quinta, 26/11, Manhã, 8h às 12h'; undefined while the date is to be agreed on. */
export function describeTime(time: Partial<DeliveryTime>): string | undefined {
  const { delivery_date, delivery_shift } = time;
  if (!delivery_date) return undefined;
  return [formatDeliveryDate(delivery_date), delivery_shift].filter(Boolean).join(", ");
}

/** 'Entrega na quinta, 26/11, Manhã, 8h às 12h'; undefined while it is to be agreed on. */
export function describeDelivery(order: Partial<Delivery>): string | undefined {
  const { delivery_kind, delivery_date } = order;
  const isPickup = delivery_kind === "retirada";
  if (!delivery_date) return isPickup ? "Retirada na loja" : undefined;
  return `${isPickup ? "Retirada na loja" : "Entrega"} ${inDay(delivery_date)} ${describeTime(order)}`;
}

/** 'Zona Sul · entrega R$ 8,00 · Peça até quarta, 18h, para receber na quinta' */
export function describeOffer({ zone, accepted, dates }: Offer, now: Date): string {
  if (!accepted) return "Não entregamos neste endereço.";
  if (!zone) return "Entrega a combinar.";
  const amount = formatMoney(zone.fee).replace(" ", "\u00a0");
  const fee = zone.fee > 0 ? `entrega ${amount}` : "entrega grátis";
  const [next] = dates;
  const when = next ? describeNext(next, dayOf(now)) : "Dia a combinar";
  return `${zone.name} · ${fee} · ${when}`;
}

/** 'pedidos até 18h do dia anterior' */
export function describeCutoff({
  weekdays: days,
  cutoff_days,
  cutoff_time,
}: Pick<Zone, "weekdays" | "cutoff_days" | "cutoff_time">): string {
  if (days.length === 0) return "dia a combinar";
  const hour = `pedidos até ${formatHour(cutoff_time)}`;
  if (cutoff_days === 0) return `${hour} do mesmo dia`;
  return cutoff_days === 1 ? `${hour} do dia anterior` : `${hour}, ${cutoff_days} dias antes`;
}

/** 'hoje, 18h', 'quarta, 18h' */
export function describeUntil({ date, time }: OfferedDate["order_until"], today: string): string {
  return `${date === today ? "hoje" : nameDay(date, today)}, ${formatHour(time)}`;
}

function describeNext({ date, order_until: until }: OfferedDate, today: string): string {
  const day = date === today ? "hoje" : `${inDay(date)} ${nameDay(date, today)}`;
  return `Peça até ${describeUntil(until, today)}, para receber ${day}`;
}

function inDay(date: string): string {
  return weekdayOf(date) > 4 ? "no" : "na";
}

/** Within a week the weekday is enough. */
export function nameDay(date: string, today: string): string {
  if (date >= addDays(today, 7)) return formatDeliveryDate(date);
  return weekdays[weekdayOf(date)]?.name.toLowerCase() ?? "";
}
