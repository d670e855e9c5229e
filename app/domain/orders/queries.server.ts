import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";
import type { OrderStatus } from "./rules.ts";
import type { OrderRequest, PlacedOrder } from "./schema.ts";
import type { PlacedRow } from "./statements.server.ts";

export function toPlacedOrder(row: PlacedRow): PlacedOrder {
  return {
    id: row.id,
    numero_pedido: Number(row.numero_pedido),
    status: row.status as OrderStatus,
    valor_total: Number(row.valor_total),
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** What an acknowledged request asked for, so that its key cannot be used for anything else. */
export function requestHash(request: OrderRequest): string {
  return hash("sha256", JSON.stringify(request));
}

/**
 * The order already stored under this key, as a repeated request is answered: the same order, or a refusal when the
 * key was used for another request. Undefined when the key is new.
 */
export async function findPlacedOrder(database: Database, request: OrderRequest, key: string) {
  const [row] = await database
    .select()
    .from(pedidos)
    .where(eq(pedidos.idempotency_key, key))
    .limit(1);
  if (!row) return undefined;
  if (row.request_hash !== requestHash(request)) {
    return { ok: false, reason: "key-reused", numero_pedido: row.numero_pedido } as const;
  }
  return { ok: true, order: toPlacedOrder(row), repeated: true } as const;
}
