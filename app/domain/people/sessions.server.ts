import { and, eq, isNull, lt, ne } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { findLiveSession, isOfAccount, type SessionRow } from "./queries.server.ts";
import type { Role } from "./roles.ts";
import { maxSessionAgeMs, sessionEnd } from "./rules.ts";
import { createSecret, hashSecret } from "./secrets.server.ts";
import { type Account, memberCredentials, sessions } from "./table.ts";

export type { Account };

/** User agent and address of a sign-in. */
export type SessionOrigin = { userAgent?: string | undefined; address?: string | undefined };

/** `author` is what the audit log calls the user. */
export type LiveSession = Account & {
  id: string;
  email: string;
  expires_at: string;
  role: Role;
  author: string;
};

const extendIntervalMs = 60_000;

export type OpenedSession = { id: string; email: string; expires_at: string };

/** Opens a session. Only a hash of the token is stored. */
export async function openSession(
  database: Database,
  now: Date,
  { email, memberId }: Account & { email: string },
  from: SessionOrigin,
): Promise<{ token: string; session: OpenedSession }> {
  const token = createSecret();
  const expires_at = new Date(sessionEnd(now.getTime(), now.getTime()));
  await database
    .delete(sessions)
    .where(lt(sessions.created_at, new Date(now.getTime() - maxSessionAgeMs)));
  const [row] = await database
    .insert(sessions)
    .values({
      token_hash: hashSecret(token),
      email,
      member_id: memberId ?? null,
      created_at: now,
      last_seen_at: now,
      expires_at,
      user_agent: from.userAgent?.slice(0, 500),
      address: from.address?.slice(0, 100),
    })
    .returning({ id: sessions.id });
  if (!row) throw new Error("a session was not stored");
  if (memberId !== undefined) {
    await database
      .update(memberCredentials)
      .set({ signed_in_at: now })
      .where(eq(memberCredentials.id, memberId));
  }
  return { token, session: { id: row.id, email, expires_at: expires_at.toISOString() } };
}

/** The active session of this token, or undefined. Using it extends it, at most once a minute. */
export async function resumeSession(
  database: Database,
  now: Date,
  token: string,
): Promise<LiveSession | undefined> {
  const row = await findLiveSession(database, now, token);
  if (!row) return undefined;
  const isRecentlyExtended = now.getTime() - row.last_seen_at.getTime() < extendIntervalMs;
  const end = isRecentlyExtended ? row.expires_at : await extend(database, now, row);
  return end && toLiveSession(row, end);
}

/** Resumes the session like `resumeSession`, and always extends it. */
export async function refreshSession(
  database: Database,
  now: Date,
  token: string,
): Promise<LiveSession | undefined> {
  const row = await findLiveSession(database, now, token);
  const end = row && (await extend(database, now, row));
  return end && toLiveSession(row, end);
}

function toLiveSession(row: SessionRow, end: Date): LiveSession {
  const { id, email, member_id, name, role } = row;
  const session = { id, email, expires_at: end.toISOString() };
  return name === null || role === null || member_id === null
    ? { ...session, role: "dono", memberId: undefined, author: email }
    : { ...session, role, memberId: member_id, author: `${name} (${email})` };
}

/** Ends the session of this token, if it is active. */
export async function endSession(database: Database, now: Date, token: string): Promise<void> {
  await database
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.token_hash, hashSecret(token)), isNull(sessions.revoked_at)));
}

/** Ends one session of the account; false when it has no active one with this id. */
export async function revokeSession(
  database: Database,
  now: Date,
  account: Account,
  id: string,
): Promise<boolean> {
  const ended = await database
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.id, id), isOfAccount(account), isNull(sessions.revoked_at)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends all active sessions of the account, except `exceptId` if given. */
export async function revokeSessions(
  database: Database,
  now: Date,
  account: Account,
  exceptId?: string,
): Promise<void> {
  const others = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  await database
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(isOfAccount(account), isNull(sessions.revoked_at), others));
}

/** Undefined when the session has been ended meanwhile. */
async function extend(database: Database, now: Date, row: { id: string; created_at: Date }) {
  const expires_at = new Date(sessionEnd(now.getTime(), row.created_at.getTime()));
  const extended = await database
    .update(sessions)
    .set({ last_seen_at: now, expires_at })
    .where(and(eq(sessions.id, row.id), isNull(sessions.revoked_at)))
    .returning({ id: sessions.id });
  return extended.length > 0 ? expires_at : undefined;
}
