import { and, eq, inArray, sql } from "drizzle-orm";
import { readPaymentTerms } from "#app/domain/company/queries.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { EditRejection, FieldError } from "#app/domain/kernel/editing/schema.ts";
import { lockOrder } from "#app/domain/orders/commands.server.ts";
import { allocate, insertReceipt, nameOf } from "#app/domain/orders/payments/commands.server.ts";
import { readReceipt } from "#app/domain/orders/payments/queries.server.ts";
import type { Receipt } from "#app/domain/orders/payments/schema.ts";
import { payments, receipts } from "#app/domain/orders/payments/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { toPaymentMethod } from "#app/domain/payments/methods.ts";
import { openCents, receivedAtError } from "#app/domain/payments/rules.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { type Cents, formatCents, toCents, toDecimal } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { findRoot, listParts, readCredit, readOpenOrders } from "./queries.server.ts";
import { distribute } from "./rules.ts";
import {
  type CreditUse,
  maxReceiptOrders,
  type NewAdjustment,
  type NewReceipt,
  type NewRefund,
  type ReceiptShares,
} from "./schema.ts";

type Rejection = Extract<EditRejection<never>, { reason: "not-found" | "invalid" }>;
type ReceiptResult = { ok: true; row: Receipt } | Rejection;

const notFound: Rejection = { ok: false, reason: "not-found" };

function reject(field: string, message: string): Rejection {
  return { ok: false, reason: "invalid", errors: [{ field, message }] };
}

/** Records what a customer paid, and gives it to open orders. */
export function recordReceipt(
  database: Database,
  now: Date,
  author: Author,
  customerId: string,
  { amount, method, received_at, note, payments: shares }: NewReceipt,
): Promise<ReceiptResult> {
  return onAccount(database, author, customerId, async (tx, customer_id) => {
    const receivedAt = received_at ? new Date(received_at) : now;
    const error = receivedAtError(receivedAt, now);
    if (error) return reject("received_at", error);
    const payment_terms = await readPaymentTerms(tx);
    const { kind } = toPaymentMethod(method, payment_terms);
    const stored = { method, kind, received_at: receivedAt, note: note ?? null };
    return addReceipt(tx, author, { ...stored, customer_id, cents: toCents(amount) }, shares);
  });
}

/** Grants a credit with a reason: no money is received. */
export function recordAdjustment(
  database: Database,
  now: Date,
  author: Author,
  customerId: string,
  { amount, note, payments: shares }: NewAdjustment,
): Promise<ReceiptResult> {
  return onAccount(database, author, customerId, (tx, customer_id) => {
    const stored = { method: "Abatimento", kind: "adjustment", received_at: now, note } as const;
    return addReceipt(tx, author, { ...stored, customer_id, cents: toCents(amount) }, shares);
  });
}

/** Records that a credit was returned to the customer. */
export function recordRefund(
  database: Database,
  now: Date,
  author: Author,
  customerId: string,
  { amount, method, received_at, note }: NewRefund,
): Promise<ReceiptResult> {
  return onAccount(database, author, customerId, async (tx, customer_id) => {
    const receivedAt = received_at ? new Date(received_at) : now;
    const error = receivedAtError(receivedAt, now);
    if (error) return reject("received_at", error);
    const cents = toCents(amount);
    const credit = await readCredit(tx, customer_id);
    if (cents > credit) {
      return reject("amount", `O crédito do cliente é de ${formatCents(credit)}.`);
    }
    const payment_terms = await readPaymentTerms(tx);
    const { kind } = toPaymentMethod(method, payment_terms);
    const stored = { method, kind, received_at: receivedAt, note };
    const receipt = await insertAccountReceipt(tx, author, {
      ...stored,
      customer_id,
      cents: -cents,
    });
    return { ok: true, row: await readReceipt(tx, receipt.id) };
  });
}

/** Gives credit to open orders, from the oldest receipts. */
export function giveCredit(
  database: Database,
  author: Author,
  customerId: string,
  { payments: chosen }: CreditUse,
): Promise<{ ok: true; row: { used: number } } | Rejection> {
  return onAccount(database, author, customerId, async (tx, id) => {
    const credit = await readCredit(tx, id);
    if (credit === 0) return reject("payments", "O cliente não tem crédito.");
    const shares = await planShares(tx, id, credit, chosen);
    if (!shares.ok) return shares;
    const used = shares.rows.reduce((sum, { cents }) => sum + cents, 0);
    if (used === 0) return reject("payments", "Não há pedido em aberto.");
    await spendCredit(tx, id, shares.rows);
    return { ok: true, row: { used: used / 100 } };
  });
}

/** Removes a receipt as if it had never been entered: its orders are open again. */
export function removeReceipt(
  database: Database,
  author: Author,
  customerId: string,
  receiptId: string,
): Promise<{ ok: true } | Rejection> {
  return onAccount(database, author, customerId, async (tx, id) => {
    const isReceipt = and(
      eq(receipts.id, receiptId),
      inArray(receipts.customer_id, await listParts(tx, id)),
    );
    const [stored] = await tx.select().from(receipts).where(isReceipt);
    if (!stored) return notFound;
    const shares = await tx.select().from(payments).where(eq(payments.receipt_id, receiptId));
    for (const order_id of shares.map((share) => share.order_id).sort()) {
      await lockOrder(tx, order_id);
    }
    const unused = toCents(stored.amount) - toCents(stored.allocated);
    if ((await readCredit(tx, id)) - unused < 0) {
      return reject("id", "Desfaça antes a devolução que saiu deste crédito.");
    }
    const returned = await findReturned(tx, shares);
    if (returned) return reject("id", `Desfaça antes a devolução do pedido nº ${returned}.`);
    await tx.delete(payments).where(eq(payments.receipt_id, receiptId));
    await tx.delete(receipts).where(isReceipt);
    return { ok: true };
  });
}

/** The number of an order that has had back more than it would keep. */
async function findReturned(
  tx: Database,
  shares: readonly (typeof payments.$inferSelect)[],
): Promise<number | undefined> {
  for (const { order_id, amount } of shares) {
    const [order] = await tx.select().from(pedidos).where(eq(pedidos.id, order_id));
    if (order && toCents(order.paid_amount) < toCents(amount)) return order.numero_pedido;
  }
  return undefined;
}

/**
 * Runs `change` for the customer that this one belongs to, whose row is locked: the receipts of an account are changed one
 * after the other.
 */
function onAccount<Row extends { ok: true }>(
  database: Database,
  author: Author,
  customerId: string,
  change: (tx: Database, customerId: string) => Promise<Row | Rejection>,
): Promise<Row | Rejection> {
  return runAsUser(database, author, async (tx) => {
    const id = await findRoot(tx, customerId);
    if (!id) return notFound;
    await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, id)).for("update");
    return change(tx, id);
  });
}

type StoredReceipt = Pick<
  typeof receipts.$inferInsert,
  "customer_id" | "method" | "kind" | "received_at" | "note"
> & { customer_id: string; cents: Cents };

function insertAccountReceipt(tx: Database, author: Author, { cents, ...values }: StoredReceipt) {
  const amount = toDecimal(cents);
  return insertReceipt(tx, { ...values, amount, on_account: true, author: nameOf(author) });
}

async function addReceipt(
  tx: Database,
  author: Author,
  values: StoredReceipt,
  chosen: ReceiptShares,
): Promise<ReceiptResult> {
  const shares = await planShares(tx, values.customer_id, values.cents, chosen);
  if (!shares.ok) return shares;
  const receipt = await insertAccountReceipt(tx, author, values);
  for (const share of shares.rows) await allocate(tx, receipt, share);
  return { ok: true, row: await readReceipt(tx, receipt.id) };
}

type Share = { order_id: string; cents: Cents };

/** The share of each order: as chosen, else the orders that are due first. The orders stay locked, in one order. */
async function planShares(
  tx: Database,
  customerId: string,
  cents: Cents,
  chosen: ReceiptShares,
): Promise<{ ok: true; rows: Share[] } | Rejection> {
  if (chosen) return checkShares(tx, customerId, cents, chosen);
  const open = await readOpenOrders(tx, customerId, maxReceiptOrders);
  const rows: Share[] = distribute(cents, open);
  const byId = new Map(rows.map((share) => [share.order_id, share]));
  for (const id of [...byId.keys()].sort()) {
    const order = await lockOrder(tx, id);
    const share = byId.get(id);
    // Another payment may have come between.
    if (share && order) share.cents = Math.min(share.cents, Math.max(0, openCents(order)));
  }
  return { ok: true, rows: rows.filter((share) => share.cents > 0) };
}

async function checkShares(
  tx: Database,
  customerId: string,
  cents: Cents,
  chosen: NonNullable<ReceiptShares>,
): Promise<{ ok: true; rows: Share[] } | Rejection> {
  const errors: FieldError[] = [];
  const owners = await listParts(tx, customerId);
  const rows = chosen
    .map(({ order_id, amount }) => ({ order_id, cents: toCents(amount) }))
    .sort((one, other) => (one.order_id < other.order_id ? -1 : 1));
  for (const share of rows) {
    const index = chosen.findIndex(({ order_id }) => order_id === share.order_id);
    const field = `payments.${index}`;
    const order = await lockOrder(tx, share.order_id);
    if (!order?.customer_id || !owners.includes(order.customer_id)) {
      errors.push({ field, message: "Este pedido não é deste cliente." });
    } else if (!statusTable[order.status].isPayable) {
      errors.push({ field, message: `O pedido nº ${order.numero_pedido} não está confirmado.` });
    } else if (share.cents > openCents(order)) {
      const open = formatCents(Math.max(0, openCents(order)));
      const message = `Do pedido nº ${order.numero_pedido} faltam ${open}.`;
      errors.push({ field, message });
    }
  }
  if (rows.reduce((sum, share) => sum + share.cents, 0) > cents) {
    errors.push({ field: "amount", message: "A soma dos pedidos passa do valor." });
  }
  return errors.length > 0 ? { ok: false, reason: "invalid", errors } : { ok: true, rows };
}

/** Takes the shares from the unused rest of receipts, the oldest first. */
async function spendCredit(
  tx: Database,
  customerId: string,
  shares: readonly Share[],
): Promise<void> {
  const unused = await tx
    .select()
    .from(receipts)
    .where(
      and(
        inArray(receipts.customer_id, await listParts(tx, customerId)),
        sql`${receipts.amount} > ${receipts.allocated}`,
        sql`${receipts.amount} > 0`,
      ),
    )
    .orderBy(receipts.received_at, receipts.id);
  const rests = unused.map((receipt) => ({
    receipt,
    cents: toCents(receipt.amount) - toCents(receipt.allocated),
  }));
  for (const { order_id, cents } of shares) {
    let missing = cents;
    for (const rest of rests) {
      const spent = Math.min(missing, rest.cents);
      if (spent <= 0) continue;
      await allocate(tx, rest.receipt, { order_id, cents: spent });
      rest.cents -= spent;
      missing -= spent;
    }
  }
}
