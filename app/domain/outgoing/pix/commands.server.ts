import { and, desc, eq, lte, or, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { recordPix } from "#app/domain/orders/payments/pix.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { Attempt, Message } from "#app/domain/outgoing/outbox/commands.server.ts";
import { queueCharges } from "#app/domain/payments/pix/bank-charges.server.ts";
import { canonicalPixKey, findPixMethod, isPixPayable } from "#app/domain/payments/pix/rules.ts";
import { pixCharges, pixProvider } from "#app/domain/payments/pix/table.ts";
import { openCents } from "#app/domain/payments/rules.ts";
import { type Database, runAsUser } from "#app/platform/database/database.ts";
import type { BankAnswer, BankCharge, BankFailure, PixBank } from "#app/platform/pix-bank.ts";
import { type Cents, toCents, toDecimal } from "#app/shared/money.ts";
import { chargeSeconds, isExpiring, nextCheck, pixTxid } from "./rules.ts";

type Charge = typeof pixCharges.$inferSelect;

/**
 * At the start: makes changes of orders queue messages for the bank, or no more: those that wait for a bank that is gone are
 * deleted. Charges may have been paid while no process answered callbacks. Where no other process can be sending messages
 * (`isAlone`), those that a killed process was sending are due at once.
 */
export async function installPixBank(
  database: Database,
  { isSet, isAlone }: { isSet: boolean; isAlone: boolean },
): Promise<void> {
  if (!isSet) {
    await database.delete(pixProvider);
    await database.execute(sql`DELETE FROM outbox WHERE kind = 'pix'`);
    return;
  }
  await database.insert(pixProvider).values({}).onConflictDoNothing();
  await database
    .update(pixCharges)
    .set({ next_check_at: sql`now()` })
    .where(eq(pixCharges.state, "active"));
  if (!isAlone) return;
  await database.execute(
    sql`UPDATE outbox SET next_attempt_at = now() WHERE kind = 'pix' AND next_attempt_at IS NOT NULL`,
  );
}

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
  if (!("status" in failure)) return { result: "failed", error: reason, isUnreachable: true };
  const { status } = failure;
  const isUnreachable = status === 401 || status === 429 || status >= 500;
  return { result: "failed", error: "status", status, isUnreachable };
}

/** What is to be paid now by Pix. */
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

/** Of one attempt, which must end before another process may take the message. */
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
    if (failure && charge.state !== "requested") await loseCharge(database, now, charge);
  }
  return undefined;
}

async function loseCharge(database: Database, now: Date, charge: Charge): Promise<void> {
  const state = "removed";
  const state_since = charge.state === state ? charge.state_since : now;
  const changes = { state, state_since } as const;
  await database
    .update(pixCharges)
    .set({ ...changes, next_check_at: nextCheck({ ...charge, ...changes }, now) })
    .where(eq(pixCharges.txid, charge.txid));
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

/** Records what the bank says of a charge, in one transaction with the payments that follow from it. */
async function storeAnswer(
  database: Database,
  now: Date,
  charge: Charge,
  answer: BankAnswer<BankCharge>,
): Promise<BankFailure | undefined> {
  if (!answer.ok) return answer;
  await runAsUser(database, null, async (tx) => {
    await recordPayments(tx, now, charge, answer.value);
    await updateCharge(tx, now, charge, answer.value);
  });
  return undefined;
}

async function recordPayments(
  tx: Database,
  now: Date,
  { txid, order_id }: Charge,
  { pix }: BankCharge,
): Promise<void> {
  // The bank's clock may be ahead of the shop's.
  const until = (at: Date) => (at > now ? now : at);
  for (const { endToEndId, amount, at, devolutions } of pix) {
    const common = { txid, order_id };
    const cents = toCents(amount);
    await recordPix(tx, { ...common, end_to_end_id: endToEndId, cents, at: until(at) });
    for (const devolution of devolutions) {
      await recordPix(tx, {
        ...common,
        end_to_end_id: `${endToEndId}:${devolution.id}`,
        cents: -toCents(devolution.amount),
        at: until(devolution.at),
      });
    }
  }
}

async function updateCharge(
  tx: Database,
  now: Date,
  charge: Charge,
  { isPaid, isActive, amount, createdAt, expiresAt, code }: BankCharge,
): Promise<void> {
  const unpaid = isActive && expiresAt > now ? "active" : "removed";
  const state = isPaid ? "paid" : unpaid;
  const changes = {
    state,
    amount,
    state_since: sinceWhen(charge, state, createdAt, now),
    expires_at: expiresAt,
    code: state === "active" ? (code ?? null) : null,
  } as const;
  const next_check_at = nextCheck({ ...charge, ...changes }, now);
  await tx
    .update(pixCharges)
    .set({ ...changes, next_check_at })
    .where(eq(pixCharges.txid, charge.txid));
  const isShown =
    charge.state !== state || charge.amount !== amount || charge.code !== changes.code;
  if (isShown) await announceCharge(tx, charge.order_id);
}

/** Of an active charge when the bank created it, by which its end is counted. */
function sinceWhen(charge: Charge, state: Charge["state"], createdAt: Date, now: Date): Date {
  if (state === "active") return createdAt < now ? createdAt : now;
  return state === charge.state ? charge.state_since : now;
}

/** Open pages show another code. The order itself has not changed. */
async function announceCharge(database: Database, orderId: string): Promise<void> {
  await database.execute(sql`SELECT announce_change(jsonb_build_object(
    'table', 'orders', 'operation', 'UPDATE', 'id', ${orderId}::text, 'quiet', true))`);
}

/** The bank says that something has become of these charges: it is asked what. Unknown ones are ignored. */
export async function noteCallback(database: Database, txids: readonly string[]): Promise<void> {
  const possible = txids.filter((txid) => /^[a-zA-Z0-9]{26,35}$/.test(txid));
  const { rows } = await database.execute<{ order_id: string }>(sql`
    WITH noted AS (
      UPDATE pix_charges SET next_check_at = now() WHERE txid = ANY (${sql.param(possible)}::text[]) RETURNING order_id
    )
    SELECT order_id, queue_pix(order_id) FROM noted GROUP BY order_id`);
  // Wakes the job that sends them.
  for (const { order_id } of rows) await announceCharge(database, order_id);
}

/** For each call, so that the bank gets few requests however many charges there are. */
const maxChecks = 20;

/** Queues the charges whose callback may have been lost. */
export function queuePixChecks(database: Database): Promise<void> {
  return queueCharges(
    database,
    sql`SELECT DISTINCT order_id FROM (
      SELECT order_id FROM pix_charges WHERE next_check_at <= now() AND NOT EXISTS (
        SELECT FROM outbox WHERE outbox.order_id = pix_charges.order_id AND kind = 'pix' AND next_attempt_at IS NOT NULL
      ) ORDER BY next_check_at LIMIT ${maxChecks}) AS first`,
  );
}

/** Tells the bank to report what is paid to the key of the settings at this address. */
export async function registerPixCallback(
  database: Database,
  bank: PixBank,
  url: string,
): Promise<BankAnswer<undefined>> {
  const { pix } = await readSettings(database);
  if (!pix) return { ok: true, value: undefined };
  const key = canonicalPixKey(pix.key);
  const current = await bank.readCallback(key);
  if (current.ok && current.value === url) return { ok: true, value: undefined };
  if (!current.ok && current.reason !== "missing") return current;
  return bank.registerCallback(key, url);
}

const failureTexts: Record<string, string> = {
  connection: "sem conexão",
  timeout: "sem resposta",
  answer: "resposta inesperada",
};

/** A sentence for the dashboard while charges could not be sent to the bank. */
export async function describePixProblem(database: Database): Promise<string | undefined> {
  const { rows } = await database.execute<{
    orders: number;
    error: string | null;
    response_status: number | null;
  }>(sql`
    SELECT count(*)::int AS orders, (array_agg(error ORDER BY created_at DESC))[1] AS error,
      (array_agg(response_status ORDER BY created_at DESC))[1] AS response_status
    FROM outbox WHERE kind = 'pix' AND sent_at IS NULL AND error IS NOT NULL AND EXISTS (SELECT FROM pix_provider)`);
  const [{ orders, error, response_status } = { orders: 0, error: null, response_status: null }] =
    rows;
  if (orders === 0) return undefined;
  const reason =
    failureTexts[error ?? ""] ?? (response_status ? `resposta ${response_status}` : "erro");
  const count = orders === 1 ? "um pedido" : `${orders} pedidos`;
  return `O Pix que se confirma sozinho está parado em ${count}: o banco não atendeu (${reason}). Os clientes pagam pelo código fixo da loja; confira no banco e marque como pago.`;
}
