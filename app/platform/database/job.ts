import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** Apart from the advisory locks of other programs on the same server. */
const ours = 7_062_018;

/**
 * Makes this transaction the only one at a job that one process of several should do, until it ends; false when another
 * one is at it. Bound to the transaction and to no session, so that it holds through a pooler too.
 */
export async function takeJob(transaction: Database, name: string): Promise<boolean> {
  const [row] = await transaction
    .select({ taken: sql<boolean>`pg_try_advisory_xact_lock(${ours}, hashtext(${name}))` })
    .from(sql`(VALUES (1)) AS once`);
  return row?.taken ?? false;
}
