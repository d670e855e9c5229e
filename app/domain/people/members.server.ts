import { and, asc, eq, gt, isNotNull, type SQL } from "drizzle-orm";
import { rejectTaken, saveEdit } from "#app/domain/kernel/editing/commands.server.ts";
import type { SaveResult } from "#app/domain/kernel/editing/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { readAdministrator } from "./queries.server.ts";
import { isSameEmail, maxInvitationAgeMs } from "./rules.ts";
import type { Invitation, Member, MemberChanges, NewMember } from "./schema.ts";
import { noSecondFactor } from "./second-factor.server.ts";
import {
  createDeviceMark,
  createSecret,
  hashSecret,
  type PasswordHasher,
} from "./secrets.server.ts";
import { openSession, revokeSessions, type SessionOrigin } from "./sessions.server.ts";
import { memberCredentials, members } from "./table.ts";

/** The path contains the secret of the invitation, which is stored as a hash only. */
export type Invited = Member & { path: string };

/** Use cases of members: all but the last two are the administrator's. */
export function createMembers(database: Database, now: () => Date, hasher: PasswordHasher) {
  return {
    listMembers: () => listMembers(database),
    inviteMember: (author: Author, member: NewMember) =>
      inviteMember(database, now(), author, member),
    changeMember: (author: Author, id: string, changes: MemberChanges) =>
      changeMember(database, now(), author, id, changes),
    renewInvitation: (author: Author, id: string) => renewInvitation(database, now(), author, id),
    revokeInvitation: (author: Author, id: string) => revokeInvitation(database, author, id),
    /** Name, e-mail and credentials; what the member did stays in the audit log. */
    deleteMember: (author: Author, id: string): Promise<boolean> =>
      runAsUser(database, author, async (tx) => {
        const isMeant = eq(members.id, id);
        return (await tx.delete(members).where(isMeant).returning({ id: members.id })).length > 0;
      }),
    findInvitation: (token: string) => findInvitation(database, now(), token),
    acceptInvitation: (token: string, password: string, from: SessionOrigin) =>
      acceptInvitation(database, hasher, now(), token, password, from),
  };
}

async function listMembers(database: Database, isMeant?: SQL): Promise<Member[]> {
  const rows = await database
    .select({ member: members, credentials: memberCredentials })
    .from(members)
    .innerJoin(memberCredentials, eq(memberCredentials.id, members.id))
    .where(isMeant)
    .orderBy(asc(members.name), asc(members.id));
  return rows.map(({ member, credentials }) => ({
    ...member,
    invited_at: member.invited_at?.toISOString() ?? null,
    invited_until: credentials.invitation_expires_at?.toISOString() ?? null,
    signed_in_at: credentials.signed_in_at?.toISOString() ?? null,
    second_factor: credentials.second_factor_since !== null,
    created_at: member.created_at.toISOString(),
    updated_at: member.updated_at.toISOString(),
  }));
}

async function readMember(database: Database, id: string): Promise<Member> {
  const [member] = await listMembers(database, eq(members.id, id));
  if (!member) throw new Error("the member's row is missing");
  return member;
}

function createInvitation(now: Date) {
  const token = createSecret();
  return {
    path: `/admin/invitation/${token}`,
    columns: {
      invitation_hash: hashSecret(token),
      invitation_expires_at: new Date(now.getTime() + maxInvitationAgeMs),
      password_hash: null,
      password_changed_at: now,
      device_key: createSecret(),
      ...noSecondFactor,
    },
  };
}

const noInvitation = { invitation_hash: null, invitation_expires_at: null };

async function inviteMember(
  database: Database,
  now: Date,
  author: Author,
  { name, email, role }: NewMember,
): Promise<SaveResult<Invited>> {
  if (isSameEmail(email, (await readAdministrator(database)).email)) {
    const message = "Este e-mail é o de quem administra a loja.";
    return { ok: false, reason: "invalid", errors: [{ field: "email", message }] };
  }
  const findOwner = async () => {
    const [current] = await listMembers(database, eq(members.email, email));
    return current && { ...current, path: "" };
  };
  return rejectTaken({ members_email_key: "email" }, findOwner, () =>
    runAsUser(database, author, async (tx) => {
      const [row] = await tx
        .insert(members)
        .values({ name, email, role, invited_at: now })
        .returning();
      if (!row) throw new Error("an insert returns its row");
      const { path, columns } = createInvitation(now);
      await tx.insert(memberCredentials).values({ id: row.id, email, ...columns });
      return { ok: true, row: { ...(await readMember(tx, row.id)), path } };
    }),
  );
}

/** Another link. The password, the second factor, the sessions and the earlier link end. */
function renewInvitation(
  database: Database,
  now: Date,
  author: Author,
  id: string,
): Promise<Invited | undefined> {
  return runAsUser(database, author, async (tx) => {
    const isMeant = and(eq(members.id, id), members.active);
    const [row] = await tx.update(members).set({ invited_at: now }).where(isMeant).returning();
    if (!row) return undefined;
    const { path, columns } = createInvitation(now);
    await tx.update(memberCredentials).set(columns).where(eq(memberCredentials.id, id));
    await revokeSessions(tx, now, { memberId: id });
    return { ...(await readMember(tx, id)), path };
  });
}

/** False when there is no unused link. */
function revokeInvitation(database: Database, author: Author, id: string): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    if (!(await endInvitation(tx, id))) return false;
    await tx.update(members).set({ invited_at: null }).where(eq(members.id, id));
    return true;
  });
}

async function endInvitation(database: Database, id: string): Promise<boolean> {
  const revoked = await database
    .update(memberCredentials)
    .set(noInvitation)
    .where(and(eq(memberCredentials.id, id), isNotNull(memberCredentials.invitation_hash)))
    .returning({ id: memberCredentials.id });
  return revoked.length > 0;
}

/** A member who is not active any more has no session and no invitation, also after being active again. */
function changeMember(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  { version, ...changes }: MemberChanges,
): Promise<SaveResult<Member>> {
  return runAsUser(database, author, async (tx) => {
    const isMeant = eq(members.id, id);
    const [stored] = await tx.select().from(members).where(isMeant).for("update");
    const saved = await saveEdit({
      current: stored,
      version,
      show: (row) => row,
      save: (row) =>
        tx
          .update(members)
          .set({ version: row.version, ...changes })
          .where(isMeant)
          .returning(),
    });
    if (!saved.ok && saved.reason === "stale")
      return { ...saved, current: await readMember(tx, id) };
    if (!saved.ok) return saved;
    if (changes.active !== undefined) await revokeSessions(tx, now, { memberId: id });
    if (changes.active === false) await endInvitation(tx, id);
    return { ok: true, row: await readMember(tx, id) };
  });
}

function isInvited(now: Date, token: string) {
  return and(
    eq(memberCredentials.invitation_hash, hashSecret(token)),
    gt(memberCredentials.invitation_expires_at, now),
  );
}

/** Whom an unused and valid link invites. */
async function findInvitation(
  database: Database,
  now: Date,
  token: string,
): Promise<Invitation | undefined> {
  const [row] = await database
    .select({ name: members.name, email: members.email })
    .from(memberCredentials)
    .innerJoin(members, eq(members.id, memberCredentials.id))
    .where(and(isInvited(now, token), members.active))
    .limit(1);
  return row;
}

/** Sets the password and opens a session; undefined for a link that is not valid. Of two requests one uses the link. */
async function acceptInvitation(
  database: Database,
  hasher: PasswordHasher,
  now: Date,
  token: string,
  password: string,
  from: SessionOrigin,
) {
  if (!(await findInvitation(database, now, token))) return undefined;
  const password_hash = await hasher.hash(password);
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(memberCredentials)
      .set({ password_hash, password_changed_at: now, ...noInvitation })
      .where(isInvited(now, token))
      .returning();
    if (!row) return undefined;
    const opened = await openSession(tx, now, { email: row.email, memberId: row.id }, from);
    return { ...opened, deviceMark: createDeviceMark(row.device_key) };
  });
}

/** The command `setPassword` for a member. */
export function setMemberPassword(
  database: Database,
  now: Date,
  id: string,
  password_hash: string,
) {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(memberCredentials)
      .set({ password_hash, password_changed_at: now, device_key: createSecret() })
      .where(eq(memberCredentials.id, id))
      .returning();
    if (!row) throw new Error("the member's row is missing");
    await revokeSessions(tx, now, { memberId: id });
    return row;
  });
}
