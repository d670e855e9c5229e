import { formatDay } from "#app/shared/days.ts";
import { type Cents, formatCents, toCents } from "#app/shared/money.ts";
import { cancelledStatus, type OrderStatus } from "#app/shared/order-status.ts";

export const paymentStates = ["open", "partial", "paid", "overpaid"] as const;
export type PaymentState = (typeof paymentStates)[number];

type PaidOrder = { status: OrderStatus; valor_total: number; paid_amount: number };
/** An order whose amounts may be the decimals of its row. */
type PaidRow = { status: OrderStatus; valor_total: number | string; paid_amount: number | string };

/** Computes the amount that is still to be received; negative: to be returned. Nothing is due for a cancelled order. */
export function openCents({ status, valor_total, paid_amount }: PaidRow): Cents {
  return (status === cancelledStatus ? 0 : toCents(valor_total)) - toCents(paid_amount);
}

const dayMs = 86_400_000;

/** The moment that a form sends for a day: none for today; the time of an earlier day is unknown, so it is noon in São Paulo. */
export function receivedAtOf(day: string, today: string): string | undefined {
  return day === today ? undefined : `${day}T15:00:00.000Z`;
}

/** Returns the error of the moment when money was received; a day is chosen where it may be tomorrow already. */
export function receivedAtError(receivedAt: Date, now: Date): string | undefined {
  const isPast =
    receivedAt.getTime() <= now.getTime() + dayMs && receivedAt >= new Date("2000-01-01");
  return isPast ? undefined : "Informe uma data até hoje.";
}

export function paymentStateOf(order: PaidOrder): PaymentState {
  const open = openCents(order);
  if (open < 0) return "overpaid";
  if (order.paid_amount === 0) return "open";
  return open > 0 ? "partial" : "paid";
}

/** 'Falta receber R$ 12,40', 'A devolver R$ 3,10'; empty when nothing is open. */
export function describeOpen(order: PaidOrder): string {
  const open = openCents(order);
  if (open === 0) return "";
  return `${open > 0 ? "Falta receber" : "A devolver"} ${formatCents(Math.abs(open))}`;
}

/** The due date of an order. An expected date changes with the delivery. */
export type DueDate = { due_on: string | null; due_is_expected: boolean };

/** An expected date is never past: it begins with a delivery that has not been yet. */
export function isPastDue({ due_on, due_is_expected }: DueDate, today: string): boolean {
  return due_on !== null && !due_is_expected && due_on < today;
}

/** 'vence em 03/08/2026', 'vence em … (previsto)', and where today is known 'venceu em …'; empty when it is due at once. */
export function describeDue(due: DueDate, today?: string): string {
  if (due.due_on === null) return "";
  const verb = today !== undefined && isPastDue(due, today) ? "venceu" : "vence";
  return `${verb} em ${formatDay(due.due_on)}${due.due_is_expected ? " (previsto)" : ""}`;
}

/** 'Boleto, vence em 03/08/2026', 'vence em …' without an agreed method; empty when nothing was agreed. */
export function describeTerms({ payment_method, ...due }: ChosenTerms): string {
  return [payment_method, describeDue(due)].filter(Boolean).join(", ");
}

type ChosenTerms = DueDate & { payment_method: string | null };
