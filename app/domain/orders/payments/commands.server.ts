import { and, eq } from "drizzle-orm";
import { readPaymentTerms } from "#app/domain/company/queries.server.ts";
import type { EditRejection, FieldError } from "#app/domain/kernel/editing/schema.ts";
import { lockOrder } from "#app/domain/orders/commands.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { toPaymentMethod } from "#app/domain/payments/methods.ts";
import { openCents, receivedAtError } from "#app/domain/payments/rules.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { maxOrderTotalCents } from "#app/shared/limits.ts";
import { type Cents, formatMoney, toCents, toDecimal } from "#app/shared/money.ts";
import { toPayment } from "./queries.server.ts";
import type { NewPayment, Payment } from "./schema.ts";
import { payments, receipts } from "./table.ts";

type Rejection = EditRejection<Order>;
export type PaymentResult = { ok: true; row: Payment } | Rejection;

/** Adds a payment to an order; by default of what it still owes. A conflict if the order was saved after `version`. */
export function addPayment(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  { version, ...payment }: NewPayment,
): Promise<PaymentResult> {
  return runAsUser(database, author, async (tx) => {
    const current = await lockOrder(tx, id);
    if (!current) return { ok: false, reason: "not-found" };
    const order = toOrder(current);
    if (version !== undefined && version !== order.version) {
      return { ok: false, reason: "stale", current: order };
    }
    const { amount, method, note } = payment;
    const cents = amount === undefined ? Math.max(0, openCents(order)) : toCents(amount);
    const receivedAt = payment.received_at ? new Date(payment.received_at) : now;
    const errors = checkPayment(order, cents, receivedAt, now);
    if (errors.length > 0) return { ok: false, reason: "invalid", errors };
    const payment_terms = await readPaymentTerms(tx);
    const receipt = await insertReceipt(tx, {
      customer_id: current.customer_id,
      amount: toDecimal(cents),
      method,
      kind: toPaymentMethod(method, payment_terms).kind,
      received_at: receivedAt,
      note: note ?? null,
      author: nameOf(author),
    });
    return { ok: true, row: await allocate(tx, receipt, { order_id: id, cents }) };
  });
}

export function nameOf(author: Author): string {
  return typeof author === "string" ? author : author.email;
}

export async function insertReceipt(
  tx: Database,
  values: typeof receipts.$inferInsert,
): Promise<typeof receipts.$inferSelect> {
  const [row] = await tx.insert(receipts).values(values).returning();
  if (!row) throw new Error("an insert returns its row");
  return row;
}

/** Gives a part of a receipt to an order. */
export async function allocate(
  tx: Database,
  receipt: typeof receipts.$inferSelect,
  { order_id, cents }: { order_id: string; cents: Cents },
): Promise<Payment> {
  const values = { order_id, receipt_id: receipt.id, amount: toDecimal(cents) };
  const [row] = await tx.insert(payments).values(values).returning();
  if (!row) throw new Error("an insert returns its row");
  const { on_account, method, kind, received_at, note, author } = receipt;
  return toPayment({ ...row, on_account, method, kind, received_at, note, author });
}

function checkPayment(order: Order, cents: Cents, receivedAt: Date, now: Date): FieldError[] {
  const errors: FieldError[] = [];
  const paid = toCents(order.paid_amount) + cents;
  if (cents === 0) {
    errors.push({ field: "amount", message: "Não há valor em aberto neste pedido." });
  } else if (paid < 0) {
    const message = `A devolução é maior que o recebido, ${formatMoney(order.paid_amount)}.`;
    errors.push({ field: "amount", message });
  } else if (paid > maxOrderTotalCents) {
    errors.push({ field: "amount", message: "Valor alto demais." });
  }
  const message = receivedAtError(receivedAt, now);
  return message ? [...errors, { field: "received_at", message }] : errors;
}

/**
 * Removes a payment of an order. One that was recorded for this order alone is removed as if it had never been entered; a part
 * of another receipt becomes credit of the customer again. A rejection when refunds would exceed what remains.
 */
export function removePayment(
  database: Database,
  author: Author,
  orderId: string,
  id: string,
): Promise<{ ok: true } | Rejection> {
  return runAsUser(database, author, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const isPayment = and(eq(payments.id, id), eq(payments.order_id, orderId));
    const [stored] = await tx.select().from(payments).where(isPayment);
    if (!order || !stored) return { ok: false, reason: "not-found" };
    if (toCents(order.paid_amount) < toCents(stored.amount)) {
      const message = "Desfaça antes a devolução que saiu deste pagamento.";
      return { ok: false, reason: "invalid", errors: [{ field: "id", message }] };
    }
    await tx.delete(payments).where(isPayment);
    return { ok: true };
  });
}
