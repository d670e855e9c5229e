import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import { products } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
import { chunksOf, insertProducts, updateProducts } from "./bulk.server.ts";
import type { ProductFile } from "./import-file.server.ts";
import { type Catalogue, importedColumns, type PlannedRow, planRow } from "./import-plan.server.ts";
import { slugColumn } from "./product-csv.ts";
import type { ImportProgress, ImportRow, SeenVersions } from "./product-import.ts";

type Report = (progress: ImportProgress) => void;

/** What an import of the file would do. */
export async function checkImport(
  database: Database,
  file: ProductFile,
  report: Report,
): Promise<ImportRow[]> {
  const planned = await planImport(database, file, undefined, report);
  return planned.map(toImportRow);
}

/** Attempts, when another writer takes a new slug or external id at the same moment. */
const maxAttempts = 3;

/**
 * Saves the rows of a file in one transaction, except those that are rejected: invalid ones, and products whose version
 * is not the one in `seen`.
 */
export async function importProducts(
  database: Database,
  author: Author,
  file: ProductFile,
  seen: SeenVersions | undefined,
  report: Report,
): Promise<ImportRow[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAsUser(database, author, async (tx) => {
        const planned = await planImport(tx, file, seen, report);
        await saveRows(tx, planned, report);
        return planned.map(toImportRow);
      });
    } catch (error) {
      if (attempt === maxAttempts || !violatedUnique(error)) throw error;
    }
  }
}

async function planImport(
  database: Database,
  { rows }: ProductFile,
  seen: SeenVersions | undefined,
  report: Report,
): Promise<PlannedRow[]> {
  const catalogue = await readCatalogue(database, rows, seen);
  const planned: PlannedRow[] = [];
  for (const chunk of chunksOf(rows)) {
    planned.push(...chunk.map((row) => planRow(row, catalogue)));
    report({ type: "progress", phase: "check", done: planned.length, total: rows.length });
    // Other requests are answered in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return planned;
}

/** The stored products of the file, locked until the transaction ends. */
async function readCatalogue(
  database: Database,
  rows: ProductFile["rows"],
  seen: SeenVersions | undefined,
): Promise<Catalogue> {
  const slugs = rows.map(({ cells }) => (cells.get(slugColumn) ?? "").trim());
  // In the order of their ids, as other writers lock them, so that transactions wait instead of deadlocking.
  const stored = await database
    .select()
    .from(products)
    .where(inArray(products.slug, sql`(SELECT unnest(${sql.param(slugs)}::text[]))`))
    .orderBy(asc(products.id))
    .for("update");
  const owners = await database
    .select({ slug: products.slug, external_id: products.external_id })
    .from(products)
    .where(sql`${products.external_id} IS NOT NULL`);
  return {
    stored: new Map(stored.map((row) => [row.slug, row])),
    ownerOf: new Map(owners.map(({ external_id, slug }) => [external_id ?? "", slug])),
    seen,
    rowOf: new Map(),
  };
}

async function saveRows(tx: Database, planned: readonly PlannedRow[], report: Report) {
  const saves = planned.flatMap(({ save }) => save ?? []);
  const changed = saves.flatMap(({ id, columns }) =>
    id === undefined ? [] : [{ id, ...columns }],
  );
  const created = saves.filter(({ id }) => id === undefined);
  let done = 0;
  const reportSaved = (count: number) => {
    done += count;
    report({ type: "progress", phase: "save", done, total: saves.length });
  };
  await updateProducts(tx, importedColumns, changed, reportSaved);
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${products.position}), -1)::int` })
    .from(products);
  const next = (last?.position ?? -1) + 1;
  const placed = created.map(({ columns }, index) => ({ ...columns, position: next + index }));
  await insertProducts(tx, [...importedColumns, "position"], placed, reportSaved);
}

function toImportRow({ save, ...row }: PlannedRow): ImportRow {
  return row;
}
