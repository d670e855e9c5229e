import { asc, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { Payment, Receipt } from "./schema.ts";
import { payments, receipts } from "./table.ts";

/** A payment with what its receipt says of it. */
const paymentColumns = {
  ...getTableColumns(payments),
  on_account: receipts.on_account,
  method: receipts.method,
  kind: receipts.kind,
  received_at: receipts.received_at,
  note: receipts.note,
  author: receipts.author,
};

type PaymentRow = typeof payments.$inferSelect &
  Pick<
    typeof receipts.$inferSelect,
    "on_account" | "method" | "kind" | "received_at" | "note" | "author"
  >;

/** The parts of a row of `receipts` that orders got. */
export const receiptPayments = sql<Receipt["payments"]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('order_id', paid.id, 'numero_pedido', numero_pedido, 'amount', part.amount)
    ORDER BY numero_pedido)
  FROM payments AS part JOIN pedidos AS paid ON paid.id = part.order_id WHERE part.receipt_id = receipts.id
), '[]')`;

/** The payments of orders, in the order in which they were received. */
export async function listPayments(
  database: Database,
  orderIds: readonly string[],
): Promise<Payment[]> {
  const rows = await database
    .select(paymentColumns)
    .from(payments)
    .innerJoin(receipts, eq(receipts.id, payments.receipt_id))
    .where(inArray(payments.order_id, [...orderIds]))
    .orderBy(asc(receipts.received_at), asc(payments.created_at), asc(payments.id));
  return rows.map(toPayment);
}

export function toPayment(row: PaymentRow): Payment {
  return {
    ...row,
    amount: Number(row.amount),
    received_at: row.received_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

const receiptColumns = {
  id: receipts.id,
  customer_id: receipts.customer_id,
  amount: sql<number>`${receipts.amount}::float8`,
  credit: sql<number>`(${receipts.amount} - ${receipts.allocated})::float8`,
  method: receipts.method,
  kind: receipts.kind,
  received_at: receipts.received_at,
  note: receipts.note,
  author: receipts.author,
  created_at: receipts.created_at,
  payments: receiptPayments,
};

type ReceiptRow = Omit<Receipt, "received_at" | "created_at"> & {
  received_at: Date;
  created_at: Date;
};

function toReceipt(row: ReceiptRow): Receipt {
  return {
    ...row,
    received_at: row.received_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

export async function readReceipt(database: Database, id: string): Promise<Receipt> {
  const [row] = await database.select(receiptColumns).from(receipts).where(eq(receipts.id, id));
  if (!row) throw new Error("a receipt was removed while it was written");
  return toReceipt(row);
}

/** The receipts of customers, the newest first. */
export async function listReceiptsOf(
  database: Database,
  customerIds: readonly string[],
  limit: number,
): Promise<Receipt[]> {
  const rows = await database
    .select(receiptColumns)
    .from(receipts)
    .where(inArray(receipts.customer_id, [...customerIds]))
    .orderBy(desc(receipts.received_at), desc(receipts.id))
    .limit(limit);
  return rows.map(toReceipt);
}
