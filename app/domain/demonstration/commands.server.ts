import { getTableColumns, notInArray, sql } from "drizzle-orm";
import { explainStock } from "#app/domain/catalogue/explain-stock.server.ts";
import { priceTables } from "#app/domain/catalogue/price-tables/table.ts";
import {
  categories,
  initialCategories,
  priceSchedules,
  products,
} from "#app/domain/catalogue/table.ts";
import { unopenedShop } from "#app/domain/company/commands.server.ts";
import { settings } from "#app/domain/company/table.ts";
import { customers } from "#app/domain/customers/table.ts";
import { deliveryRoutes, helperLinks } from "#app/domain/day/table.ts";
import { deliveryExceptions, deliveryZones } from "#app/domain/delivery/table.ts";
import { idempotencyKeys } from "#app/domain/kernel/table.ts";
import { receipts } from "#app/domain/orders/payments/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { members } from "#app/domain/people/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { orderSeries } from "#app/domain/series/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";

/** Tables of which nothing stays, each before those that it refers to. */
const demoTables = [
  pedidos,
  receipts,
  customers,
  priceTables,
  deliveryRoutes,
  helperLinks,
  deliveryZones,
  deliveryExceptions,
  products,
  recipes,
];

/** Columns of the settings that an emptied shop keeps. */
const keptSettings = ["id", "single_row", "version", "created_at", "updated_at"];

/**
 * Replaces the demonstration shop by an empty one that is not open yet; false for any other shop. The account, its devices and
 * connections to other systems stay, and so does the audit log, in which each deletion is an entry. Members with an address that
 * cannot exist are the demonstration's; those whom the administrator has invited stay.
 */
export function emptyDemo(database: Database, author: Author): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    // The tables are locked in the order of all locks. This waits for transactions that have locked a row; an order that comes later is
    // rejected, since the shop is not open then.
    await tx.execute(
      sql`LOCK TABLE ${idempotencyKeys}, ${priceSchedules} IN ACCESS EXCLUSIVE MODE`,
    );
    await tx.execute(sql`LOCK TABLE ${customers}, ${orderSeries} IN EXCLUSIVE MODE`);
    const [current] = await tx.select({ stage: settings.stage }).from(settings).for("update");
    if (current?.stage !== "demo") return false;
    await tx.execute(
      sql`LOCK TABLE ${pedidos}, ${products}, ${recipes}, ${categories} IN EXCLUSIVE MODE`,
    );
    await explainStock(tx, { reason: "ajuste", note: "Loja esvaziada" });
    for (const table of demoTables) await tx.delete(table);
    await tx.delete(members).where(sql`${members.email} LIKE '%.example'`);
    const kept = initialCategories.map(({ slug }) => slug);
    await tx.delete(categories).where(notInArray(categories.slug, kept));
    for (const { slug, ...category } of initialCategories) {
      await tx
        .update(categories)
        .set({ ...resetColumns(categories, ["id", "slug", ...keptSettings]), ...category })
        .where(sql`${categories.slug} = ${slug}`);
    }
    await tx.update(settings).set({ ...resetColumns(settings, keptSettings), ...unopenedShop });
    // Orders count from the first number again; movements and sums are those of deleted rows.
    await tx.execute(
      sql`TRUNCATE stock_movements, stock_receipts, supplier_invoices, lot_movements, stock_lots, sales_sums, sales_stale,
        price_schedules, idempotency_keys`,
    );
    await tx.execute(
      sql`SELECT setval(pg_get_serial_sequence('pedidos', 'numero_pedido'), 1001, false)`,
    );
    return true;
  });
}

/** Sets the other columns to their defaults. */
function resetColumns(table: typeof settings | typeof categories, kept: readonly string[]) {
  const names = Object.keys(getTableColumns(table)).filter((name) => !kept.includes(name));
  return Object.fromEntries(names.map((name) => [name, sql`DEFAULT`]));
}
