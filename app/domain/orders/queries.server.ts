import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos, products, settings } from "#app/platform/database/schema.ts";
import type { DeliverySettings, OrderedProduct, OrderStatus } from "./rules.ts";
import type { OrderRequest, PlacedOrder } from "./schema.ts";

/** What an acknowledgement shows of an order's row. */
export const placedColumns = {
  id: pedidos.id,
  numero_pedido: pedidos.numero_pedido,
  status: pedidos.status,
  valor_total: pedidos.valor_total,
  created_at: pedidos.created_at,
};

export function toPlacedOrder(row: {
  id: string;
  numero_pedido: number;
  status: string;
  valor_total: string;
  created_at: Date;
}): PlacedOrder {
  return {
    id: row.id,
    numero_pedido: row.numero_pedido,
    status: row.status as OrderStatus,
    valor_total: Number(row.valor_total),
    created_at: row.created_at.toISOString(),
  };
}

/** What an acknowledged request asked for, so that its key cannot be used for anything else. */
export function requestHash(request: OrderRequest): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex");
}

/**
 * The order already stored under this key, as a repeated request is answered: the same order, or a refusal when the
 * key was used for another request. Undefined when the key is new.
 */
export async function findPlacedOrder(database: Database, request: OrderRequest, key: string) {
  const [row] = await database
    .select({ ...placedColumns, request_hash: pedidos.request_hash })
    .from(pedidos)
    .where(eq(pedidos.idempotency_key, key))
    .limit(1);
  if (!row) return undefined;
  if (row.request_hash !== requestHash(request)) {
    return { ok: false, reason: "key-reused", numero_pedido: row.numero_pedido } as const;
  }
  return { ok: true, order: toPlacedOrder(row), repeated: true } as const;
}

/** The products an order names, hidden ones included, and what delivery costs: one question for both. */
export async function readOrderBasis(
  database: Database,
  lines: readonly { product_id: string }[],
): Promise<{ products: Map<string, OrderedProduct>; delivery: DeliverySettings }> {
  const ids = [...new Set(lines.map((line) => line.product_id))];
  const rows = await database
    .select({
      delivery: settings.delivery_settings,
      product: {
        id: products.id,
        title: products.title,
        price: products.price,
        stock: products.stock,
        visible: products.visible,
        specs: products.specs,
      },
    })
    .from(settings)
    // One array parameter keeps the statement the same for every number of lines.
    .leftJoin(products, sql`${products.id} = any(${sql.param(ids)}::uuid[])`);
  const delivery = rows[0]?.delivery;
  if (!delivery) throw new Error("the settings row is missing");
  const found = rows.flatMap(({ product }) => product ?? []);
  return {
    products: new Map(found.map(({ specs, ...row }) => [row.id, { ...row, unit: specs.unit }])),
    delivery,
  };
}
