import { type Cents, toCents } from "#app/shared/money.ts";
import { type OrderStatus, statusTable } from "#app/shared/order-status.ts";
import type { Customer } from "./schema.ts";

type Limited = Pick<Customer, "open_amount" | "credit" | "credit_limit">;
type CheckedOrder = { status: OrderStatus; valor_total: number };

/** What counts against the limit: what is open, less the credit, with an order that is not confirmed yet. */
export function usedLimitCents({ open_amount, credit }: Limited, order?: CheckedOrder): Cents {
  const isNew =
    order && !statusTable[order.status].isPayable && !statusTable[order.status].isClosed;
  return toCents(open_amount) - toCents(credit) + (isNew ? toCents(order.valor_total) : 0);
}

/** Only the seller is warned. */
export function isOverLimit(customer: Limited, order?: CheckedOrder): boolean {
  const { credit_limit } = customer;
  return credit_limit !== null && usedLimitCents(customer, order) > toCents(credit_limit);
}
