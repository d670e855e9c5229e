import { type Cents, formatCents, formatMoney, toCents } from "#app/shared/money.ts";
import { type OrderStatus, statusTable } from "#app/shared/order-status.ts";
import type { Customer } from "./schema.ts";

/** Conditions of payment and prices, of a customer without any. */
export const noTerms = {
  terms: null,
  credit_limit: null,
  billing_closing_day: null,
  billing_due_day: null,
  price_table: null,
};
type CustomerTerms = Record<keyof typeof noTerms, unknown>;

export function haveSameTerms(customer: CustomerTerms, other: CustomerTerms): boolean {
  return (Object.keys(noTerms) as (keyof CustomerTerms)[]).every(
    (name) => customer[name] === other[name],
  );
}

export function hasTerms(customer: CustomerTerms): boolean {
  return !haveSameTerms(customer, noTerms);
}

type Limited = Pick<Customer, "open_amount" | "credit" | "credit_limit">;
type CheckedOrder = { status: OrderStatus; valor_total: number };

/** Computes the used part of the limit: the open amount less the credit, with an order that is not confirmed yet. */
function usedLimitCents({ open_amount, credit }: Limited, order?: CheckedOrder): Cents {
  const isNew =
    order && !statusTable[order.status].isPayable && !statusTable[order.status].isClosed;
  return toCents(open_amount) - toCents(credit) + (isNew ? toCents(order.valor_total) : 0);
}

/** Returns whether the customer is over the limit, of which only the seller is warned. */
export function isOverLimit(customer: Limited, order?: CheckedOrder): boolean {
  const { credit_limit } = customer;
  return credit_limit !== null && usedLimitCents(customer, order) > toCents(credit_limit);
}

/** Lists the reasons not to deliver to a customer, who never sees them. */
export function listCustomerWarnings(
  customer: Limited & Pick<Customer, "blocked">,
  order?: CheckedOrder,
): string[] {
  const used = usedLimitCents(customer, order);
  const withOrder = used > usedLimitCents(customer) ? " com este pedido" : "";
  const limit = formatMoney(customer.credit_limit ?? 0);
  return [
    ...(customer.blocked ? ["Este cliente está bloqueado."] : []),
    ...(isOverLimit(customer, order)
      ? [`Em aberto ${formatCents(used)}${withOrder}: passa do limite de ${limit}.`]
      : []),
  ];
}
