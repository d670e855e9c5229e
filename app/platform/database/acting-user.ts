import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** Who changes something: their e-mail, and the tab of a browser they do it in where there is one (see `Change.tab`). */
export type Author = string | { email: string; tab: string | undefined };

/**
 * Runs `work` in one transaction whose changes the audit log and the change feed ascribe to `author`; without this, or
 * with null, they are the system's ('Sistema'). Resolves with what `work` resolves with, once it is committed.
 */
export function asUser<T>(
  database: Database,
  author: Author | null,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const { email, tab = "" } = typeof author === "string" ? { email: author } : (author ?? nobody);
  return database.transaction(async (transaction) => {
    await transaction.execute(
      sql`SELECT set_config('pomar.user_email', ${email}, true), set_config('pomar.tab', ${tab}, true)`,
    );
    return work(transaction);
  });
}

const nobody = { email: "", tab: undefined };
