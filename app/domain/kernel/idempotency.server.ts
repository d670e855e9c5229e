import { hash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { idempotencyKeys } from "./table.ts";

/** A request that a client may repeat with the same key. */
export type KeyedRequest = { route: string; key: string; body: unknown };

/** The key was used for another request. */
export type KeyReused = { ok: false; reason: "key-reused" };
const keyReused: KeyReused = { ok: false, reason: "key-reused" };

const retention = sql`interval '24 hours'`;

/** Runs `create` once per key; a repeated request returns the stored row. Rejections are not stored. */
export function createOnce<Row, Rejection extends { ok: false }>(
  database: Database,
  request: KeyedRequest | undefined,
  create: (database: Database) => Promise<{ ok: true; row: Row } | Rejection>,
): Promise<{ ok: true; row: Row } | Rejection | KeyReused> {
  if (!request) return create(database);
  return database.transaction(async (tx) => {
    const claim = await claimKey<Row>(tx, request);
    if (!claim.ok) return claim;
    const [stored] = claim.results;
    if (stored !== undefined) return { ok: true, row: stored };
    const created = await create(tx);
    if (created.ok) await appendResults(tx, request, [created.row]);
    else await tx.delete(idempotencyKeys).where(isKey(request));
    return created;
  });
}

/**
 * The results stored under the key so far, locked until the transaction ends. The first request stores the key; a
 * concurrent one waits for it.
 */
export async function claimKey<Result>(
  tx: Database,
  request: KeyedRequest,
): Promise<{ ok: true; results: Result[] } | KeyReused> {
  const { route, key } = request;
  const request_hash = hash("sha256", JSON.stringify(request.body));
  await tx
    .delete(idempotencyKeys)
    .where(and(isKey(request), lt(idempotencyKeys.created_at, sql`now() - ${retention}`)));
  await tx.insert(idempotencyKeys).values({ route, key, request_hash }).onConflictDoNothing();
  const [stored] = await tx.select().from(idempotencyKeys).where(isKey(request)).for("update");
  if (stored?.request_hash !== request_hash) return keyReused;
  return { ok: true, results: stored.results as Result[] };
}

export async function appendResults(
  tx: Database,
  request: KeyedRequest,
  results: unknown[],
): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ results: sql`${idempotencyKeys.results} || ${JSON.stringify(results)}::jsonb` })
    .where(isKey(request));
}

/** Deletes keys after a day. */
export async function expireIdempotencyKeys(database: Database): Promise<void> {
  await database
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.created_at, sql`now() - ${retention}`));
}

function isKey({ route, key }: KeyedRequest) {
  return and(eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));
}
