import { createContext, useContext } from "react";
import { describeProblem, type Problem } from "#app/client/api-request.ts";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { staleRow } from "#app/routes/admin/kit/editing/conflict.tsx";
import { productKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { maxBatchItems } from "#app/shared/limits.ts";
import type { CellColumn, CellProduct, CellValue } from "./cell-columns.ts";

/** `product` is the row that the new value is based on. */
export type CellChange = { product: CellProduct; column: CellColumn; value: CellValue };

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

export function cellKey({ id }: Pick<CellProduct, "id">, { field }: CellColumn): string {
  return `${id} ${field}`;
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
      if (product)
        saved.push(...cells.map((cell) => ({ ...cell, value: valueBefore(cell), product })));
      else if (
        current &&
        cells.every((cell) => cell.column.valueOf(current) === valueBefore(cell))
      ) {
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
  const now = cell.column.show(cell.column.valueOf(current));
  const message = now ? `Mudou em outro lugar para ${now}.` : "Foi apagado em outro lugar.";
  return { ...cell, product: current, message };
}

/** Returns the value that a change replaces. */
function valueBefore({ product, column }: CellChange): CellValue {
  return column.valueOf(product);
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
  const { id = "", version = 0, ...product } = cells[0]?.product ?? {};
  const fields: Record<string, unknown> = {};
  for (const { column, value } of cells) {
    // A cell of the food continues with the food that the cells before it have changed.
    Object.assign(fields, column.change(value, { ...product, ...fields }));
  }
  return { id, match: "id", version, ...fields };
}
