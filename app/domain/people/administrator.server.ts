import { eq } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { AdministratorRow } from "./queries.server.ts";
import { createSecret, type PasswordHasher } from "./secrets.server.ts";
import { revokeSessions } from "./sessions.server.ts";
import { administrator } from "./table.ts";

export type ConfiguredAdministrator = {
  email: string;
  password: string;
  /** The password was generated because none was configured. */
  generated: boolean;
};

/**
 * Stores the configured administrator. The password applies when there is no administrator yet, and when it differs
 * from the last configured one: it then replaces the current password and ends all sessions. A password set in the back
 * office or by `npm run admin:password` therefore stays valid while the configuration is unchanged. A generated
 * password is used only for the first start. Another e-mail applies at once and invalidates sessions and tokens of the
 * previous one.
 */
export async function ensureAdministrator(
  database: Database,
  hasher: PasswordHasher,
  now: Date,
  { email, password, generated }: ConfiguredAdministrator,
): Promise<{ passwordSet: boolean }> {
  const [row] = await database.select().from(administrator).limit(1);
  if (!row) return insertAdministrator(database, hasher, now, { email, password, generated });
  if (row.email !== email) {
    await database.update(administrator).set({ email }).where(eq(administrator.id, row.id));
  }
  if (generated) return { passwordSet: false };
  const known = row.given_password_hash;
  if (known && (await hasher.verify(password, known))) return { passwordSet: false };
  const hash = await hasher.hash(password);
  await setPassword(database, now, hash, { given: true });
  return { passwordSet: true };
}

/** When several processes start on an empty database, one of them inserts the row. */
async function insertAdministrator(
  database: Database,
  hasher: PasswordHasher,
  now: Date,
  { email, password, generated }: ConfiguredAdministrator,
): Promise<{ passwordSet: boolean }> {
  const hash = await hasher.hash(password);
  const made = await database
    .insert(administrator)
    .values({
      email,
      password_hash: hash,
      given_password_hash: generated ? null : hash,
      device_key: createSecret(),
      password_changed_at: now,
    })
    .onConflictDoNothing({ target: administrator.single_row })
    .returning({ id: administrator.id });
  return { passwordSet: made.length > 0 };
}

/**
 * Sets the administrator's password by its hash, ends their sessions and replaces the device key, so that browsers count as unknown.
 * `given`: it is the configured password. Second factor and personal tokens stay.
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
        device_key: createSecret(),
        ...(given && { given_password_hash: hash }),
      })
      .returning();
    if (!row) throw new Error("the administrator's row is missing");
    await revokeSessions(tx, now, { memberId: undefined });
    return row;
  });
}
