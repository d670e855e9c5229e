import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  sql,
} from "drizzle-orm";
import { auditLogs } from "#app/domain/audit/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { inPieces } from "#app/platform/database/pieces.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { updateProducts } from "../import/batch.server.ts";
import { type SaleColumns, toSaleColumns } from "../import/import-plan.server.ts";
import { findMatching } from "../list/listing.server.ts";
import type { SaleOption } from "../options/sale-option-schema.ts";
import { priceSchedules, products } from "../table.ts";
import { listProductCosts } from "./costs.server.ts";
import type { Cost } from "./costs.ts";
import {
  changePrices,
  comparePrices,
  type PriceChange,
  type PriceChangeRequest,
  type PricedProduct,
  type PriceSchedule,
  type ReadProducts,
} from "./price-change.ts";

type Row = typeof products.$inferSelect;
type PriceColumns = Omit<SaleColumns, "specs">;
const priceColumns = ["sale_options"] as const;

/** A product whose prices change; with a version, only if it is still the current one. */
type RequestedProduct = { id: string; version?: number };

/** Products per transaction: about 50 ms on the embedded database, which answers other requests in between. */
const pieceSize = 100;

/** The result of a row, and of a changed one the options of now and what to store. */
type Planned = { result: PricedProduct; current?: SaleOption[]; save?: PriceColumns };

/**
 * Changes the prices of products, in pieces, or stores that they change later; with `dry_run` only shows them. A change that a crash
 * interrupted is completed by sending it again, because the changed products then have another version. `onError` gets an error
 * after the first piece; without it, it is thrown.
 */
export async function changeManyPrices(
  database: Database,
  author: Author,
  { products: selection, matching = {}, dry_run, apply_at, ...change }: PriceChangeRequest,
  onError?: OnError,
): Promise<PricedProduct[]> {
  const targets = selection ?? (await findMatching(database, matching));
  if (apply_at && !dry_run) {
    return runAsUser(database, author, async (tx) => {
      const planned = await planChange(tx, targets, change, new Set(await listScheduledIds(tx)));
      await schedulePrices(tx, author, { apply_at, change }, planned);
      return planned.map(({ result }) => result);
    });
  }
  const scheduled = new Set(apply_at && (await listScheduledIds(database)));
  if (dry_run) {
    return inPieces(targets, pieceSize, async (piece) => {
      const planned = await database.transaction((tx) => planChange(tx, piece, change, scheduled));
      return planned.map(({ result }) => result);
    });
  }
  return saveInPieces(database, author, targets, onError, (tx, piece) =>
    planChange(tx, piece, change, scheduled),
  );
}

type OnError = (error: unknown) => void;

/**
 * Saves what `plan` returns for each piece. When a later piece fails, what the earlier ones changed is returned nevertheless, since
 * undoing it needs their versions; the rest is rejected.
 */
async function saveInPieces<Requested extends RequestedProduct>(
  database: Database,
  author: Author,
  targets: readonly Requested[],
  onError: OnError | undefined,
  plan: (tx: Database, piece: Requested[]) => Promise<Planned[]>,
): Promise<PricedProduct[]> {
  const titles = await readTitles(database, targets);
  let isStopped = false;
  return inPieces(targets, pieceSize, async (piece, start) => {
    try {
      if (!isStopped) {
        return await runAsUser(database, author, async (tx) =>
          savePrices(tx, await plan(tx, piece)),
        );
      }
    } catch (error) {
      if (start === 0 || !onError) throw error;
      isStopped = true;
      onError(error);
    }
    return piece.map(({ id, version }) =>
      reject(
        { id, version, title: titles.get(id) ?? "" },
        "A mudança parou antes deste produto: confira o preço e tente de novo",
      ),
    );
  });
}

async function readTitles(database: Database, targets: readonly RequestedProduct[]) {
  const ids = targets.map(({ id }) => id);
  const rows = await database
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(inArray(products.id, sql`(SELECT unnest(${sql.param(ids)}::uuid[]))`));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

async function planChange(
  tx: Database,
  targets: readonly RequestedProduct[],
  change: PriceChange,
  scheduled: ReadonlySet<string>,
): Promise<Planned[]> {
  const costs = await readNeededCosts(tx, change, targets);
  return planRows(tx, targets, (row) =>
    scheduled.has(row.id)
      ? "O produto já tem um preço agendado: cancele-o antes"
      : toNewColumns(row, change, costs),
  );
}

type Costs = ReadonlyMap<string, Cost>;

/** The costs of the products, if the change is a margin. */
async function readNeededCosts(
  tx: Database,
  { margin }: PriceChange,
  rows: readonly { id: string }[],
): Promise<Costs> {
  if (margin === undefined) return new Map();
  const ids = rows.map(({ id }) => id);
  const costs = await listProductCosts(tx, ids);
  return new Map(costs.map(({ product_id, average_cost }) => [product_id, average_cost]));
}

function toNewColumns(row: Row, change: PriceChange, costs: Costs): PriceColumns | string {
  const changed = changePrices(row.sale_options, change, costs.get(row.id));
  return changed.ok
    ? toSaleColumns(row, row.category, { sale_options: changed.options })
    : changed.message;
}

async function listScheduledIds(tx: Database): Promise<string[]> {
  const rows = await tx
    .select({ products: priceSchedules.products })
    .from(priceSchedules)
    .where(isNull(priceSchedules.applied_at));
  return rows.flatMap(({ products }) => products.map(({ id }) => id));
}

type Plan = { apply_at: string; change: PriceChange };

async function schedulePrices(
  tx: Database,
  author: Author,
  { apply_at, change }: Plan,
  planned: readonly Planned[],
): Promise<void> {
  const products = planned.flatMap(({ result: { id, title }, current }) =>
    current ? [{ id, title, sale_options: current }] : [],
  );
  if (products.length === 0) return;
  const email = typeof author === "string" ? author : author.email;
  await tx
    .insert(priceSchedules)
    .values({ apply_at: new Date(apply_at), change, products, author: email });
}

/** Changes the prices whose moment has come, also a past one; each schedule in pieces, by who planned it. */
export async function applyScheduledPrices(database: Database, now: Date): Promise<void> {
  const due = await database
    .select({ id: priceSchedules.id, author: priceSchedules.author })
    .from(priceSchedules)
    .where(and(isNull(priceSchedules.applied_at), lte(priceSchedules.apply_at, now)))
    .orderBy(asc(priceSchedules.apply_at), asc(priceSchedules.id));
  for (const { id, author } of due) {
    while (await runAsUser(database, author, (tx) => applyPiece(tx, now, id))) await nextTurn();
  }
}

/**
 * Changes the next products of a schedule; false when none is left. Products whose prices are no longer those that were planned
 * for keep theirs.
 */
async function applyPiece(tx: Database, now: Date, id: string): Promise<boolean> {
  const { change, next_product, applied_at } = priceSchedules;
  const piece = sql<Schedule["products"]>`jsonb_path_query_array(${priceSchedules.products},
    '$[$first to $last]', jsonb_build_object('first', ${next_product}, 'last', ${next_product} + ${pieceSize - 1}))`;
  const [schedule] = await tx
    .select({ change, next_product, products: piece })
    .from(priceSchedules)
    .where(and(eq(priceSchedules.id, id), isNull(applied_at)))
    .for("update");
  if (!schedule) return false;
  const planned = await planSchedule(tx, schedule);
  await savePrices(tx, planned);
  const titles = new Map(schedule.products.map((product) => [product.id, product.title]));
  const skipped = planned.flatMap(({ result: { id, title, message } }) =>
    message ? [{ id, title: title || (titles.get(id) ?? ""), message }] : [],
  );
  const isLast = schedule.products.length < pieceSize;
  await tx
    .update(priceSchedules)
    .set({
      next_product: sql`${next_product} + ${pieceSize}`,
      skipped: sql`${priceSchedules.skipped} || ${JSON.stringify(skipped)}::jsonb`,
      ...(isLast && { applied_at: now }),
    })
    .where(eq(priceSchedules.id, id));
  return !isLast;
}

type Schedule = Pick<typeof priceSchedules.$inferSelect, "change" | "products">;

async function planSchedule(tx: Database, { change, products }: Schedule): Promise<Planned[]> {
  const before = new Map(products.map((product) => [product.id, product]));
  const costs = await readNeededCosts(tx, change, products);
  return planRows(tx, products, (row) =>
    isDeepStrictEqual(row.sale_options, before.get(row.id)?.sale_options)
      ? toNewColumns(row, change, costs)
      : "O preço mudou depois do agendamento",
  );
}

/** Pending schedules, the next one first, then those of the last days. */
export async function listPriceSchedules(database: Database): Promise<PriceSchedule[]> {
  const {
    products,
    change,
    created_at: _,
    next_product: __,
    ...columns
  } = getTableColumns(priceSchedules);
  const product_count = sql<number>`jsonb_array_length(${products})`;
  const rows = await database
    .select({ ...columns, change, product_count })
    .from(priceSchedules)
    .orderBy(sql`${columns.applied_at} DESC NULLS FIRST`, asc(columns.apply_at), asc(columns.id));
  return rows.map(({ change, apply_at, applied_at, ...row }) => ({
    ...row,
    ...change,
    apply_at: apply_at.toISOString(),
    applied_at: applied_at?.toISOString() ?? null,
  }));
}

/**
 * Cancels a pending schedule; false when there is no such one. After a part of it has changed, the rest is reported as skipped and
 * the schedule as applied.
 */
export function cancelPriceSchedule(database: Database, now: Date, id: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const isThis = eq(priceSchedules.id, id);
    const [schedule] = await tx
      .select()
      .from(priceSchedules)
      .where(and(isThis, isNull(priceSchedules.applied_at)))
      .for("update");
    if (!schedule) return false;
    const { next_product, products, skipped } = schedule;
    if (next_product === 0) {
      await tx.delete(priceSchedules).where(isThis);
      return true;
    }
    const message = "O agendamento foi cancelado antes";
    const cancelled = products.slice(next_product).map(({ id, title }) => ({ id, title, message }));
    await tx
      .update(priceSchedules)
      .set({ applied_at: now, skipped: skipped.concat(cancelled) })
      .where(isThis);
    return true;
  });
}

/** Deletes the report of an applied schedule; false when there is no such one. */
export async function deletePriceReport(database: Database, id: string): Promise<boolean> {
  const deleted = await database
    .delete(priceSchedules)
    .where(and(eq(priceSchedules.id, id), isNotNull(priceSchedules.applied_at)))
    .returning({ id: priceSchedules.id });
  return deleted.length > 0;
}

const maxReportDays = 30;

/** Deletes reports that the seller did not close. */
export async function expirePriceSchedules(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - maxReportDays * 86_400_000);
  await database.delete(priceSchedules).where(lt(priceSchedules.applied_at, oldest));
}

/**
 * Restores the prices before a change of the last ten minutes, of products that were not saved since. `onError` gets an error
 * after the first piece; without it, it is thrown.
 */
export function undoPriceChange(
  database: Database,
  now: Date,
  author: Author,
  changed: ReadProducts,
  onError?: OnError,
): Promise<PricedProduct[]> {
  return saveInPieces(database, author, changed, onError, async (tx, piece) => {
    const before = await readPricesBefore(tx, now, piece);
    return planRows(
      tx,
      piece,
      ({ id, version }) =>
        before.get(`${id} ${version}`) ??
        `Só se desfaz uma mudança de preços dos últimos ${undoMinutes} minutos`,
    );
  });
}

/** `plan` returns the new columns, or why the product does not change. */
async function planRows(
  tx: Database,
  targets: readonly RequestedProduct[],
  plan: (row: Row) => PriceColumns | string,
): Promise<Planned[]> {
  const ids = targets.map(({ id }) => id);
  // The rows are locked in the order of their ids, as other writers lock them, so that transactions wait instead of deadlocking.
  const stored = await tx
    .select()
    .from(products)
    .where(inArray(products.id, sql`(SELECT unnest(${sql.param(ids)}::uuid[]))`))
    .orderBy(asc(products.id))
    .for("update");
  const byId = new Map(stored.map((row) => [row.id, row]));
  return targets.map(({ id, version }) => {
    const row = byId.get(id);
    if (!row) return { result: reject({ id, version, title: "" }, "O produto foi excluído") };
    const planned =
      row.version === (version ?? row.version)
        ? plan(row)
        : "O produto mudou: confira os preços de novo";
    if (typeof planned === "string") return { result: reject(row, planned) };
    return compare(row, planned);
  });
}

type Rejected = { id: string; title: string; version?: number };

function reject({ id, title, version = 0 }: Rejected, message: string) {
  return { id, title, version, status: "rejected" as const, message, prices: [] };
}

function compare(row: Row, columns: PriceColumns): Planned {
  const { id, title, version } = row;
  const prices = comparePrices(row.sale_options, columns.sale_options);
  const isChanged = prices.some((price) => price.before !== price.after);
  const result = { id, title, version, prices };
  if (!isChanged) return { result: { ...result, status: "unchanged" } };
  const current = row.sale_options;
  return { result: { ...result, status: "changed" }, current, save: columns };
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

/** Returns whether nothing but the prices changed. */
function isPriceChange(old: Logged, saved: Logged): boolean {
  return Object.keys(saved).every(
    (name) =>
      changingColumns.has(name) || JSON.stringify(old[name]) === JSON.stringify(saved[name]),
  );
}
