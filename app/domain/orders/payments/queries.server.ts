import { asc, inArray } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { Payment } from "./schema.ts";
import { payments } from "./table.ts";

/** The payments of orders, in the order in which they were received. */
export async function listPayments(
  database: Database,
  orderIds: readonly string[],
): Promise<Payment[]> {
  const rows = await database
    .select()
    .from(payments)
    .where(inArray(payments.order_id, [...orderIds]))
    .orderBy(asc(payments.received_at), asc(payments.created_at), asc(payments.id));
  return rows.map(toPayment);
}

export function toPayment(row: typeof payments.$inferSelect): Payment {
  return {
    ...row,
    amount: Number(row.amount),
    received_at: row.received_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
