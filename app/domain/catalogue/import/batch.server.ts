import { asc, eq, inArray, or, sql } from "drizzle-orm";
import { changedFields } from "#app/domain/kernel/editing/differences.ts";
import { kilosSchema, type SaveRejection } from "#app/domain/kernel/editing/schema.ts";
import {
  appendResults,
  claimKey,
  type KeyedRequest,
  type KeyReused,
} from "#app/domain/kernel/idempotency.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { inPieces } from "#app/platform/database/pieces.ts";
import { z } from "#app/shared/zod.ts";
import { changeProduct, createProduct, deleteProduct } from "../commands.server.ts";
import { findMatching } from "../list/listing.server.ts";
import type { SelectionAction } from "../list/selection.ts";
import { toProduct } from "../queries.server.ts";
import {
  extendProductPatch,
  newProductSchema,
  type Product,
  type ProductChanges,
} from "../schema.ts";
import { products } from "../table.ts";

const deltaError = "Informe um número com até três casas decimais.";
const maxDelta = 1_000_000_000;
const matchedFields = ["id", "external_id", "slug"] as const;
export type MatchedField = (typeof matchedFields)[number];

/** One product of a batch: which one, and its fields. */
export const batchItemSchema = extendProductPatch({
  id: z.guid({ error: "Identificador inválido." }).toLowerCase().optional(),
  match: z.enum(matchedFields, { error: "Use id, external_id ou slug." }).optional().meta({
    description:
      "O campo que acha o produto; se não informado, o primeiro presente de `id`, `external_id` e `slug`.",
  }),
  overwrite: z
    .literal(true, { error: "Use true." })
    .optional()
    .meta({ description: "Grava `price` e `stock` sem `version`." }),
  stock_delta: kilosSchema(deltaError)
    .min(-maxDelta, { error: deltaError })
    .max(maxDelta, { error: deltaError })
    .optional()
    .meta({ description: "Soma ao estoque, sem `version`.", examples: [-2] }),
}).superRefine((item, context) => {
  if (!item[matchedFieldOf(item)]) {
    context.addIssue({
      code: "custom",
      path: [matchedFieldOf(item)],
      message: "Informe id, external_id ou slug.",
    });
  }
  if (item.stock !== undefined && item.stock_delta !== undefined) {
    context.addIssue({
      code: "custom",
      path: ["stock_delta"],
      message: "Informe stock ou stock_delta, não os dois.",
    });
  }
});
type BatchItem = z.output<typeof batchItemSchema>;

function matchedFieldOf(
  item: {
    [F in MatchedField | "match"]?: string | null | undefined;
  },
): MatchedField {
  const { match } = item;
  const named = matchedFields.find((field) => field === match);
  return named ?? matchedFields.find((field) => item[field]) ?? "slug";
}

export const batchOutcomes = ["created", "updated", "unchanged"] as const;

/** The result of one item, in the order of the request. */
export type BatchResult =
  | { ok: true; outcome: (typeof batchOutcomes)[number]; row: Product }
  | SaveRejection<Product>;

/** An item that failed its schema is reported in its place. */
export type BatchEntry = BatchItem | Extract<BatchResult, { reason: "invalid" }>;

/** Items per transaction: other requests of the embedded database run in between. */
const chunkSize = 25;
const batchLockId = 7_062_020;

/**
 * Creates and changes products, each item with its own result. A repeated request with the same key continues after the
 * last stored item, so that a batch interrupted by a crash applies each item once.
 */
export async function saveProducts(
  database: Database,
  author: Author,
  entries: readonly BatchEntry[],
  request?: KeyedRequest,
): Promise<{ ok: true; results: BatchResult[] } | KeyReused> {
  const results: BatchResult[] = [];
  while (results.length < entries.length) {
    const chunk = await runAsUser(database, author, async (tx) => {
      const claim = request && (await claimKey<BatchResult>(tx, request));
      if (claim && !claim.ok) return claim;
      const done = claim ? claim.results : results;
      const next = await saveChunk(tx, author, entries.slice(done.length, done.length + chunkSize));
      if (request) await appendResults(tx, request, next);
      return { ok: true, results: [...done, ...next] } as const;
    });
    if (!chunk.ok) return chunk;
    results.splice(0, results.length, ...chunk.results);
  }
  return { ok: true, results };
}

async function saveChunk(
  tx: Database,
  author: Author,
  entries: readonly BatchEntry[],
): Promise<BatchResult[]> {
  await lockProducts(tx, entries);
  const results: BatchResult[] = [];
  for (const entry of entries) {
    results.push("ok" in entry ? entry : await saveItem(tx, author, entry));
  }
  return results;
}

/** One batch at a time, and its rows in the order of their ids, so that transactions wait instead of deadlocking. */
async function lockProducts(tx: Database, entries: readonly BatchEntry[]): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${batchLockId})`);
  const valuesOf = (field: "id" | "external_id" | "slug") =>
    entries.flatMap((entry) => ("ok" in entry ? [] : (entry[field] ?? [])));
  await tx
    .select({ id: products.id })
    .from(products)
    .where(
      or(
        inArray(products.id, valuesOf("id")),
        inArray(products.external_id, valuesOf("external_id")),
        inArray(products.slug, valuesOf("slug")),
      ),
    )
    .orderBy(asc(products.id))
    .for("update");
}

async function saveItem(tx: Database, author: Author, item: BatchItem): Promise<BatchResult> {
  const field = matchedFieldOf(item);
  const [row] = await tx
    .select()
    .from(products)
    .where(eq(products[field], item[field] ?? ""))
    .for("update");
  if (row) return changeItem(tx, author, toProduct(row), item);
  if (field === "id") return { ok: false, reason: "not-found" };
  return createItem(tx, author, item);
}

async function createItem(tx: Database, author: Author, item: BatchItem): Promise<BatchResult> {
  const { id, match, overwrite, stock_delta, version, position, ...fields } = item;
  const product = newProductSchema.safeParse({
    ...fields,
    ...(stock_delta !== undefined && { stock: stock_delta }),
  });
  if (!product.success) {
    return invalid(
      ...product.error.issues.map(({ path, message }) => ({ field: path.join("."), message })),
    );
  }
  const created = await createProduct(tx, author, product.data);
  return created.ok ? { ...created, outcome: "created" } : created;
}

const missingVersion = {
  field: "version",
  message: "Informe a versão que você leu; sem ela, só price e stock, com overwrite: true.",
};

async function changeItem(
  tx: Database,
  author: Author,
  stored: Product,
  item: BatchItem,
): Promise<BatchResult> {
  const { id, match, overwrite, stock_delta, version, ...fields } = item;
  const changes: Omit<ProductChanges, "version"> = changedFields(fields, stored);
  const isOverwritten = (name: string) => overwrite && (name === "price" || name === "stock");
  const needsVersion = Object.keys(changes).some((name) => !isOverwritten(name));
  if (needsVersion && version === undefined) return invalid(missingVersion);
  if (needsVersion && version !== stored.version) {
    return { ok: false, reason: "stale", current: stored };
  }
  if (stock_delta) changes.stock = stored.stock + stock_delta;
  const error = stock_delta && findDeltaError(stored.stock, stock_delta);
  if (error) return invalid({ field: "stock_delta", message: error });
  if (Object.keys(changes).length === 0) return { ok: true, outcome: "unchanged", row: stored };
  const reason = stock_delta ? (stock_delta > 0 ? "entrada" : "ajuste") : "contagem";
  const complete = { ...changes, version: stored.version };
  const changed = await changeProduct(tx, author, stored.id, complete, reason);
  return changed.ok ? { ...changed, outcome: "updated" } : changed;
}

const maxStoredStock = 2_000_000_000;

/** Only orders make a stock negative; a delivery to a negative one need not reach 0. */
function findDeltaError(stock: number, delta: number): string | undefined {
  const after = stock + delta;
  if (Math.abs(after) > maxStoredStock) return "O estoque passaria do limite.";
  if (delta > 0 || after >= 0) return undefined;
  return `O estoque ficaria negativo: tem ${stock}, e saem ${-delta}.`;
}

function invalid(...errors: { field: string; message: string }[]): BatchResult {
  return { ok: false, reason: "invalid", errors };
}

const changes: Record<
  Exclude<SelectionAction["action"], "delete">,
  Pick<ProductChanges, "visible" | "stock">
> = {
  show: { visible: true },
  hide: { visible: false },
  sold_out: { stock: 0 },
};

/** Products per transaction: other requests of the embedded database run in between. */
const pieceSize = 25;

/** Applies the action to each product, also to what was saved meanwhile. Resolves with how many it found. */
export async function changeSelection(
  database: Database,
  author: Author,
  { action, ids, matching }: SelectionAction,
): Promise<number> {
  const chosen = ids ?? (await findMatching(database, matching ?? {})).map(({ id }) => id);
  const changed = await inPieces(chosen, pieceSize, (piece) =>
    runAsUser(database, author, async (tx) => {
      const rows = await tx
        .select({ id: products.id, version: products.version })
        .from(products)
        .where(inArray(products.id, piece))
        .orderBy(asc(products.id))
        .for("update");
      for (const row of rows) await act(tx, author, row, action);
      return rows;
    }),
  );
  return changed.length;
}

async function act(
  tx: Database,
  author: Author,
  { id, version }: { id: string; version: number },
  action: SelectionAction["action"],
): Promise<void> {
  if (action === "delete") {
    await deleteProduct(tx, author, id);
    return;
  }
  const changed = await changeProduct(tx, author, id, { ...changes[action], version });
  if (!changed.ok) throw new Error(`a locked product was not changed: ${changed.reason}`);
}

type Row = typeof products.$inferSelect;
type Changes<Column extends keyof Row> = { id: string } & Pick<Row, Column>;

/** Rows per statement. */
const rowsPerStatement = 200;

/** Writes these columns of many products, within the caller's transaction. */
export async function updateProducts<Column extends keyof Row>(
  transaction: Database,
  columns: readonly Column[],
  rows: readonly Changes<Column>[],
): Promise<void> {
  const assignments = columns.map((column) => {
    const name = sql.identifier(column);
    return sql`${name} = given.${name}`;
  });
  for (const chunk of chunksOf(rows)) {
    await transaction.execute(sql`
      UPDATE ${products} AS stored SET ${sql.join(assignments, sql`, `)}
      FROM jsonb_populate_recordset(NULL::products, ${JSON.stringify(chunk)}::jsonb) AS given
      WHERE stored.id = given.id`);
  }
}

/** Inserts products with these columns, within the caller's transaction. */
export async function insertProducts<Column extends keyof Row>(
  transaction: Database,
  columns: readonly Column[],
  rows: readonly Pick<Row, Column>[],
): Promise<void> {
  const names = sql.join(columns.map(sql.identifier), sql`, `);
  for (const chunk of chunksOf(rows)) {
    // Half the time of one parameter per value.
    await transaction.execute(sql`
      INSERT INTO ${products} (${names}) SELECT ${names}
      FROM jsonb_populate_recordset(NULL::products, ${JSON.stringify(chunk)}::jsonb)`);
  }
}

function* chunksOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += rowsPerStatement) {
    yield items.slice(start, start + rowsPerStatement);
  }
}
