import { and, eq, isNull, lt, ne } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { sessions } from "#app/platform/database/schema.ts";
import { findLiveSession } from "./queries.server.ts";
import { maxSessionAgeMs, sessionEnd } from "./rules.ts";
import { createSecret, hashSecret } from "./secrets.server.ts";

/** Where somebody signs in from, as far as the request says. */
export type Origin = { userAgent?: string | undefined; address?: string | undefined };

/** A session that a request carries. */
export type LiveSession = { id: string; email: string; expires_at: string };

const seenAgainAfter = 60_000;

/** Opens a session; its token, which only its hash remembers, is for the browser's cookie. */
export async function openSession(
  database: Database,
  now: Date,
  email: string,
  from: Origin,
): Promise<{ token: string; session: LiveSession }> {
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
      created_at: now,
      last_seen_at: now,
      expires_at,
      user_agent: from.userAgent?.slice(0, 500),
      address: from.address?.slice(0, 100),
    })
    .returning({ id: sessions.id });
  if (!row) throw new Error("a session was not stored");
  return { token, session: { id: row.id, email, expires_at: expires_at.toISOString() } };
}

/** The live session of this token, or undefined. Being used moves its end, at most once a minute. */
export async function resumeSession(
  database: Database,
  now: Date,
  token: string,
): Promise<LiveSession | undefined> {
  const row = await findLiveSession(database, now, token);
  if (!row) return undefined;
  const seenLately = now.getTime() - row.last_seen_at.getTime() < seenAgainAfter;
  const end = seenLately ? row.expires_at : await extend(database, now, row);
  return end && { id: row.id, email: row.email, expires_at: end.toISOString() };
}

/** As `resumeSession`, moving the end in any case. */
export async function refreshSession(
  database: Database,
  now: Date,
  token: string,
): Promise<LiveSession | undefined> {
  const row = await findLiveSession(database, now, token);
  const end = row && (await extend(database, now, row));
  return end && { id: row.id, email: row.email, expires_at: end.toISOString() };
}

/** Ends the session of this token; one that has ended already stays so. */
export async function endSession(database: Database, now: Date, token: string): Promise<void> {
  await database
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.token_hash, hashSecret(token)), isNull(sessions.revoked_at)));
}

/** Ends one open session; false when there is none of this id. */
export async function revokeSession(database: Database, now: Date, id: string): Promise<boolean> {
  const ended = await database
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revoked_at)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends every open session but the one to keep; without one, all. */
export async function revokeSessions(
  database: Database,
  now: Date,
  keptId?: string,
): Promise<void> {
  const others = keptId === undefined ? undefined : ne(sessions.id, keptId);
  await database
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(isNull(sessions.revoked_at), others));
}

/** Undefined when the session was ended in the meantime. */
async function extend(database: Database, now: Date, row: { id: string; created_at: Date }) {
  const expires_at = new Date(sessionEnd(now.getTime(), row.created_at.getTime()));
  const extended = await database
    .update(sessions)
    .set({ last_seen_at: now, expires_at })
    .where(and(eq(sessions.id, row.id), isNull(sessions.revoked_at)))
    .returning({ id: sessions.id });
  return extended.length > 0 ? expires_at : undefined;
}
