import { listCustomerWarnings } from "#app/domain/customers/rules.ts";
import type { Customer } from "#app/domain/customers/schema.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";

type CustomerWarningsProps = {
  customer: Customer;
  /** One that is not confirmed yet counts too. */
  order?: { status: OrderStatus; valor_total: number };
};

/** See `listCustomerWarnings`. */
export function CustomerWarnings({ customer, order }: CustomerWarningsProps) {
  return listCustomerWarnings(customer, order).map((warning) => (
    <p key={warning} className="font-semibold text-danger-ink">
      {warning}
    </p>
  ));
}
