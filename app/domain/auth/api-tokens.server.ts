import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { apiTokens } from "#app/platform/database/schema.ts";
import { findLiveToken, toApiToken } from "./queries.server.ts";
import type { NewToken, TokenRequest, TokenScope } from "./schema.ts";
import { digest, newSecret } from "./secrets.server.ts";

/** By which a token is known for one of ours, by people and by scanners for leaked secrets. */
const tokenPrefix = "pomar_";

const usedAgainAfter = 60_000;

/** Makes a personal token; the answer is the only place where it is ever readable. */
export async function createApiToken(
  database: Database,
  now: Date,
  email: string,
  { name, scope }: TokenRequest,
): Promise<NewToken> {
  const token = tokenPrefix + newSecret();
  const [row] = await database
    .insert(apiTokens)
    .values({
      token_hash: digest(token),
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

/** Whose token this is and what it may do, or undefined. Its last use is noted, at most once a minute. */
export async function acceptApiToken(
  database: Database,
  now: Date,
  token: string,
): Promise<{ id: string; email: string; scope: TokenScope } | undefined> {
  const row = await findLiveToken(database, token);
  if (!row) return undefined;
  const usedAt = row.last_used_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (now.getTime() - usedAt >= usedAgainAfter) {
    await database.update(apiTokens).set({ last_used_at: now }).where(eq(apiTokens.id, row.id));
  }
  return { id: row.id, email: row.email, scope: row.scope };
}

/** False when there is no such token, or no more. */
export async function revokeApiToken(database: Database, now: Date, id: string): Promise<boolean> {
  const revoked = await database
    .update(apiTokens)
    .set({ revoked_at: now })
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.revoked_at)))
    .returning({ id: apiTokens.id });
  return revoked.length > 0;
}
