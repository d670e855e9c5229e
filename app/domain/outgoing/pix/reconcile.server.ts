import { and, desc, eq, lte, or, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { Attempt, Message } from "#app/domain/outgoing/outbox.server.ts";
import { canonicalPixKey, findPixMethod, isPixPayable } from "#app/domain/payments/pix/rules.ts";
import { pixCharges } from "#app/domain/payments/pix/table.ts";
import { openCents } from "#app/domain/payments/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { BankFailure } from "#app/platform/pix/answers.ts";
import type { PixBank } from "#app/platform/pix/bank.ts";
import { type Cents, toCents, toDecimal } from "#app/shared/money.ts";
import { type Charge, markUnknownCharge, storeAnswer } from "./answers.server.ts";
import { chargeSeconds, isExpiring, pixTxid } from "./rules.ts";

/**
 * Makes the bank's charge of an order what it should be: first what the bank knows of it is recorded, then it is created, changed
 * or removed. Of the shop's processes one at a time does so for an order.
 */
export async function sendPixCharge(
  database: Database,
  bank: PixBank,
  now: Date,
  { order_id }: Pick<Message, "order_id">,
): Promise<Attempt> {
  if (!order_id) return { result: "obsolete" };
  const failure =
    (await readFromBank(database, bank, now, order_id)) ??
    (await writeToBank(database, bank, now, order_id));
  return failure ? toAttempt(failure) : { result: "sent" };
}

/** Other charges are tried after a while, unless the bank has rejected this one. */
function toAttempt(failure: BankFailure): Attempt {
  const { reason } = failure;
  if (!("status" in failure)) {
    return { result: "failed", error: reason, isUnreachable: reason !== "incomplete" };
  }
  const { status } = failure;
  const isUnreachable = status === 401 || status === 429 || status >= 500;
  return { result: "failed", error: "status", status, isUnreachable };
}

/** The amount that is to be paid now by Pix. */
type Due = { cents: Cents; key: string; text: string };

async function readDue(database: Database, orderId: string): Promise<Due | undefined> {
  const [row] = await database.select(orderColumns).from(pedidos).where(eq(pedidos.id, orderId));
  if (!row || row.anonymized_at) return undefined;
  const { pix, payment_methods, payment_terms } = await readSettings(database);
  const order = toOrder(row);
  if (!pix || !findPixMethod(payment_methods, payment_terms) || !isPixPayable(order)) {
    return undefined;
  }
  const text = `Pedido nº ${row.numero_pedido}`;
  return { cents: openCents(order), key: canonicalPixKey(pix.key), text };
}

/** The charge that the order's customer can pay, or could if the bank had got the request. */
async function findLiveCharge(database: Database, orderId: string): Promise<Charge | undefined> {
  const isLive = or(eq(pixCharges.state, "requested"), eq(pixCharges.state, "active"));
  const [charge] = await database
    .select()
    .from(pixCharges)
    .where(and(eq(pixCharges.order_id, orderId), isLive))
    .orderBy(desc(pixCharges.revision))
    .limit(1);
  return charge;
}

/** The most reads of one attempt, which must end before another process may take the message. */
const maxReads = 4;

/** Records what has become of the charges that are to be checked or changed. */
async function readFromBank(
  database: Database,
  bank: PixBank,
  now: Date,
  orderId: string,
): Promise<BankFailure | undefined> {
  const due = await readDue(database, orderId);
  const live = await findLiveCharge(database, orderId);
  const isChanged = live && !isAsWanted(live, due, now);
  const checked = await database
    .select()
    .from(pixCharges)
    .where(
      and(
        eq(pixCharges.order_id, orderId),
        or(
          lte(pixCharges.next_check_at, now),
          isChanged ? eq(pixCharges.txid, live.txid) : undefined,
        ),
      ),
    )
    // The others remain due.
    .orderBy(desc(pixCharges.revision))
    .limit(maxReads);
  for (const charge of checked) {
    const failure = await storeAnswer(database, now, charge, await bank.readCharge(charge.txid));
    if (failure && failure.reason !== "missing") return failure;
    // A request that never arrived is repeated. Of other charges the bank knows nothing, perhaps because it is another bank.
    if (failure && charge.state !== "requested") await markUnknownCharge(database, now, charge);
  }
  return undefined;
}

function isAsWanted(charge: Charge, due: Due | undefined, now: Date): boolean {
  return (
    charge.state === "active" &&
    due !== undefined &&
    toCents(charge.amount) === due.cents &&
    !isExpiring(charge.expires_at ?? now, now)
  );
}

async function writeToBank(
  database: Database,
  bank: PixBank,
  now: Date,
  orderId: string,
): Promise<BankFailure | undefined> {
  const due = await readDue(database, orderId);
  const live = await findLiveCharge(database, orderId);
  if (live ? isAsWanted(live, due, now) : !due) return undefined;
  if (!due) return live && dropCharge(database, bank, now, live);
  const amount = toDecimal(due.cents);
  if (live?.state === "active") {
    const seconds = chargeSeconds(live.state_since, now);
    return storeAnswer(
      database,
      now,
      live,
      await bank.changeCharge(live.txid, { amount, seconds }),
    );
  }
  const charge = await planCharge(database, orderId, live, amount);
  const terms = { amount, seconds: chargeSeconds(now, now), key: due.key, text: due.text };
  return storeAnswer(database, now, charge, await bank.createCharge(charge.txid, terms));
}

/** Stored before the request, so that its answer may be lost. */
async function planCharge(
  database: Database,
  orderId: string,
  requested: Charge | undefined,
  amount: string,
): Promise<Charge> {
  const last = requested?.revision ?? (await readLastRevision(database, orderId)) + 1;
  const [charge] = await database
    .insert(pixCharges)
    .values({ txid: pixTxid(orderId, last), order_id: orderId, revision: last, amount })
    .onConflictDoUpdate({ target: pixCharges.txid, set: { amount } })
    .returning();
  if (!charge) throw new Error("an upsert returns its row");
  return charge;
}

async function readLastRevision(database: Database, orderId: string): Promise<number> {
  const [row] = await database
    .select({ revision: sql<number>`coalesce(max(${pixCharges.revision}), -1)` })
    .from(pixCharges)
    .where(eq(pixCharges.order_id, orderId));
  return row?.revision ?? -1;
}

/** Nothing is due any more. */
async function dropCharge(
  database: Database,
  bank: PixBank,
  now: Date,
  charge: Charge,
): Promise<BankFailure | undefined> {
  if (charge.state === "active") {
    return storeAnswer(database, now, charge, await bank.removeCharge(charge.txid));
  }
  // It was read before: the bank has never got it.
  await database
    .update(pixCharges)
    .set({ state: "removed", state_since: now, next_check_at: null })
    .where(eq(pixCharges.txid, charge.txid));
  return undefined;
}
