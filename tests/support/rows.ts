import { sql } from "drizzle-orm";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { products } from "#app/domain/catalogue/table.ts";
import { insertLines } from "#app/domain/orders/place.server.ts";
import type { OrderItem } from "#app/domain/orders/schema.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { recipes } from "#app/domain/recipes/table.ts";
import type { Database, DatabaseLog } from "#app/platform/database/database.ts";

/** Prints warnings and errors in the test output. */
export const testLog: DatabaseLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
};

// Valid rows, with the given columns replaced.

type NewProduct = Partial<typeof products.$inferInsert> & { price?: number };

/** Sold by the piece at `price`. */
export function productRow({ price = 12.5, ...row }: NewProduct = {}) {
  return {
    title: "Polpa de caju",
    slug: "polpa-de-caju",
    category: "polpas",
    sale_options: [mainOption("unidade", price)],
    ...row,
  };
}

export function recipeRow(row: Partial<typeof recipes.$inferInsert> = {}) {
  return { title: "Suco de caju", slug: "suco-de-caju", ingredients: ["1 polpa"], ...row };
}

const customer = {
  name: "Ana Souza",
  email: "ana@example.com",
  phone: "11987654321",
  document: "52998224725",
  zipCode: "01310100",
  street: "Avenida Paulista",
  number: "1000",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
  totalItems: 3,
  timestamp: "2026-01-02T03:04:05.678Z",
};

const item = {
  product_id: "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e11",
  product_name: "Polpa de caju",
  quantity: 3,
  unit: "unidade" as const,
  price: 0.1,
  total: 0.3,
};

export type NewOrder = Partial<typeof pedidos.$inferInsert> & { itens?: OrderItem[] };

/** Three units at R$ 0,10, without a delivery fee. */
export function orderRow(row: NewOrder = {}) {
  return { valor_total: "0.30", cliente_info: customer, itens: [item], ...row };
}

/** Inserts orders with their lines, each in a statement of its own, and returns them; without rows a valid one. */
export async function insertOrders(database: Database, ...rows: NewOrder[]): Promise<OrderRow[]> {
  const ids: string[] = [];
  for (const row of rows.length > 0 ? rows : [{}]) {
    const { itens, ...columns } = orderRow(row);
    const insert = database.insert(pedidos).values(columns).returning({ id: pedidos.id });
    const inserted = await database.execute<{ id: string }>(
      sql`WITH placed AS (${insert.getSQL()}), lines AS (${insertLines(itens)}) SELECT id FROM placed`,
    );
    ids.push(...inserted.rows.map(({ id }) => id));
  }
  return database
    .select(orderColumns)
    .from(pedidos)
    .where(sql`${pedidos.id} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(pedidos.numero_pedido);
}

export function orderItem(changes: Partial<typeof item> = {}) {
  return { ...item, ...changes };
}

const sentItems = JSON.stringify([orderItem({ quantity: 2, price: 30, total: 60 })]);
const soleOrder = "(SELECT id FROM pedidos WHERE edited_at IS NOT NULL)";

/**
 * Zones and exceptions, an edited order that was weighed, swapped, picked, packed, tried and paid in part, its route and a
 * helper's link, as statements.
 */
export const fulfilmentRows = [
  `INSERT INTO delivery_zones (name, position, active, cep_ranges, places, fee, weekdays, shifts, cutoff_time) VALUES
    ('Sul', 0, true, '[{"from": "04000000", "until": "04999999"}]', '[]', 8, '[1, 3]',
      '[{"name": "Manhã", "from": "08:00", "until": "12:00", "capacity": 3}]', '18:00'),
    ('Norte', 1, false, '[]', '[{"city": "São Paulo", "neighborhood": "Santana"}]', 12.5, '[]', '[]', '23:59')`,
  `INSERT INTO delivery_exceptions (date, moved_to, note) VALUES ('2026-12-25', '2026-12-26', 'Natal'), ('2027-01-01', NULL, '')`,
  `WITH placed AS (
    INSERT INTO pedidos (status, valor_total, delivery_fee, discount, cliente_info, original, edited_at, edit_reason,
      delivery_kind, delivery_date, delivery_shift, delivery_zone, delivery_zone_id)
    SELECT 'confirmado', 70.65, 8, 1, '${JSON.stringify(customer)}',
      '{"itens": ${sentItems}, "delivery_fee": 8, "valor_total": 68}', now(), 'Faltou no estoque',
      'entrega', '2026-12-26', 'Manhã, 8h às 12h', name, id FROM delivery_zones WHERE name = 'Sul'
    RETURNING id
  )
  INSERT INTO order_lines (order_id, position, product_id, product_name, unit, quantity, price, total, variable_weight, weight, swap_of)
  SELECT placed.id, line.* FROM placed, (VALUES
    (0, 'fd5a42f1-3c1d-4a86-9bd5-6c7bb3f3f3a1'::uuid, 'Tilápia', 'kg', 2, 30, 58.65, true, 1.955, NULL::uuid),
    (1, '${item.product_id}'::uuid, 'Polpa de caju', 'caixa', 0, 12, 0, false, NULL, NULL),
    (2, NULL, 'Polpa de cajá', 'caixa', 1, 5, 5, false, NULL, '${item.product_id}'::uuid)
  ) AS line`,
  `WITH received AS (
    INSERT INTO receipts (amount, method, kind, received_at) VALUES (20.5, 'Dinheiro', 'cash', now()) RETURNING id
  )
  INSERT INTO payments (order_id, receipt_id, amount) SELECT ${soleOrder}, id, 20.5 FROM received`,
  `INSERT INTO packings (id, picked, volumes, packed_at) SELECT ${soleOrder}, '{"${item.product_id} caixa": 1}', 3, now()`,
  `INSERT INTO delivery_routes (id, stops) SELECT '2026-12-26', jsonb_build_array(${soleOrder})`,
  `INSERT INTO delivery_attempts (order_id, date, reason, author)
    SELECT ${soleOrder}, '2026-12-24', 'Ninguém em casa', 'Motorista: João'`,
  `INSERT INTO helper_links (token_hash, date, role, name, expires_at)
    VALUES (repeat('a', 64), '2026-12-26', 'motorista', 'João', '2026-12-27T12:00:00Z')`,
];
