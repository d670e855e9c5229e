import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { createSecret, hashSecret } from "#app/domain/auth/secrets.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { helperRoleLabels } from "./roles.ts";
import type { HelperLink, HelperLinkRequest } from "./schema.ts";
import { helperLinks } from "./table.ts";

/** On the morning after the day a link ends, at this hour in São Paulo. */
const lastHour = "09:00";

type LinkRow = typeof helperLinks.$inferSelect;

const maxDaysAhead = 60;

/** The path contains the secret, which is stored as a hash only. Undefined for a day that is over or too far away. */
export async function createHelperLink(
  database: Database,
  author: Author,
  now: Date,
  { date, role, name }: HelperLinkRequest,
): Promise<(HelperLink & { path: string }) | undefined> {
  const today = dayOf(now);
  if (date < today || date > addDays(today, maxDaysAhead)) return undefined;
  const token = createSecret();
  const expires_at = new Date(`${addDays(date, 1)}T${lastHour}:00-03:00`);
  return runAsUser(database, author, async (tx) => {
    const link = { date, role, name, expires_at, token_hash: hashSecret(token) };
    const [row] = await tx.insert(helperLinks).values(link).returning();
    if (!row) throw new Error("an insert returns its row");
    return { ...toHelperLink(row), path: helperPath(token) };
  });
}

function helperPath(token: string): string {
  return `/dia/${token}`;
}

/** Those of a date that are valid, the oldest first. */
export async function listHelperLinks(
  database: Database,
  now: Date,
  date: string,
): Promise<HelperLink[]> {
  const rows = await database
    .select()
    .from(helperLinks)
    .where(and(eq(helperLinks.date, date), isValid(now)))
    .orderBy(asc(helperLinks.created_at))
    .limit(100);
  return rows.map(toHelperLink);
}

const isValid = (now: Date) => and(isNull(helperLinks.revoked_at), gt(helperLinks.expires_at, now));

/** False when there is no such link. */
export function revokeHelperLink(
  database: Database,
  author: Author,
  now: Date,
  id: string,
): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const revoked = await tx
      .update(helperLinks)
      .set({ revoked_at: now })
      .where(and(eq(helperLinks.id, id), isNull(helperLinks.revoked_at)))
      .returning({ id: helperLinks.id });
    return revoked.length > 0;
  });
}

/** The link of a token, and what the audit log calls its holder; undefined when it never was valid, ended or was revoked. */
export async function resolveHelperLink(
  database: Database,
  now: Date,
  token: string,
): Promise<(HelperLink & { author: string }) | undefined> {
  const [row] = await database
    .select()
    .from(helperLinks)
    .where(and(eq(helperLinks.token_hash, hashSecret(token)), isValid(now)))
    .limit(1);
  return row && { ...toHelperLink(row), author: `${helperRoleLabels[row.role]}: ${row.name}` };
}

function toHelperLink({ token_hash, revoked_at, ...row }: LinkRow): HelperLink {
  return {
    ...row,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
