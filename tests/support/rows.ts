import { sql } from "drizzle-orm";
import { mainOption } from "#app/domain/catalogue/sale-options.ts";
import type { products } from "#app/domain/catalogue/table.ts";
import { insertLines } from "#app/domain/orders/place.server.ts";
import type { OrderItem } from "#app/domain/orders/schema.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { recipes } from "#app/domain/recipes/table.ts";
import type { Database, DatabaseLog } from "#app/platform/database/database.ts";
import type { RunSql } from "#app/platform/database/migrate.ts";

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

/** Inserts orders, placed that long ago, into a database of the earlier version: see `createEarlierVersion`. */
export function insertEarlierOrders(run: RunSql, ages: string[]) {
  const { cliente_info, itens } = orderRow();
  return run(
    `INSERT INTO pedidos (valor_total, cliente_info, itens, created_at)
      SELECT 0.30, $1::jsonb, $2::jsonb, now() - age FROM unnest($3::text[]::interval[]) AS age RETURNING id`,
    [JSON.stringify(cliente_info), JSON.stringify(itens), ages],
  );
}
