import { formatDay } from "#app/shared/days.ts";
import { type Cents, formatCents, toCents } from "#app/shared/money.ts";
import { cancelledStatus, type OrderStatus } from "#app/shared/order-status.ts";

export const paymentStates = ["open", "partial", "paid", "overpaid"] as const;
export type PaymentState = (typeof paymentStates)[number];

type PaidOrder = { status: OrderStatus; valor_total: number; paid_amount: number };

/** What is still to be received; negative: to be returned. Of a cancelled order nothing is due. */
export function openCents({ status, valor_total, paid_amount }: PaidOrder): Cents {
  return (status === cancelledStatus ? 0 : toCents(valor_total)) - toCents(paid_amount);
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

/** 'Boleto, vence em 03/08/2026', 'a combinar, vence em …'; empty when nothing was agreed. */
export function describeTerms({ payment_method, due_on }: ChosenTerms): string {
  if (!payment_method && !due_on) return "";
  const label = payment_method || "a combinar";
  return due_on ? `${label}, vence em ${formatDay(due_on)}` : label;
}

type ChosenTerms = { payment_method: string | null; due_on: string | null };
