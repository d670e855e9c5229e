import type { Database } from "#app/platform/database/database.ts";
import { administrator } from "#app/platform/database/schema.ts";
import type { AdministratorRow } from "./queries.server.ts";
import { newSecret } from "./secrets.server.ts";
import { revokeSessions } from "./sessions.server.ts";

/**
 * Sets a password by its hash: every session ends, and browsers that have signed in before are strangers again. `given`
 * says that it is the one that the environment names. Second factor and personal tokens stay.
 */
export function setPassword(
  database: Database,
  now: Date,
  hash: string,
  { given = false }: { given?: boolean } = {},
): Promise<AdministratorRow> {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(administrator)
      .set({
        password_hash: hash,
        password_changed_at: now,
        device_key: newSecret(),
        ...(given && { given_password_hash: hash }),
      })
      .returning();
    if (!row) throw new Error("the administrator's row is missing");
    await revokeSessions(tx, now);
    return row;
  });
}
