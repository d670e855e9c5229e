import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { CustomerInfo, DeliverySettings, OrderItem } from "#app/shared/columns.ts";
import type { OrderedProduct } from "./rules.ts";

// The two statements of every order, written out: building them from the tables took a fifth of an order's time.

type BasisRow = Omit<OrderedProduct, "id"> & {
  /** Null where the order names no product that there is. */
  id: string | null;
  delivery: DeliverySettings;
};

/** The products an order names, hidden ones included, and what delivery costs: one question for both. */
export async function readOrderBasis(
  database: Database,
  lines: readonly { product_id: string }[],
): Promise<{ products: Map<string, OrderedProduct>; delivery: DeliverySettings }> {
  const ids = [...new Set(lines.map((line) => line.product_id))];
  // One array parameter keeps the statement the same for every number of lines, and the SELECT around it keeps the
  // plan: one made for these products each time takes longer than the question.
  const { rows } = await database.execute<BasisRow>(sql`
    SELECT s.delivery_settings AS delivery, p.id, p.title, p.price, p.stock, p.visible, p.specs ->> 'unit' AS unit
    FROM settings s LEFT JOIN products p ON p.id = any((SELECT ${sql.param(ids)}::uuid[])::uuid[])`);
  const delivery = rows[0]?.delivery;
  if (!delivery) throw new Error("the settings row is missing");
  const found = rows.flatMap(({ id, ...row }) => (id === null ? [] : { ...row, id }));
  return { products: new Map(found.map((product) => [product.id, product])), delivery };
}

/** What is stored of a new order; amounts in reais with two decimals. */
export type OrderRow = {
  valor_total: string;
  delivery_fee: string;
  cliente_info: CustomerInfo;
  itens: OrderItem[];
  idempotency_key: string;
  request_hash: string;
};

/** What an acknowledgement shows of an order's row. */
export type PlacedRow = {
  id: string;
  numero_pedido: number | string;
  status: string;
  valor_total: string;
  created_at: Date | string;
};

/** The new row, or undefined when the key has one: of two at once the unique index lets the second wait and then pass. */
export async function insertOrderRow(
  database: Database,
  row: OrderRow,
): Promise<PlacedRow | undefined> {
  const { rows } = await database.execute<PlacedRow>(sql`
    INSERT INTO pedidos (valor_total, delivery_fee, cliente_info, itens, idempotency_key, request_hash)
    VALUES (${row.valor_total}, ${row.delivery_fee}, ${JSON.stringify(row.cliente_info)}::jsonb,
      ${JSON.stringify(row.itens)}::jsonb, ${row.idempotency_key}, ${row.request_hash})
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING id, numero_pedido, status, valor_total, created_at`);
  return rows[0];
}
