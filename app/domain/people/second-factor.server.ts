import { randomInt } from "node:crypto";
import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { siteName } from "#app/domain/company/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type Credentials, readCredentials } from "./queries.server.ts";
import type { SecondFactorSetup } from "./schema.ts";
import { hashSecret } from "./secrets.server.ts";
import { type Account, credentialsOf } from "./table.ts";

const recoveryCodeCount = 10;
const recoveryCodeLength = 16;
// The alphabet has no ambiguous letters and digits: 32 characters, five bits each.
const alphabet = "abcdefghjkmnpqrstuvwxyz023456789";

/** Creates a secret. It takes effect when a code proves that an app has it. */
export async function startSecondFactorSetup(
  database: Database,
  account: Account,
): Promise<SecondFactorSetup> {
  const { table, isOwn } = credentialsOf(account);
  const secret = new Secret({ size: 20 });
  const issuer = siteName(await readSettings(database));
  const [row] = await database
    .update(table)
    .set({ totp_offered_secret: secret.base32 })
    .where(isOwn)
    .returning({ email: table.email });
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
  account: Account,
  code: string,
): Promise<string[] | undefined> {
  const { table, isOwn } = credentialsOf(account);
  const { totp_offered_secret: offered } = await readCredentials(database, account);
  const step = offered === null ? undefined : stepOf(code, offered, now);
  if (offered === null || step === undefined) return undefined;
  const codes = newRecoveryCodes();
  const switched = await database
    .update(table)
    .set({
      totp_secret: offered,
      totp_offered_secret: null,
      totp_last_step: step,
      second_factor_since: now,
      recovery_hashes: codes.map(hashOfCode),
    })
    .where(and(isOwn, eq(table.totp_offered_secret, offered)))
    .returning({ id: table.id });
  return switched.length > 0 ? codes : undefined;
}

export const noSecondFactor = {
  totp_secret: null,
  totp_offered_secret: null,
  second_factor_since: null,
  recovery_hashes: [],
};

export async function disableSecondFactor(database: Database, account: Account): Promise<void> {
  const { table, isOwn } = credentialsOf(account);
  await database.update(table).set(noSecondFactor).where(isOwn);
}

/** Replaces the recovery codes; undefined while the second factor is disabled. */
export async function replaceRecoveryCodes(
  database: Database,
  account: Account,
): Promise<string[] | undefined> {
  const { table, isOwn } = credentialsOf(account);
  const codes = newRecoveryCodes();
  const renewed = await database
    .update(table)
    .set({ recovery_hashes: codes.map(hashOfCode) })
    .where(and(isOwn, isNotNull(table.totp_secret)))
    .returning({ id: table.id });
  return renewed.length > 0 ? codes : undefined;
}

/** Returns whether the code is correct and unused. A correct code is marked as used. */
export async function redeemCode(
  database: Database,
  now: Date,
  row: Credentials,
  code: string,
): Promise<boolean> {
  const { table } = credentialsOf(row);
  const step = row.totp_secret === null ? undefined : stepOf(code, row.totp_secret, now);
  const isOwn = eq(table.id, row.id);
  const used =
    step === undefined
      ? await database
          .update(table)
          .set({ recovery_hashes: sql`${table.recovery_hashes} - ${hashSecret(code)}::text` })
          .where(and(isOwn, sql`jsonb_exists(${table.recovery_hashes}, ${hashSecret(code)})`))
          .returning({ id: table.id })
      : await database
          .update(table)
          .set({ totp_last_step: step })
          .where(and(isOwn, lt(table.totp_last_step, step)))
          .returning({ id: table.id });
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
