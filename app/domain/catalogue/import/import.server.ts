import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { and, asc, eq, lt, or, type SQLWrapper, sql } from "drizzle-orm";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import { inPieces } from "#app/platform/database/pieces.ts";
import { plainText } from "#app/shared/plain-text.ts";
import { slugify } from "#app/shared/slug.ts";
import { explainStock } from "../explain-stock.server.ts";
import { listCategories } from "../queries.server.ts";
import { categoryLabel } from "../rules.ts";
import { productImports, productSearch, products } from "../table.ts";
import { insertProducts, updateProducts } from "./batch.server.ts";
import { type ProductFile, readProductFile } from "./import-file.server.ts";
import {
  type Catalogue,
  cellText,
  externalIdOf,
  externalIdsOf,
  type IdentifiedRow,
  importedColumns,
  type PlannedRow,
  planRow,
} from "./import-plan.server.ts";
import { slugColumn, titleColumn } from "./product-csv.ts";
import type { ImportProgress, ImportRow, SeenVersions } from "./product-import.ts";

type Report = (progress: ImportProgress) => void;

/** Reports the changes that an import of the file would make. */
export async function checkImport(
  database: Database,
  file: ProductFile,
  report: Report,
): Promise<ImportRow[]> {
  const catalogue = await readCatalogue(database, file, undefined);
  const rows = await identifyRows(database, file, catalogue);
  return planPieces(rows, 0, "check", report, async (piece) => {
    const stored = await readStored(database, piece);
    return piece.map((row) => planRow(row, { ...catalogue, stored }));
  });
}

/**
 * Saves the rows of a file, except those that are rejected: invalid ones, and products whose version is not the one in
 * `seen`. Each transaction saves some rows, so that other requests of the embedded database run in between; the file is
 * stored first, and `continueImports` applies the rest after a crash.
 */
export async function importProducts(
  database: Database,
  author: Author,
  file: ProductFile,
  seen: SeenVersions | undefined,
  report: Report,
): Promise<ImportRow[]> {
  const email = typeof author === "string" ? author : author.email;
  const compressed = await promisify(gzip)(file.bytes);
  const [stored] = await database
    .insert(productImports)
    .values({
      author: email,
      file: compressed.toString("base64"),
      chosen_columns: file.chosen ?? null,
      seen: seen ?? null,
    })
    .returning({ id: productImports.id });
  if (!stored) throw new Error("an import was not stored");
  return applyFile(database, { id: stored.id, author, file, seen, nextRow: 0 }, report);
}

/** Continues imports that no process has continued for a time. Resolves with their number. */
export async function continueImports(database: Database, abandonedMs: number): Promise<number> {
  const abandoned = await database
    .select()
    .from(productImports)
    .where(
      lt(productImports.updated_at, sql`now() - ${abandonedMs}::int * interval '1 millisecond'`),
    );
  for (const { id, author, file: compressed, chosen_columns, seen, next_row } of abandoned) {
    const bytes = await promisify(gunzip)(Buffer.from(compressed, "base64"));
    const read = await readProductFile(bytes, chosen_columns ?? undefined);
    if (!read.ok) throw new Error(`the file of an import is unreadable: ${read.reason}`);
    const started = { id, author, file: read.file, seen: seen ?? undefined, nextRow: next_row };
    await applyFile(database, started, () => undefined);
  }
  return abandoned.length;
}

type Import = {
  id: string;
  author: Author;
  file: ProductFile;
  seen: SeenVersions | undefined;
  nextRow: number;
};

async function applyFile(database: Database, started: Import, report: Report) {
  const { author, file, seen, nextRow } = started;
  const catalogue = await readCatalogue(database, file, seen);
  const rows = await identifyRows(database, file, catalogue);
  for (const { slug, row } of rows.slice(0, nextRow)) catalogue.rowOf.set(slug, row);
  return planPieces(rows, nextRow, "save", report, (piece, start) =>
    retryTaken(() =>
      runAsUser(database, author, async (tx) => {
        await advance(tx, started, start, piece.length);
        const stored = await readStored(tx, piece);
        const planned = piece.map((row) => planRow(row, { ...catalogue, stored }));
        await saveRows(tx, planned);
        return planned;
      }),
    ),
  );
}

/** Rows per transaction: about 30 ms on the embedded database. */
const pieceSize = 50;

/** Plans the rows from `start` on in pieces. */
async function planPieces(
  rows: readonly IdentifiedRow[],
  start: number,
  phase: ImportProgress["phase"],
  report: Report,
  plan: (piece: IdentifiedRow[], start: number) => Promise<PlannedRow[]>,
): Promise<ImportRow[]> {
  const reportDone = (done: number) =>
    report({ type: "progress", phase, done, total: rows.length });
  reportDone(start);
  return inPieces(rows.slice(start), pieceSize, async (piece, at) => {
    const planned = await plan(piece, start + at);
    reportDone(start + at + planned.length);
    return planned.map(({ save, ...row }) => row);
  });
}

/** Attempts, when another writer takes a unique value at the same moment. */
const maxAttempts = 3;

export async function retryTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !violatedUnique(error)) throw error;
    }
  }
}

/** Stores that the rows are applied, in the transaction that applies them; the last ones end the import. */
async function advance(tx: Database, { id, file }: Import, start: number, count: number) {
  const isHere = and(eq(productImports.id, id), eq(productImports.next_row, start));
  const next_row = start + count;
  const advanced =
    next_row === file.rows.length
      ? await tx.delete(productImports).where(isHere).returning({ id: productImports.id })
      : await tx
          .update(productImports)
          .set({ next_row, updated_at: sql`now()` })
          .where(isHere)
          .returning({ id: productImports.id });
  if (advanced.length === 0) throw new Error("another process continues this import");
}

async function readCatalogue(
  database: Database,
  { rows }: ProductFile,
  seen: SeenVersions | undefined,
): Promise<Catalogue> {
  const ownerOf = new Map<string, string>();
  await forChunks(externalIdsOf(rows), async (ids) => {
    const owners = await database
      .select({ slug: products.slug, external_id: products.external_id })
      .from(products)
      .where(isOneOf(products.external_id, ids));
    for (const { external_id, slug } of owners) ownerOf.set(external_id ?? "", slug);
  });
  const categories = await listCategories(database);
  const slugOf = new Map(
    categories.flatMap(({ slug, ...category }) =>
      [category.name, categoryLabel(category), slug].map((one) => [slugify(one), slug]),
    ),
  );
  const findCategory = (name: string) => slugOf.get(slugify(name));
  return { stored: new Map(), ownerOf, seen, rowOf: new Map(), findCategory };
}

/**
 * The product of each row: by slug, else by external id, else the first one of this title that no other row has. A row
 * without any of them is a new product, with a slug of its title that is still free.
 */
async function identifyRows(
  database: Database,
  { rows }: ProductFile,
  { ownerOf }: Catalogue,
): Promise<IdentifiedRow[]> {
  const known = rows.map((row) => cellText(row, slugColumn) || ownerOf.get(externalIdOf(row)));
  const used = new Set(known);
  const titles = rows.flatMap((row, at) => (known[at] ? [] : cellText(row, titleColumn)));
  const { named, taken } = await readNamed(
    database,
    titles.filter((title) => title !== ""),
  );
  return rows.map((row, at) => {
    const title = cellText(row, titleColumn);
    const found =
      known[at] ?? named.get(plainText(title))?.find((candidate) => !used.has(candidate));
    const isTaken = (slug: string) => used.has(slug) || taken.has(slug);
    const slug = found || (title && findFreeSlug(title, isTaken));
    used.add(slug);
    return { ...row, slug, isNew: !found };
  });
}

/** The slugs of the products with these titles, by title and in their order, and those that begin like slugs of the titles. */
async function readNamed(database: Database, titles: readonly string[]) {
  const named = new Map<string, string[]>();
  const taken = new Set<string>();
  await forChunks(titles, async (some) => {
    const base = sql`regexp_replace(${products.slug}, '-[0-9]+$', '')`;
    const found = await database
      .select({ slug: products.slug, title: productSearch.title })
      .from(products)
      .innerJoin(productSearch, eq(productSearch.product_id, products.id))
      .where(
        or(
          isOneOf(productSearch.title, some.map(plainText)),
          isOneOf(products.slug, some.map(toSlug)),
          isOneOf(base, some.map(toSlug)),
        ),
      )
      .orderBy(asc(products.position), asc(products.created_at), asc(products.id));
    for (const { slug, title } of found) {
      if (taken.has(slug)) continue;
      taken.add(slug);
      named.set(title, [...(named.get(title) ?? []), slug]);
    }
  });
  return { named, taken };
}

const maxSlugLength = 190;

function toSlug(title: string): string {
  return slugify(title).slice(0, maxSlugLength) || "produto";
}

function findFreeSlug(title: string, isTaken: (slug: string) => boolean): string {
  const base = toSlug(title);
  let slug = base;
  for (let number = 2; isTaken(slug); number++) slug = `${base}-${number}`;
  return slug;
}

/** The stored products of the rows, locked until the transaction ends. */
async function readStored(database: Database, rows: readonly IdentifiedRow[]) {
  // The rows are locked in the order of their ids, as other writers lock them, so that transactions wait instead of deadlocking.
  const stored = await database
    .select()
    .from(products)
    .where(
      isOneOf(
        products.slug,
        rows.map(({ slug }) => slug),
      ),
    )
    .orderBy(asc(products.id))
    .for("update");
  return new Map(stored.map((row) => [row.slug, row]));
}

const valuesPerQuery = 1000;

async function forChunks(values: readonly string[], work: (some: string[]) => Promise<void>) {
  for (let start = 0; start < values.length; start += valuesPerQuery) {
    await work(values.slice(start, start + valuesPerQuery));
  }
}

function isOneOf(column: SQLWrapper, values: string[]) {
  return sql`${column} IN (SELECT unnest(${sql.param(values)}::text[]))`;
}

async function saveRows(tx: Database, planned: readonly PlannedRow[]) {
  await explainStock(tx, { reason: "importação" });
  const saves = planned.flatMap(({ save }) => save ?? []);
  const changed = saves.flatMap(({ id, columns }) =>
    id === undefined ? [] : [{ id, ...columns }],
  );
  await updateProducts(tx, importedColumns, changed);
  const created = saves.filter(({ id }) => id === undefined);
  if (created.length === 0) return;
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${products.position}), -1)::int` })
    .from(products);
  const next = (last?.position ?? -1) + 1;
  const placed = created.map(({ columns }, index) => ({ ...columns, position: next + index }));
  await insertProducts(tx, [...importedColumns, "position"], placed);
}
