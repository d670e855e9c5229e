import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { describeDevice, isSameEmail } from "./rules.ts";
import type { AccountPage, ApiToken, OpenSession } from "./schema.ts";
import { hashSecret } from "./secrets.server.ts";
import {
  type Account,
  administrator,
  apiTokens,
  memberCredentials,
  members,
  sessions,
} from "./table.ts";

export type AdministratorRow = typeof administrator.$inferSelect;

/** The administrator; `ensureAdministrator` has stored the row before requests are served. */
export async function readAdministrator(database: Database): Promise<AdministratorRow> {
  const [row] = await database.select().from(administrator).limit(1);
  if (!row) throw new Error("the administrator's row is missing");
  return row;
}

/** The credentials of an administrator. The password is null until an invitation is accepted. */
export type Credentials = Account &
  Pick<
    typeof memberCredentials.$inferSelect,
    keyof AdministratorRow & keyof typeof memberCredentials.$inferSelect
  >;

/** The credentials of an account; of a member only while they are active. */
export async function readCredentials(database: Database, account: Account): Promise<Credentials> {
  const { memberId } = account;
  if (memberId === undefined) return { ...(await readAdministrator(database)), memberId };
  const found = await findMember(database, eq(members.id, memberId));
  if (!found) throw new Error("the member's row is missing");
  return found;
}

/** The account that signs in with this e-mail: the administrator's, or that of an active member. */
export async function findCredentials(
  database: Database,
  email: string,
): Promise<Credentials | undefined> {
  const row = await readAdministrator(database);
  if (isSameEmail(email, row.email)) return { ...row, memberId: undefined };
  return findMember(database, eq(members.email, email.trim().toLowerCase()));
}

async function findMember(
  database: Database,
  isMeant: ReturnType<typeof eq>,
): Promise<Credentials | undefined> {
  const [row] = await database
    .select({ credentials: memberCredentials })
    .from(memberCredentials)
    .innerJoin(members, eq(members.id, memberCredentials.id))
    .where(and(isMeant, members.active))
    .limit(1);
  return row && { ...row.credentials, memberId: row.credentials.id };
}

/** Returns whether an active member has chosen a password. */
export async function canMembersSignIn(database: Database): Promise<boolean> {
  const rows = await database
    .select({ id: members.id })
    .from(memberCredentials)
    .innerJoin(members, eq(members.id, memberCredentials.id))
    .where(and(members.active, isNotNull(memberCredentials.password_hash)))
    .limit(1);
  return rows.length > 0;
}

/** The addresses from which browsers have signed in recently, also of sessions that have ended. */
export async function listSignInAddresses(database: Database): Promise<string[]> {
  const rows = await database.selectDistinct({ address: sessions.address }).from(sessions);
  return rows.flatMap(({ address }) => address ?? []);
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>;

/** The active session of this token, with name and role of a member. */
export async function findLiveSession(database: Database, now: Date, token: string) {
  const [row] = await database
    .select({
      id: sessions.id,
      email: sessions.email,
      created_at: sessions.created_at,
      last_seen_at: sessions.last_seen_at,
      expires_at: sessions.expires_at,
      member_id: sessions.member_id,
      name: members.name,
      role: members.role,
    })
    .from(sessions)
    .leftJoin(members, eq(members.id, sessions.member_id))
    .where(and(eq(sessions.token_hash, hashSecret(token)), isLive(now)))
    .limit(1);
  return row;
}

/** The active personal token and its scope. */
export async function findLiveToken(database: Database, token: string) {
  const [row] = await database
    .select({
      id: apiTokens.id,
      email: apiTokens.email,
      scope: apiTokens.scope,
      last_used_at: apiTokens.last_used_at,
    })
    .from(apiTokens)
    .innerJoin(administrator, eq(administrator.email, apiTokens.email))
    .where(and(eq(apiTokens.token_hash, hashSecret(token)), isNull(apiTokens.revoked_at)))
    .limit(1);
  return row;
}

/** The ids, of sessions and personal tokens, that are still valid. */
export async function findValidCredentials(
  database: Database,
  now: Date,
  ids: string[],
): Promise<Set<string>> {
  const open = database
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), isLive(now)));
  const unrevoked = database
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .innerJoin(administrator, eq(administrator.email, apiTokens.email))
    .where(and(inArray(apiTokens.id, ids), isNull(apiTokens.revoked_at)));
  const rows = await open.unionAll(unrevoked);
  return new Set(rows.map(({ id }) => id));
}

export async function listOpenSessions(
  database: Database,
  now: Date,
  account: Account,
  currentId: string,
): Promise<OpenSession[]> {
  const rows = await database
    .select()
    .from(sessions)
    .where(and(isOfAccount(account), isLive(now)))
    .orderBy(desc(sessions.last_seen_at), desc(sessions.id));
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.user_agent),
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: row.id === currentId,
  }));
}

/** Active tokens, newest first. */
export async function listApiTokens(database: Database): Promise<ApiToken[]> {
  const rows = await database
    .select()
    .from(apiTokens)
    .where(isNull(apiTokens.revoked_at))
    .orderBy(desc(apiTokens.created_at), desc(apiTokens.id));
  return rows.map(toApiToken);
}

export function toApiToken(row: typeof apiTokens.$inferSelect): ApiToken {
  const { id, name, scope, ending, created_at, last_used_at } = row;
  return {
    id,
    name,
    scope,
    ending,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

/** The data of the account page; `sessionId` is marked as current. */
export async function readAccount(
  database: Database,
  now: Date,
  account: Account,
  sessionId: string,
): Promise<AccountPage> {
  const row = await readCredentials(database, account);
  return {
    email: row.email,
    password_changed_at: row.password_changed_at.toISOString(),
    second_factor: row.second_factor_since && {
      since: row.second_factor_since.toISOString(),
      recovery_codes_left: row.recovery_hashes.length,
    },
    sessions: await listOpenSessions(database, now, account, sessionId),
  };
}

export function isOfAccount({ memberId }: Account) {
  return memberId === undefined ? isNull(sessions.member_id) : eq(sessions.member_id, memberId);
}

/** Sessions of another e-mail than the administrator's are invalid, and those of a member who is not active. */
function isLive(now: Date) {
  return and(
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, now),
    sql`CASE WHEN ${sessions.member_id} IS NULL
      THEN EXISTS (SELECT FROM ${administrator} WHERE ${administrator.email} = ${sessions.email})
      ELSE EXISTS (SELECT FROM ${members} AS holder WHERE holder.id = ${sessions.member_id} AND holder.active) END`,
  );
}
