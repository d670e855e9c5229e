import { createContext, useContext } from "react";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { staleRow } from "#app/routes/admin/kit/editing/conflict.tsx";
import { productKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import {
  callApi,
  describeProblem,
  type Problem,
  showProblem,
} from "#app/routes/admin/kit/session/call-api.ts";
import { maxBatchItems } from "#app/shared/limits.ts";
import { formatMoney, parseTypedNumber } from "#app/shared/money.ts";
import { formatTypedAmount, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { formatQuantity } from "#app/shared/units.ts";

/** The numbers that lists change in place: one in its cell, or many in the sheet of products. */
export type CellField = "price" | "stock";

/** A product, or the part of it that a list shows. */
export type CellProduct = Pick<Product, "id" | "title" | "version" | "stock"> & { price?: number };

/** `product` is the row that the new value is based on. */
export type CellChange = { product: CellProduct; field: CellField; value: number };

/** A change that was not saved, with the row to base the next attempt on. */
export type CellRejection = CellChange & { message: string };

export type Sheet = {
  changes: ReadonlyMap<string, CellChange>;
  /** The messages of the cells that were not saved. */
  rejected: ReadonlyMap<string, string>;
  selected: ReadonlySet<string>;
  put: (changes: readonly CellChange[]) => void;
};

/** The sheet around a cell; without one, a changed cell is saved at once. */
export const SheetContext = createContext<Sheet | undefined>(undefined);

export function useSheet(): Sheet | undefined {
  return useContext(SheetContext);
}

export function cellKey({ id }: Pick<CellProduct, "id">, field: CellField): string {
  return `${id} ${field}`;
}

export function typedText(field: CellField, value: number): string {
  return field === "price" ? formatTypedAmount(value) : formatQuantity(value);
}

export function shownText(field: CellField, value: number): string {
  return field === "price" ? formatMoney(value) : formatQuantity(value);
}

/** The typed number, or the spec's message. A stock may already be below zero, but is not typed so. */
export function readCell(field: CellField, text: string): { value: number } | { error: string } {
  const value = field === "price" ? parseTypedAmount(text) : parseTypedNumber(text);
  if (Number.isNaN(value)) return { error: "Digite um número." };
  if (field === "price") return value < 0 ? { error: "Preço deve ser maior que 0" } : { value };
  const isQuantity = value >= 0 && Math.round(value * 1000) / 1000 === value;
  return isQuantity ? { value } : { error: "Estoque deve ser maior ou igual a 0" };
}

type BatchAnswer = { items: { index: number; product?: Product; problem?: Problem }[] };

type Done = { title: string; undoable: boolean };
type Refetch = () => Promise<unknown>;

/**
 * Saves cells through the batch of products and offers to undo it. A row that was saved elsewhere meanwhile is saved over if
 * the cell's own value is unchanged; the others are returned.
 */
export async function saveCells(
  changes: readonly CellChange[],
  refetch: Refetch,
  done: Done = { title: productKind.updated, undoable: true },
): Promise<CellRejection[]> {
  const rejected: CellRejection[] = [];
  const saved: CellChange[] = [];
  let waiting = byProduct(changes);
  while (waiting.length > 0) {
    const results = await sendCells(waiting.slice(0, maxBatchItems));
    waiting = waiting.slice(maxBatchItems);
    for (const { cells, product, problem } of results) {
      const current = problem && staleRow<Product>(problem);
      if (product) saved.push(...cells.map((cell) => ({ ...cell, value: baseOf(cell), product })));
      else if (current && cells.every((cell) => current[cell.field] === baseOf(cell))) {
        waiting.push(cells.map((cell) => ({ ...cell, product: current })));
      } else if (problem) rejected.push(...cells.map((cell) => reject(cell, problem, current)));
    }
  }
  await refetch();
  if (saved.length > 0) showSaved(saved, refetch, done);
  return rejected;
}

type CellResult = { cells: CellChange[]; product?: Product; problem?: Problem };

/** One result per product. */
async function sendCells(part: CellChange[][]): Promise<CellResult[]> {
  const items = part.map(toItem);
  const answer = await callApi<BatchAnswer>("POST", `${productKind.path}/batch`, { items });
  if (answer.ok) return answer.data.items.map((one) => ({ ...one, cells: part[one.index] ?? [] }));
  const { problem } = answer;
  showProblem(productKind.updateFailed, problem);
  return part.map((cells) => ({ cells, problem }));
}

/** `saved` holds the values of before. */
function showSaved(
  saved: readonly CellChange[],
  refetch: Refetch,
  { title, undoable }: Done,
): void {
  const count = new Set(saved.map(({ product }) => product.id)).size;
  const undo = async () => {
    const rejected = await saveCells(saved, refetch, { title: "Desfeito", undoable: false });
    if (rejected.length === 0) return;
    const [{ product, message }] = rejected as [CellRejection];
    toast({
      title: "Não foi possível desfazer",
      description: `${product.title}: ${message}`,
      variant: "destructive",
    });
  };
  toast({
    title,
    ...(count > 1 && { description: `${count} produtos` }),
    ...(undoable && { undo: () => void undo() }),
  });
}

function reject(cell: CellChange, problem: Problem, current?: Product): CellRejection {
  if (!current) return { ...cell, message: describeProblem(problem) };
  const now = shownText(cell.field, current[cell.field]);
  return { ...cell, product: current, message: `Mudou em outro lugar para ${now}.` };
}

/** What is replaced. */
function baseOf({ product, field }: CellChange): number {
  return product[field] ?? 0;
}

function byProduct(changes: readonly CellChange[]): CellChange[][] {
  const groups = new Map<string, CellChange[]>();
  for (const change of changes) {
    const group = groups.get(change.product.id);
    if (group) group.push(change);
    else groups.set(change.product.id, [change]);
  }
  return [...groups.values()];
}

function toItem(cells: readonly CellChange[]) {
  const { id = "", version = 0 } = cells[0]?.product ?? {};
  const values = Object.fromEntries(cells.map(({ field, value }) => [field, value]));
  return { id, match: "id", version, ...values };
}
