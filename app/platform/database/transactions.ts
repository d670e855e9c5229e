import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** Author of a change: an e-mail, with the id of the browser tab where there is one (see `Change.tab`). */
export type Author = string | { email: string; tab: string | undefined };

const system = { email: "", tab: undefined };

/**
 * Runs `work` in one transaction whose changes the audit log and the change feed attribute to `author`, or to the
 * system ('Sistema') when it is null. Resolves with the result of `work` after the commit.
 */
export function runAsUser<T>(
  database: Database,
  author: Author | null,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const { email, tab = "" } = typeof author === "string" ? { email: author } : (author ?? system);
  return database.transaction(async (transaction) => {
    await transaction.execute(
      sql`SELECT set_config('pomar.user_email', ${email}, true), set_config('pomar.tab', ${tab}, true)`,
    );
    return work(transaction);
  });
}

/** Separates our advisory locks from those of other programs on the same server. */
const lockNamespace = 7_062_018;

/**
 * Locks a job so that only one of several processes runs it. False when another process holds the lock. The lock ends
 * with the transaction, not the session, so it also works through a pooler.
 */
export async function tryLockJob(transaction: Database, name: string): Promise<boolean> {
  const [row] = await transaction
    .select({
      locked: sql<boolean>`pg_try_advisory_xact_lock(${lockNamespace}, hashtext(${name}))`,
    })
    .from(sql`(VALUES (1)) AS once`);
  return row?.locked ?? false;
}
