import { randomInt } from "node:crypto";
import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type AdministratorRow, readAdministrator } from "./queries.server.ts";
import type { SecondFactorSetup } from "./schema.ts";
import { hashSecret } from "./secrets.server.ts";
import { administrator } from "./table.ts";

const recoveryCodeCount = 10;
const recoveryCodeLength = 16;
// Without ambiguous letters and digits: 32 characters, five bits each.
const alphabet = "abcdefghjkmnpqrstuvwxyz023456789";

/** Creates a secret. It takes effect when a code proves that an app has it. */
export async function startSecondFactorSetup(database: Database): Promise<SecondFactorSetup> {
  const secret = new Secret({ size: 20 });
  const issuer = siteName(await readSettings(database));
  const [row] = await database
    .update(administrator)
    .set({ totp_offered_secret: secret.base32 })
    .returning({ email: administrator.email });
  return {
    secret: secret.base32,
    uri: new TOTP({ issuer, label: row?.email ?? issuer, secret }).toString(),
  };
}

/**
 * Enables the second factor when the code matches the latest offered secret. Returns the recovery codes, of which only
 * hashes are stored; undefined when the code is wrong or no secret was offered.
 */
export async function confirmSecondFactor(
  database: Database,
  now: Date,
  code: string,
): Promise<string[] | undefined> {
  const { totp_offered_secret: offered } = await readAdministrator(database);
  const step = offered === null ? undefined : stepOf(code, offered, now);
  if (offered === null || step === undefined) return undefined;
  const codes = newRecoveryCodes();
  const switched = await database
    .update(administrator)
    .set({
      totp_secret: offered,
      totp_offered_secret: null,
      totp_last_step: step,
      second_factor_since: now,
      recovery_hashes: codes.map(hashOfCode),
    })
    .where(eq(administrator.totp_offered_secret, offered))
    .returning({ id: administrator.id });
  return switched.length > 0 ? codes : undefined;
}

export async function disableSecondFactor(database: Database): Promise<void> {
  await database.update(administrator).set({
    totp_secret: null,
    totp_offered_secret: null,
    second_factor_since: null,
    recovery_hashes: [],
  });
}

/** Replaces the recovery codes; undefined while the second factor is disabled. */
export async function replaceRecoveryCodes(database: Database): Promise<string[] | undefined> {
  const codes = newRecoveryCodes();
  const renewed = await database
    .update(administrator)
    .set({ recovery_hashes: codes.map(hashOfCode) })
    .where(isNotNull(administrator.totp_secret))
    .returning({ id: administrator.id });
  return renewed.length > 0 ? codes : undefined;
}

/** Whether the code is correct and unused. A correct code is marked as used. */
export async function redeemCode(
  database: Database,
  now: Date,
  row: AdministratorRow,
  code: string,
): Promise<boolean> {
  const step = row.totp_secret === null ? undefined : stepOf(code, row.totp_secret, now);
  const used =
    step === undefined
      ? await database
          .update(administrator)
          .set({
            recovery_hashes: sql`${administrator.recovery_hashes} - ${hashSecret(code)}::text`,
          })
          .where(sql`jsonb_exists(${administrator.recovery_hashes}, ${hashSecret(code)})`)
          .returning({ id: administrator.id })
      : await database
          .update(administrator)
          .set({ totp_last_step: step })
          .where(and(eq(administrator.id, row.id), lt(administrator.totp_last_step, step)))
          .returning({ id: administrator.id });
  return used.length > 0;
}

/** The time step of the code: the current one, the one before or the one after. */
function stepOf(code: string, secret: string, now: Date): number | undefined {
  const totp = new TOTP({ secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** "abcd-efgh-jkmn-pqrs": 80 random bits each. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = Array.from(
      { length: recoveryCodeLength },
      () => alphabet[randomInt(alphabet.length)],
    );
    return letters.join("").replace(/.{4}(?=.)/g, "$&-");
  });
}

function hashOfCode(code: string): string {
  return hashSecret(code.replaceAll("-", ""));
}
