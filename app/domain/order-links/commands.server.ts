import { and, eq, isNull, sql } from "drizzle-orm";
import { cancelledStatus, newStatus } from "#app/domain/orders/status.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import type { LinkRejection } from "./queries.server.ts";
import { customerAuthor } from "./rules.ts";
import type { Cancellation } from "./schema.ts";
import type { OrderTokens } from "./tokens.server.ts";

export type CancelResult =
  /** Also when the order was cancelled before. */
  | { ok: true }
  | { ok: false; reason: "not-found" }
  /** The seller has confirmed or delivered the order. */
  | { ok: false; reason: "confirmed" }
  /** Still pending, but changed since `version` was read. */
  | { ok: false; reason: "stale" };

/**
 * The customer's cancellation of a pending order, which has taken nothing from the stock. Of a cancellation and a
 * confirmation at the same time exactly one changes the order: both compare the version that they read.
 */
export function cancelOrder(
  database: Database,
  id: string,
  { version, reason }: Cancellation,
): Promise<CancelResult> {
  return runAsUser(database, customerAuthor, async (tx) => {
    const cancelled = await tx
      .update(pedidos)
      .set({ status: cancelledStatus, cancel_reason: reason ?? null })
      .where(and(eq(pedidos.id, id), eq(pedidos.status, newStatus), eq(pedidos.version, version)))
      .returning({ id: pedidos.id });
    if (cancelled.length > 0) return { ok: true };
    const [order] = await tx
      .select({ status: pedidos.status })
      .from(pedidos)
      .where(eq(pedidos.id, id));
    if (!order) return { ok: false, reason: "not-found" };
    if (order.status === cancelledStatus) return { ok: true };
    return { ok: false, reason: order.status === newStatus ? "stale" : "confirmed" };
  });
}

/** Invalidates the order's link and returns the new path; an anonymized order has none. */
export async function rotateOrderLink(
  database: Database,
  tokens: OrderTokens,
  author: Author,
  id: string,
): Promise<{ ok: true; path: string } | LinkRejection> {
  return runAsUser(database, author, async (tx) => {
    const [order] = await tx
      .update(pedidos)
      .set({ link_version: sql`${pedidos.link_version} + 1` })
      .where(and(eq(pedidos.id, id), isNull(pedidos.anonymized_at)))
      .returning({
        id: pedidos.id,
        numero_pedido: pedidos.numero_pedido,
        link_version: pedidos.link_version,
      });
    if (order) return { ok: true, path: await tokens.pathOf(order) };
    const isKnown = (await tx.$count(pedidos, eq(pedidos.id, id))) > 0;
    return { ok: false, reason: isKnown ? "anonymized" : "not-found" };
  });
}
