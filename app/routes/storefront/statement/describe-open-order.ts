import { describeDue } from "#app/domain/payments/rules.ts";
import type { StatementView } from "#app/domain/receivables/schema.ts";
import { deliveredStatuses } from "#app/shared/order-status.ts";

type OpenOrder = StatementView["open_orders"][number];

/** 'entregue, vence em 03/08/2026' */
export function describeOpenOrder({ status, ...due }: Omit<OpenOrder, "numero_pedido" | "open">) {
  const delivery = deliveredStatuses.includes(status) ? "entregue" : "a entregar";
  return [delivery, describeDue(due)].filter(Boolean).join(", ");
}
