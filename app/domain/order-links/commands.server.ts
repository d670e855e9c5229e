import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
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
      .set({ status: "cancelado", cancel_reason: reason ?? null })
      .where(and(eq(pedidos.id, id), eq(pedidos.status, "pendente"), eq(pedidos.version, version)))
      .returning({ id: pedidos.id });
    if (cancelled.length > 0) return { ok: true };
    const [order] = await tx
      .select({ status: pedidos.status })
      .from(pedidos)
      .where(eq(pedidos.id, id));
    if (!order) return { ok: false, reason: "not-found" };
    if (order.status === "cancelado") return { ok: true };
    return { ok: false, reason: order.status === "pendente" ? "stale" : "confirmed" };
  });
}

/** Invalidates the order's link and returns the new path; undefined when the order does not exist. */
export async function rotateOrderLink(
  database: Database,
  tokens: OrderTokens,
  author: Author,
  id: string,
): Promise<string | undefined> {
  const [order] = await runAsUser(database, author, (tx) =>
    tx
      .update(pedidos)
      .set({ link_version: sql`${pedidos.link_version} + 1` })
      .where(eq(pedidos.id, id))
      .returning({
        id: pedidos.id,
        numero_pedido: pedidos.numero_pedido,
        link_version: pedidos.link_version,
      }),
  );
  return order && tokens.pathOf(order);
}
