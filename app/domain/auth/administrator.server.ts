import { eq } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { administrator } from "#app/platform/database/schema.ts";
import type { AdministratorRow } from "./queries.server.ts";
import { createSecret, type PasswordHasher } from "./secrets.server.ts";
import { revokeSessions } from "./sessions.server.ts";

export type ConfiguredAdministrator = {
  email: string;
  password: string;
  /** The password is one that this process made for want of a given one. */
  generated: boolean;
};

/**
 * Makes the database's administrator the one that the environment names.
 *
 * The password counts when there is no administrator yet, and when the environment gives another one than it gave before:
 * then it replaces what was set since and ends all sessions. As long as it stays the same, a password set in the back
 * office or by `npm run admin:password` stands. A generated password only ever makes the first one.
 *
 * Another e-mail takes over at once; sessions and tokens of the former are no longer good.
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

/** Of several processes that start on an empty database, one makes the row. */
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
        device_key: createSecret(),
        ...(given && { given_password_hash: hash }),
      })
      .returning();
    if (!row) throw new Error("the administrator's row is missing");
    await revokeSessions(tx, now);
    return row;
  });
}
