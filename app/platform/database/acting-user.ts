import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/**
 * Runs `work` in one transaction whose changes the audit log and the change feed ascribe to `email`; without this, or
 * with null, they are the system's ('Sistema'). Resolves with what `work` resolves with, once it is committed.
 */
export function asUser<T>(
  database: Database,
  email: string | null,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT set_config('pomar.user_email', ${email ?? ""}, true)`);
    return work(transaction);
  });
}
