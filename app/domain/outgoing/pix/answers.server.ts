import { eq, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { recordPix } from "#app/domain/orders/payments/pix.server.ts";
import { dynamicPixPayload } from "#app/domain/payments/pix/rules.ts";
import { pixCharges } from "#app/domain/payments/pix/table.ts";
import { type Database, runAsUser } from "#app/platform/database/database.ts";
import type { BankAnswer, BankCharge, BankFailure } from "#app/platform/pix/answers.ts";
import { toCents } from "#app/shared/money.ts";
import { nextCheck } from "./rules.ts";

export type Charge = typeof pixCharges.$inferSelect;

/** Records what the bank says of a charge, in one transaction with the payments that follow from it. */
export async function storeAnswer(
  database: Database,
  now: Date,
  charge: Charge,
  answer: BankAnswer<BankCharge>,
): Promise<BankFailure | undefined> {
  if (!answer.ok) return answer;
  const { isIncomplete } = answer.value;
  await runAsUser(database, null, async (tx) => {
    await recordPayments(tx, now, charge, answer.value);
    // A missing Pix may have been received: nothing more is charged until a person has looked.
    if (!isIncomplete) await updateCharge(tx, now, charge, answer.value);
  });
  return isIncomplete ? { ok: false, reason: "incomplete" } : undefined;
}

async function recordPayments(
  tx: Database,
  now: Date,
  { txid, order_id }: Charge,
  { pix }: BankCharge,
): Promise<void> {
  // The bank's clock may be ahead of the shop's.
  const until = (at: Date | undefined) => (at && at < now ? at : now);
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
  answer: BankCharge,
): Promise<void> {
  const { isPaid, isActive, amount, createdAt, expiresAt } = answer;
  const unpaid = isActive && expiresAt > now ? "active" : "removed";
  const state = isPaid ? "paid" : unpaid;
  const changes = {
    state,
    amount,
    state_since: sinceWhen(charge, state, createdAt, now),
    expires_at: expiresAt,
    code: state === "active" ? await findCode(tx, answer) : null,
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

/** The bank's code, else one that is built from the charge's location. */
async function findCode(tx: Database, { code, location }: BankCharge): Promise<string | null> {
  if (code || !location) return code ?? null;
  const { pix } = await readSettings(tx);
  return (pix && dynamicPixPayload(pix, location)) ?? null;
}

/** The time when the bank created an active charge, by which its end is counted. */
function sinceWhen(charge: Charge, state: Charge["state"], createdAt: Date, now: Date): Date {
  if (state === "active") return createdAt < now ? createdAt : now;
  return state === charge.state ? charge.state_since : now;
}

/** Open pages show another code. The order itself has not changed. */
export async function announceCharge(database: Database, orderId: string): Promise<void> {
  await database.execute(sql`SELECT announce_change(jsonb_build_object(
    'table', 'orders', 'operation', 'UPDATE', 'id', ${orderId}::text, 'quiet', true))`);
}

/** Marks a charge that the bank does not know as removed. */
export async function markUnknownCharge(
  database: Database,
  now: Date,
  charge: Charge,
): Promise<void> {
  const state = "removed";
  const state_since = charge.state === state ? charge.state_since : now;
  const changes = { state, state_since } as const;
  await database
    .update(pixCharges)
    .set({ ...changes, next_check_at: nextCheck({ ...charge, ...changes }, now) })
    .where(eq(pixCharges.txid, charge.txid));
}
