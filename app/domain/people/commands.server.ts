import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { setPassword } from "./administrator.server.ts";
import { createMembers, setMemberPassword } from "./members.server.ts";
import {
  canMembersSignIn,
  findCredentials,
  findLiveToken,
  findValidCredentials,
  listApiTokens,
  listOpenSessions,
  listSignInAddresses,
  readAccount,
  readAdministrator,
  readCredentials,
  toApiToken,
} from "./queries.server.ts";
import type { Login, NewToken, PasswordChange, TokenRequest, TokenScope } from "./schema.ts";
import {
  confirmSecondFactor,
  disableSecondFactor,
  redeemCode,
  replaceRecoveryCodes,
  startSecondFactorSetup,
} from "./second-factor.server.ts";
import {
  createDeviceMark,
  createPasswordHasher,
  createSecret,
  hashSecret,
  type PasswordHasher,
  verifyDeviceMark,
} from "./secrets.server.ts";
import {
  endSession,
  type OpenedSession,
  openSession,
  refreshSession,
  resumeSession,
  revokeSession,
  revokeSessions,
  type SessionOrigin,
} from "./sessions.server.ts";
import { type Account, apiTokens } from "./table.ts";

/** Authentication use cases, bound to a database, a clock and a password hasher. */
export function createAuth(database: Database, now: () => Date, hasher = createPasswordHasher()) {
  return {
    signIn: (login: Login, from: SessionOrigin) => signIn(database, hasher, now(), login, from),
    resumeSession: (token: string) => resumeSession(database, now(), token),
    refreshSession: (token: string) => refreshSession(database, now(), token),
    findValidCredentials: (ids: string[]) => findValidCredentials(database, now(), ids),
    endSession: (token: string) => endSession(database, now(), token),
    /** Name of a browser that has signed in before with the account of this e-mail; undefined for any other. */
    findKnownDevice: async (mark: string | undefined, email: string) => {
      const account = mark ? await findCredentials(database, email) : undefined;
      return account && verifyDeviceMark(mark, account.device_key);
    },
    /** Names the account of an e-mail, for what is counted of it; undefined where there is none. */
    findAccountName: async (email: string) => {
      const account = await findCredentials(database, email);
      return account && (account.memberId ?? "administrator");
    },

    listSignInAddresses: () => listSignInAddresses(database),

    /** A secret that all processes share; it changes with the password. */
    readSharedSecret: async () => (await readAdministrator(database)).device_key,
    readAccount: (account: Account, sessionId: string) =>
      readAccount(database, now(), account, sessionId),
    verifyPassword: (account: Account, password: string) =>
      verifyPassword(database, hasher, account, password),
    changePassword: (account: Account, change: PasswordChange, from: SessionOrigin) =>
      changePassword(database, hasher, now(), account, change, from),

    listOpenSessions: (account: Account, currentId: string) =>
      listOpenSessions(database, now(), account, currentId),
    revokeSession: (account: Account, id: string) => revokeSession(database, now(), account, id),
    revokeOtherSessions: (account: Account, exceptId: string) =>
      revokeSessions(database, now(), account, exceptId),

    startSecondFactorSetup: (account: Account) => startSecondFactorSetup(database, account),
    confirmSecondFactor: (account: Account, code: string) =>
      confirmSecondFactor(database, now(), account, code),
    disableSecondFactor: (account: Account) => disableSecondFactor(database, account),
    replaceRecoveryCodes: (account: Account) => replaceRecoveryCodes(database, account),

    ...createMembers(database, now, hasher),

    listApiTokens: () => listApiTokens(database),
    createApiToken: (email: string, request: TokenRequest) =>
      createApiToken(database, now(), email, request),
    authenticateApiToken: (token: string) => authenticateApiToken(database, now(), token),
    revokeApiToken: (id: string) => revokeApiToken(database, now(), id),
  };
}

export type SignInFailure = "access-denied" | "wrong-password" | "code-required" | "wrong-code";

/** `token` is the session's secret; `deviceMark` identifies the browser at its next sign-in. */
export type SignInResult =
  | { ok: true; token: string; deviceMark: string; session: OpenedSession }
  | { ok: false; reason: SignInFailure };

/**
 * Opens a session for the administrator or an active member. The password is hashed for any e-mail, so that the response
 * time reveals nothing. Where members can sign in, the answer to another e-mail is that of a wrong password: it reveals no
 * member's address. Only where the administrator is the one account it says that the e-mail is another.
 */
async function signIn(
  database: Database,
  hasher: PasswordHasher,
  now: Date,
  { email, password, code }: Login,
  from: SessionOrigin,
): Promise<SignInResult> {
  const account = await findCredentials(database, email);
  const hash = account?.password_hash ?? (await readAdministrator(database)).password_hash;
  const hasMembers = await canMembersSignIn(database);
  const isRight = await hasher.verify(password, hash);
  if (!account || account.password_hash === null) {
    return { ok: false, reason: hasMembers ? "wrong-password" : "access-denied" };
  }
  if (!isRight) return { ok: false, reason: "wrong-password" };
  if (account.totp_secret !== null) {
    if (code === undefined) return { ok: false, reason: "code-required" };
    if (!(await redeemCode(database, now, account, code)))
      return { ok: false, reason: "wrong-code" };
  }
  const opened = await openSession(database, now, account, from);
  return { ok: true, ...opened, deviceMark: createDeviceMark(account.device_key) };
}

/** Returns whether this is the account's password; required before sensitive changes. */
async function verifyPassword(
  database: Database,
  hasher: PasswordHasher,
  account: Account,
  password: string,
): Promise<boolean> {
  const { password_hash } = await readCredentials(database, account);
  return password_hash !== null && (await hasher.verify(password, password_hash));
}

/** Changes the password, ends every session of the account and opens a new one; undefined when the current password is wrong. */
async function changePassword(
  database: Database,
  hasher: PasswordHasher,
  now: Date,
  account: Account,
  { current_password, new_password }: PasswordChange,
  from: SessionOrigin,
): Promise<Extract<SignInResult, { ok: true }> | undefined> {
  if (!(await verifyPassword(database, hasher, account, current_password))) return undefined;
  const hash = await hasher.hash(new_password);
  const { memberId } = account;
  const { email, device_key } =
    memberId === undefined
      ? await setPassword(database, now, hash)
      : await setMemberPassword(database, now, memberId, hash);
  const opened = await openSession(database, now, { email, memberId }, from);
  return { ok: true, ...opened, deviceMark: createDeviceMark(device_key) };
}

/** Lets secret scanners recognize a leaked token. */
const tokenPrefix = "pomar_";

const lastUseIntervalMs = 60_000;

/** Creates a personal token. The result is the only place where it is readable. */
async function createApiToken(
  database: Database,
  now: Date,
  email: string,
  { name, scope }: TokenRequest,
): Promise<NewToken> {
  const token = tokenPrefix + createSecret();
  const [row] = await database
    .insert(apiTokens)
    .values({
      token_hash: hashSecret(token),
      ending: token.slice(-4),
      name,
      scope,
      email,
      created_at: now,
    })
    .returning();
  if (!row) throw new Error("a token was not stored");
  return { ...toApiToken(row), token };
}

/** The token's owner and scope, or undefined. Its last use is stored at most once a minute. */
async function authenticateApiToken(
  database: Database,
  now: Date,
  token: string,
): Promise<{ id: string; email: string; scope: TokenScope } | undefined> {
  const row = await findLiveToken(database, token);
  if (!row) return undefined;
  const usedAt = row.last_used_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (now.getTime() - usedAt >= lastUseIntervalMs) {
    await database.update(apiTokens).set({ last_used_at: now }).where(eq(apiTokens.id, row.id));
  }
  return { id: row.id, email: row.email, scope: row.scope };
}

/** False when there is no active token with this id. */
async function revokeApiToken(database: Database, now: Date, id: string): Promise<boolean> {
  const revoked = await database
    .update(apiTokens)
    .set({ revoked_at: now })
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.revoked_at)))
    .returning({ id: apiTokens.id });
  return revoked.length > 0;
}
