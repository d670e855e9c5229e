import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { ReportedPix } from "./schema.ts";
import { pixCharges, pixReceipts } from "./table.ts";

/** The least time between two records that a code was shown: a customer may reload the page. */
const shownIntervalSeconds = 60;
/** The time from the moment the code is shown to the next request to the bank. */
const firstLookSeconds = 10;

/**
 * The code of the bank's charge of exactly this amount in BRL, which is shown to the customer now. Undefined without a bank, and
 * when there is no such charge yet: then it is queued.
 */
export async function showBankCharge(
  database: Database,
  orderId: string,
  amount: number,
): Promise<string | undefined> {
  const { rows } = await database.execute<{ txid: string; code: string; is_noted: boolean }>(sql`
    SELECT txid, code, coalesce(shown_at > now() - make_interval(secs => ${shownIntervalSeconds}), false) AS is_noted
    FROM pix_provider
      LEFT JOIN pix_charges ON order_id = ${orderId} AND state = 'active' AND amount = ${amount} AND expires_at > now()`);
  const [charge] = rows;
  if (!charge) return undefined;
  if (!charge.code) {
    await queueCharges(database, sql`SELECT ${orderId}::uuid AS order_id`);
    return undefined;
  }
  if (!charge.is_noted) {
    await database.execute(sql`UPDATE pix_charges SET shown_at = now(),
        next_check_at = least(next_check_at, now() + make_interval(secs => ${firstLookSeconds}))
      WHERE txid = ${charge.txid}`);
  }
  return charge.code;
}

/** Queues the orders of a query for the bank, except those that wait already. */
export async function queueCharges(database: Database, orders: SQL): Promise<void> {
  await database.execute(sql`SELECT queue_pix(order_id) FROM (${orders}) AS due
    WHERE NOT EXISTS (SELECT FROM outbox WHERE outbox.order_id = due.order_id AND kind = 'pix' AND next_attempt_at IS NOT NULL)`);
}

/** Lists the Pix that the bank has reported for the charges of orders. */
export async function listReportedPix(
  database: Database,
  orderIds: readonly string[],
): Promise<(ReportedPix & { order_id: string })[]> {
  const { end_to_end_id, txid, amount } = pixReceipts;
  const rows = await database
    .select({ end_to_end_id, txid, amount, order_id: pixCharges.order_id })
    .from(pixReceipts)
    .innerJoin(pixCharges, eq(pixCharges.txid, txid))
    .where(inArray(pixCharges.order_id, [...orderIds]))
    .orderBy(asc(pixReceipts.created_at), asc(end_to_end_id));
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
