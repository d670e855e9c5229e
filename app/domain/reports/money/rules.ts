import type { Receipt } from "#app/domain/orders/payments/schema.ts";
import { type DueDate, describeDue, isPastDue } from "#app/domain/payments/rules.ts";
import { formatDay } from "#app/shared/days.ts";
import { type Cents, formatCents, sumCents, toCents } from "#app/shared/money.ts";

/** The data of the pages 'A receber' and 'Caixa do dia'. Days are those of São Paulo, amounts in BRL. */

/** An order that is not paid in full. */
export type ReceivableOrder = DueDate & {
  id: string;
  numero_pedido: number;
  /** The customer; those merged into another one have its id. */
  customer_id: string | null;
  name: string;
  phone: string;
  placed_on: string;
  /** Null: not delivered yet. */
  delivered_on: string | null;
  payment_method: string | null;
  /** The amount that is still to be received. */
  open: number;
};

export type Debtor = {
  /** The customer's id; of an order without one its own. */
  key: string;
  customer_id: string | null;
  name: string;
  phone: string;
  orders: ReceivableOrder[];
  open: Cents;
  overdue: Cents;
};

/** Past its date, or delivered before today without one. */
export function isOverdue(order: ReceivableOrder, today: string): boolean {
  if (order.due_on !== null) return isPastDue(order, today);
  return order.delivered_on !== null && order.delivered_on < today;
}

/** Groups the orders, which are sorted by due date, by customer: those with something overdue come first, then the largest sums. */
export function groupByDebtor(orders: readonly ReceivableOrder[], today: string): Debtor[] {
  const groups = new Map<string, ReceivableOrder[]>();
  for (const order of orders) {
    const key = order.customer_id ?? order.id;
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  const debtors = [...groups].map(([key, own]) => ({
    key,
    customer_id: own[0]?.customer_id ?? null,
    // The newest order has the current name and number.
    name: own.at(-1)?.name ?? "",
    phone: own.at(-1)?.phone ?? "",
    orders: own,
    open: sumCents(own.map(({ open }) => toCents(open))),
    overdue: sumCents(own.filter((one) => isOverdue(one, today)).map(({ open }) => toCents(open))),
  }));
  return debtors.sort((one, other) => other.overdue - one.overdue || other.open - one.open);
}

/** Writes the message of the seller to a customer by WhatsApp. */
export function reminderText(
  { name, orders, open }: Debtor,
  { siteName, today }: { siteName: string; today: string },
): string {
  const lines = orders.map(
    (order) =>
      `• nº ${order.numero_pedido}, de ${formatDay(order.placed_on)}: ${formatCents(toCents(order.open))}` +
      (order.due_on ? `, ${describeDue(order, today)}` : ""),
  );
  return [
    `Olá, ${name}! Aqui é da ${siteName}.`,
    orders.length === 1 ? "Este pedido está em aberto:" : "Estes pedidos estão em aberto:",
    ...lines,
    ...(orders.length > 1 ? [`Total: ${formatCents(open)}`] : []),
    "Se já pagou, responda com o comprovante, por favor.",
  ].join("\n");
}

/** Received on a day by one method; a refund counts against it. */
export type MethodTotal = { method: string; payments: number; received: number; refunded: number };

export type CashPayment = {
  id: string;
  /** The orders that the receipt was for; none of a credit that is not used yet. */
  orders: Receipt["payments"];
  customer_name: string;
  amount: number;
  method: string;
  received_at: string;
  note: string | null;
};

export type CashDay = { day: string; methods: MethodTotal[]; payments: CashPayment[] };
