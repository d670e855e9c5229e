import { eq, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { queueCharges } from "#app/domain/payments/pix/bank-charges.server.ts";
import { canonicalPixKey } from "#app/domain/payments/pix/rules.ts";
import { pixCharges, pixProvider } from "#app/domain/payments/pix/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { BankAnswer } from "#app/platform/pix/answers.ts";
import type { PixBank } from "#app/platform/pix/bank.ts";
import { announceCharge } from "./answers.server.ts";

/**
 * Makes changes of orders queue messages for the bank from the start on, or stops them: those that wait for a removed bank are
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

/** The limit of each call, so that the bank gets few requests however many charges there are. */
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
