import { asc, eq, inArray, max, sql } from "drizzle-orm";
import { explainStock } from "#app/domain/catalogue/explain-stock.server.ts";
import { type Cost, multiplyCost, toCost } from "#app/domain/catalogue/prices/costs.ts";
import { products } from "#app/domain/catalogue/table.ts";
import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { addQuantities, formatQuantity, toThousandths } from "#app/shared/units.ts";
import type { EntryReason } from "./rules.ts";
import { isUndoable } from "./rules.ts";
import type { EntryLine, EntryResult, StockEntry } from "./schema.ts";
import { lotMovements, stockLots, stockMovements, stockReceipts } from "./table.ts";

type Invalid = { ok: false; reason: "invalid"; errors: FieldError[] };
export type EntryOutcome = { ok: true; row: EntryResult } | Invalid;

/** Stores what was received, counted or lost; all lines or none. */
export function addStockEntry(
  database: Database,
  now: Date,
  author: Author,
  entry: StockEntry,
): Promise<EntryOutcome> {
  return runAsUser(database, author, (tx) => storeEntry(tx, now, entry));
}

/** `totalCost` takes the place of the cost of a unit. */
export type ReceivedLine = EntryLine & { totalCost?: Cost };
type ReceivedEntry = Omit<StockEntry, "lines"> & {
  lines: readonly ReceivedLine[];
  /** The access key of the NF-e that the goods came with. */
  invoice?: string;
};

/** The same in the transaction of a user. Without success nothing was written. */
export async function storeEntry(
  tx: Database,
  now: Date,
  { lines, ...entry }: ReceivedEntry,
): Promise<EntryOutcome> {
  const { reason } = entry;
  const state = await lockStock(tx, lines);
  const planned = lines.map((line) => planLine(state, reason, line, dayOf(now)));
  const errors = planned.flatMap((line, index) =>
    "message" in line ? [{ field: `lines.${index}.${line.field}`, message: line.message }] : [],
  );
  if (errors.length > 0) return { ok: false, reason: "invalid", errors };
  const items: EntryResult["items"] = [];
  for (const line of planned) {
    if ("message" in line) continue;
    items.push(await storeLine(tx, entry, line));
  }
  return { ok: true, row: { items } };
}

type LockedProduct = Pick<typeof products.$inferSelect, "id" | "title" | "stock" | "sale_options">;
/** Balances as they are after the lines before. */
type State = { products: Map<string, LockedProduct>; lots: Map<string, number> };

/** Locks products in the order of their ids, as every transaction does. */
async function lockStock(tx: Database, lines: readonly EntryLine[]): Promise<State> {
  const ids = [...new Set(lines.map(({ product_id }) => product_id))];
  const { id, title, stock, sale_options } = products;
  const rows = await tx
    .select({ id, title, stock, sale_options })
    .from(products)
    .where(inArray(id, ids))
    .orderBy(asc(id))
    .for("update");
  const lots = await tx.select().from(stockLots).where(inArray(stockLots.product_id, ids));
  return {
    products: new Map(rows.map((row) => [row.id, row])),
    lots: new Map(lots.map((lot) => [lotKey({ ...lot, lot: lot.code }), lot.balance])),
  };
}

function lotKey({ product_id, lot, expires_on }: Omit<EntryLine, "quantity">): string {
  return JSON.stringify([product_id, lot ?? null, expires_on ?? null]);
}

const maxStock = 1_000_000_000;
/** The highest cost of one line that the column allows. */
const maxCost: Cost = 1_000_000_000_000_000;

type PlannedLine = { line: ReceivedLine; product: LockedProduct; moved: number; stock: number };

/** The difference that a line makes, in main units. */
function planLine(
  { products: locked, lots }: State,
  reason: EntryReason,
  line: ReceivedLine,
  today: string,
): PlannedLine | FieldError {
  const product = locked.get(line.product_id);
  if (!product) return { field: "product_id", message: "Este produto não existe mais." };
  const [main] = product.sale_options;
  const option = product.sale_options.find(({ unit }) => unit === (line.unit ?? main?.unit));
  if (!option) return { field: "unit", message: "O produto não é vendido nesta unidade." };
  const quantity = (toThousandths(line.quantity) * option.contains) / 1000;
  if (main?.unit !== "kg" && !Number.isInteger(quantity)) {
    return { field: "quantity", message: "Use um número inteiro." };
  }
  if ((costOf(line) ?? 0) > maxCost) {
    return { field: "cost", message: "O custo passaria do limite." };
  }
  const key = lotKey(line);
  const held = hasLot(line) ? lots.get(key) : product.stock;
  const error = findLineError(reason, line, { quantity, held, today });
  if (error) return error;
  const moved = addQuantities(
    reason === "perda" ? -quantity : quantity,
    reason === "contagem" ? -(held ?? 0) : 0,
  );
  const stock = addQuantities(product.stock, moved);
  if (stock > maxStock) return { field: "quantity", message: "O estoque passaria do limite." };
  locked.set(product.id, { ...product, stock });
  if (hasLot(line)) lots.set(key, addQuantities(held ?? 0, moved));
  return { line, product, moved, stock };
}

function hasLot({ lot, expires_on }: EntryLine): boolean {
  return Boolean(lot ?? expires_on);
}

function findLineError(
  reason: EntryReason,
  line: EntryLine,
  { quantity, held, today }: { quantity: number; held: number | undefined; today: string },
): FieldError | undefined {
  if (reason === "entrada" && line.expires_on && line.expires_on < today) {
    return { field: "expires_on", message: "Esta validade já passou: confira a data." };
  }
  if (reason !== "perda") return undefined;
  if (held === undefined) return { field: "lot", message: "O produto não tem este lote." };
  if (quantity <= held) return undefined;
  const where = hasLot(line) ? "O lote" : "O estoque";
  return { field: "quantity", message: `${where} tem ${formatQuantity(Math.max(0, held))}.` };
}

async function storeLine(
  tx: Database,
  { reason, supplier, invoice }: Omit<ReceivedEntry, "lines">,
  { line, product, moved, stock }: PlannedLine,
): Promise<EntryResult["items"][number]> {
  const { id, title } = product;
  const lot = hasLot(line) ? await findOrCreateLot(tx, line) : undefined;
  const done = { product_id: id, title, quantity: moved, stock, lot_id: lot ?? null };
  if (moved === 0) return { ...done, movement_id: null };
  await explainStock(tx, { reason, note: line.note ?? "", lot });
  await tx.update(products).set({ stock }).where(eq(products.id, id));
  const [movement] = await tx
    .select({ id: max(stockMovements.id) })
    .from(stockMovements)
    .where(eq(stockMovements.product_id, id));
  if (!movement?.id) throw new Error("a change of the stock is a movement");
  const cost = costOf(line);
  if (cost !== undefined || supplier) {
    await tx
      .insert(stockReceipts)
      .values({ movement_id: movement.id, product_id: id, supplier, cost, invoice });
  }
  return { ...done, movement_id: movement.id };
}

/** The cost of the whole line. */
function costOf({ cost, quantity, totalCost }: ReceivedLine): Cost | undefined {
  if (totalCost !== undefined) return totalCost;
  return cost === undefined ? undefined : multiplyCost(toCost(cost), quantity);
}

type UndoOutcome = { ok: true } | { ok: false; reason: "not-found" } | Invalid;

/** Reverses an entry, count or loss of the last minutes by one movement. */
export function undoStockMovement(
  database: Database,
  now: Date,
  author: Author,
  id: number,
): Promise<UndoOutcome> {
  return runAsUser(database, author, async (tx) => {
    const [found] = await tx.select().from(stockMovements).where(eq(stockMovements.id, id));
    if (!found) return { ok: false, reason: "not-found" };
    const [product] = await tx
      .select({ stock: products.stock })
      .from(products)
      .where(eq(products.id, found.product_id))
      .for("update");
    if (!product) return rejectUndo("O produto deste movimento foi excluído.");
    const message = await findUndoError(tx, now, found, product);
    if (message) return rejectUndo(message);
    await explainStock(tx, { reason: "ajuste", note: `Desfaz: ${found.reason}`, undoes: id });
    const stock = addQuantities(product.stock, -found.quantity);
    await tx.update(products).set({ stock }).where(eq(products.id, found.product_id));
    return { ok: true };
  });
}

function rejectUndo(message: string): Invalid {
  return { ok: false, reason: "invalid", errors: [{ field: "movement_id", message }] };
}

async function findUndoError(
  tx: Database,
  now: Date,
  { id, reason, quantity, created_at: at }: typeof stockMovements.$inferSelect,
  { stock }: { stock: number },
): Promise<string | undefined> {
  const movement = { reason, created_at: at.toISOString(), is_undone: false };
  if (!isUndoable(movement, now.getTime())) {
    return `Só se desfaz uma entrada, contagem ou perda dos últimos ${undoMinutes} minutos.`;
  }
  if ((await tx.$count(stockMovements, eq(stockMovements.undoes, id))) > 0)
    return "Já foi desfeito.";
  const lots = await tx
    .select({ balance: stockLots.balance, quantity: lotMovements.quantity })
    .from(lotMovements)
    .innerJoin(stockLots, eq(stockLots.id, lotMovements.lot_id))
    .where(eq(lotMovements.movement_id, id));
  const isGone =
    lots.some((lot) => lot.balance < lot.quantity) || (quantity > 0 && stock < quantity);
  return isGone ? "Parte da mercadoria já saiu: corrija com uma contagem." : undefined;
}

async function findOrCreateLot(
  tx: Database,
  { product_id, lot = null, expires_on = null }: EntryLine,
): Promise<string> {
  const values = { product_id, code: lot, expires_on };
  await tx.insert(stockLots).values(values).onConflictDoNothing();
  const [row] = await tx
    .select({ id: stockLots.id })
    .from(stockLots)
    .where(
      sql`(${stockLots.product_id}, ${stockLots.code}, ${stockLots.expires_on})
        IS NOT DISTINCT FROM (${product_id}::uuid, ${lot}::text, ${expires_on}::date)`,
    );
  if (!row) throw new Error("a lot was inserted or existed");
  return row.id;
}
