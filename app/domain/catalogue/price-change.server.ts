import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { auditLogs } from "#app/domain/audit/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { updateProducts } from "./bulk.server.ts";
import { findMatching } from "./listing.server.ts";
import {
  changePrices,
  comparePrices,
  type PriceChangeRequest,
  type PricedProduct,
  type ReadProducts,
} from "./price-change.ts";
import { type SaleColumns, toSaleColumns } from "./sale-columns.server.ts";
import { products } from "./table.ts";

type Row = typeof products.$inferSelect;
type PriceColumns = Omit<SaleColumns, "specs">;
const priceColumns = ["sale_options"] as const;

/** The result of a row, and what to store of a changed one. */
type Planned = { result: PricedProduct; save?: PriceColumns };

/** Changes the prices of products in one transaction; with `dry_run` only shows them. */
export function changeManyPrices(
  database: Database,
  author: Author,
  { products: given, matching = {}, dry_run, ...change }: PriceChangeRequest,
): Promise<PricedProduct[]> {
  return runAsUser(database, author, async (tx) => {
    const read = given ?? (await findMatching(tx, matching));
    const planned = await planRows(tx, read, (row) => {
      const changed = changePrices(row.sale_options, change);
      return changed.ok ? toSaleColumns(row, { sale_options: changed.options }) : changed.message;
    });
    return dry_run ? planned.map(({ result }) => result) : savePrices(tx, planned);
  });
}

/** Restores the prices before a change of the last ten minutes, of products that were not saved since. */
export function undoPriceChange(
  database: Database,
  author: Author,
  now: Date,
  changed: ReadProducts,
): Promise<PricedProduct[]> {
  return runAsUser(database, author, async (tx) => {
    const before = await readPricesBefore(tx, now, changed);
    const planned = await planRows(
      tx,
      changed,
      ({ id, version }) =>
        before.get(`${id} ${version}`) ??
        `Só se desfaz uma mudança de preços dos últimos ${undoMinutes} minutos`,
    );
    return savePrices(tx, planned);
  });
}

/** `plan` returns the new columns, or why the product does not change. */
async function planRows(
  tx: Database,
  read: ReadProducts,
  plan: (row: Row) => PriceColumns | string,
): Promise<Planned[]> {
  const ids = read.map(({ id }) => id);
  // In the order of their ids, as other writers lock them, so that transactions wait instead of deadlocking.
  const stored = await tx
    .select()
    .from(products)
    .where(inArray(products.id, sql`(SELECT unnest(${sql.param(ids)}::uuid[]))`))
    .orderBy(asc(products.id))
    .for("update");
  const byId = new Map(stored.map((row) => [row.id, row]));
  return read.map(({ id, version }) => {
    const row = byId.get(id);
    if (!row) return { result: reject({ id, version, title: "" }, "O produto foi excluído") };
    const planned =
      row.version === version ? plan(row) : "O produto mudou: confira os preços de novo";
    if (typeof planned === "string") return { result: reject(row, planned) };
    return compare(row, planned);
  });
}

function reject({ id, title, version }: Pick<Row, "id" | "title" | "version">, message: string) {
  return { id, title, version, status: "rejected" as const, message, prices: [] };
}

function compare(row: Row, columns: PriceColumns): Planned {
  const { id, title, version } = row;
  const prices = comparePrices(row.sale_options, columns.sale_options);
  const isChanged = prices.some((price) => price.before !== price.after);
  const result = { id, title, version, prices };
  if (!isChanged) return { result: { ...result, status: "unchanged" } };
  return { result: { ...result, status: "changed" }, save: columns };
}

async function savePrices(tx: Database, planned: readonly Planned[]): Promise<PricedProduct[]> {
  const saves = planned.flatMap(({ result, save }) => (save ? [{ id: result.id, ...save }] : []));
  await updateProducts(tx, priceColumns, saves);
  return planned.map(({ result, save }) =>
    save ? { ...result, version: result.version + 1 } : result,
  );
}

/** The prices before each change, by id and version after it, from the audit log. */
async function readPricesBefore(tx: Database, now: Date, changed: ReadProducts) {
  const ids = changed.map(({ id }) => id);
  const entries = await tx
    .select({ old: auditLogs.old_data, new: auditLogs.new_data })
    .from(auditLogs)
    .where(
      and(
        eq(auditLogs.table_name, "products"),
        eq(auditLogs.operation, "UPDATE"),
        inArray(auditLogs.record_id, sql`(SELECT unnest(${sql.param(ids)}::text[]))`),
        gt(auditLogs.created_at, new Date(now.getTime() - undoMinutes * 60_000)),
      ),
    );
  return new Map(
    entries.flatMap(({ old, new: saved }) =>
      old && saved && isPriceChange(old, saved)
        ? [
            [
              `${saved.id} ${saved.version}`,
              { sale_options: old.sale_options } as PriceColumns,
            ] as const,
          ]
        : [],
    ),
  );
}

type Logged = Record<string, unknown>;
const changingColumns = new Set<string>([...priceColumns, "version", "updated_at"]);

/** Whether nothing but the prices changed. Rows of earlier versions, with a column `price`, cannot be restored. */
function isPriceChange(old: Logged, saved: Logged): boolean {
  if ("price" in old) return false;
  return Object.keys(saved).every(
    (name) =>
      changingColumns.has(name) || JSON.stringify(old[name]) === JSON.stringify(saved[name]),
  );
}
