import { isOverLimit, usedLimitCents } from "#app/domain/customers/rules.ts";
import type { Customer } from "#app/domain/customers/schema.ts";
import { formatCents, formatMoney, toCents } from "#app/shared/money.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";

type CustomerWarningsProps = {
  customer: Customer;
  /** One that is not confirmed yet counts too. */
  order?: { status: OrderStatus; valor_total: number };
};

/** Why the seller may not want to deliver to a customer, who never sees it. */
export function CustomerWarnings({ customer, order }: CustomerWarningsProps) {
  const { open_amount, credit_limit, blocked } = customer;
  const used = usedLimitCents(customer, order);
  return (
    <>
      {blocked && <p className="font-semibold text-danger-ink">Este cliente está bloqueado.</p>}
      {isOverLimit(customer, order) && (
        <p className="font-semibold text-danger-ink">
          Em aberto {formatCents(used)}
          {used > toCents(open_amount) && " com este pedido"}: passa do limite de{" "}
          {formatMoney(credit_limit ?? 0)}.
        </p>
      )}
    </>
  );
}
