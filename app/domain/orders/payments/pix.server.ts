import { eq } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { lockOrder } from "#app/domain/orders/commands.server.ts";
import { pixMethod } from "#app/domain/payments/methods.ts";
import { findPixMethod } from "#app/domain/payments/pix/rules.ts";
import { pixReceipts } from "#app/domain/payments/pix/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type Cents, toCents, toDecimal } from "#app/shared/money.ts";
import { allocate, insertReceipt } from "./commands.server.ts";

/** The bank's report about an order's charge; the cents of a devolution are negative. */
type BankReport = {
  end_to_end_id: string;
  txid: string;
  order_id: string;
  cents: Cents;
  at: Date;
};

/**
 * Records a Pix or a devolution as a payment of its order, whatever the order's state: once, however often it is reported. The
 * transaction is the caller's.
 */
export async function recordPix(tx: Database, pix: BankReport): Promise<void> {
  const { end_to_end_id, txid, order_id, cents, at } = pix;
  // Before the receipt, whose foreign key locks the charge: the order of locks.
  const order = await lockOrder(tx, order_id);
  const added = await tx
    .insert(pixReceipts)
    .values({ end_to_end_id, txid, amount: toDecimal(cents) })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) return;
  // More than what is left was returned by hand before: the seller has recorded it already, or deleted the order.
  if (cents < 0 && toCents(order?.paid_amount ?? "0") + cents < 0) return;
  const { payment_methods, payment_terms } = await readSettings(tx);
  const receipt = await insertReceipt(tx, {
    customer_id: order?.customer_id ?? null,
    amount: toDecimal(cents),
    method: findPixMethod(payment_methods, payment_terms) ?? pixMethod.name,
    kind: pixMethod.kind,
    received_at: at,
    note: noteOf(cents, order !== undefined),
  });
  if (order) await allocate(tx, receipt, { order_id, cents });
  await tx
    .update(pixReceipts)
    .set({ receipt_id: receipt.id })
    .where(eq(pixReceipts.end_to_end_id, end_to_end_id));
}

function noteOf(cents: Cents, hasOrder: boolean): string | null {
  if (cents < 0) return "Pix devolvido";
  return hasOrder ? null : "Pix de um pedido excluído";
}
