import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { products } from "#app/domain/catalogue/table.ts";
import { partsOf, rootOf } from "#app/domain/customers/parts.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { aliasOf } from "#app/domain/orders/cart/pasted-list.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { Alias, NewAlias } from "./schema.ts";
import { orderAliases } from "./table.ts";

const isOf = (customerId: string): SQL =>
  sql`${orderAliases.customer_id} IN ${partsOf(rootOf(customerId))}`;

/** Lists a customer's own names of products, the newest first: of two with the same words, the first one counts. */
export function listAliases(database: Database, customerId: string): Promise<Alias[]> {
  return selectAliases(database, isOf(customerId));
}

/** Lists the aliases of the customers of these orders, for the copy of a customer's data. */
export function exportAliases(database: Database, orderIds: readonly string[]): Promise<Alias[]> {
  const roots = sql`(SELECT owner.root_id FROM ${customers} AS owner JOIN ${pedidos} ON ${pedidos.customer_id} = owner.id
    WHERE ${pedidos.id} = ANY (${sql.param(orderIds)}::uuid[]))`;
  return selectAliases(
    database,
    sql`${orderAliases.customer_id} IN (SELECT part.id FROM ${customers} AS part WHERE part.root_id IN ${roots})`,
  );
}

async function selectAliases(database: Database, condition: SQL): Promise<Alias[]> {
  const rows = await database
    .select({
      id: orderAliases.id,
      words: orderAliases.words,
      product_id: orderAliases.product_id,
      product_name: products.title,
      unit: orderAliases.unit,
      created_at: orderAliases.created_at,
    })
    .from(orderAliases)
    .innerJoin(products, eq(products.id, orderAliases.product_id))
    .where(condition)
    .orderBy(sql`${orderAliases.created_at} DESC, ${orderAliases.id}`);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

export type LearnResult =
  | { ok: true; alias: Alias }
  | { ok: false; reason: "not-found" | "no-words" | "no-option" };

/** Stores what the customer calls a sale option, in place of what the same words meant before. */
export function learnAlias(
  database: Database,
  now: Date,
  customerId: string,
  { text, product_id, unit }: NewAlias,
): Promise<LearnResult> {
  return database.transaction(async (tx) => {
    const [customer] = await tx
      .select({ root_id: customers.root_id })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for("share");
    if (!customer) return { ok: false, reason: "not-found" };
    const { words } = aliasOf(text);
    if (words === "") return { ok: false, reason: "no-words" };
    if (!(await hasOption(tx, product_id, unit))) return { ok: false, reason: "no-option" };
    const isSame = and(eq(orderAliases.words, words), isOf(customerId));
    const value = { customer_id: customer.root_id, words, product_id, unit, created_at: now };
    await tx
      .delete(orderAliases)
      .where(and(isSame, ne(orderAliases.customer_id, customer.root_id)));
    await tx
      .insert(orderAliases)
      .values(value)
      .onConflictDoUpdate({
        target: [orderAliases.customer_id, orderAliases.words],
        set: { product_id, unit, created_at: now },
      });
    const [alias] = await selectAliases(tx, isSame as SQL);
    return alias ? { ok: true, alias } : { ok: false, reason: "not-found" };
  });
}

async function hasOption(tx: Database, id: string, unit: SaleUnit): Promise<boolean> {
  const [product] = await tx
    .select({ sale_options: products.sale_options })
    .from(products)
    .where(eq(products.id, id));
  return product?.sale_options.some((option) => option.unit === unit) ?? false;
}

/** False if the customer has no such alias. */
export async function deleteAlias(
  database: Database,
  customerId: string,
  id: string,
): Promise<boolean> {
  const deleted = await database
    .delete(orderAliases)
    .where(and(eq(orderAliases.id, id), isOf(customerId)))
    .returning({ id: orderAliases.id });
  return deleted.length > 0;
}
