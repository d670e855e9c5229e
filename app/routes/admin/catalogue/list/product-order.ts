import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Answer, noAnswer } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { MovedProduct, Product, ProductMove } from "#app/domain/catalogue/schema.ts";
import { productKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { moveItem } from "#app/routes/admin/kit/editing/row-list.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";

type Move = { id: string; to: ProductMove };

/** The loaded products in their order: changed optimistically, saved one move after another. */
export function useProductOrder(products: readonly Product[]) {
  const [wanted, setWanted] = useState<readonly string[]>();
  const ordered = useMemo(
    () => (wanted ? inOrder(products, wanted) : products),
    [products, wanted],
  );
  const latest = useRef(ordered);
  useEffect(() => {
    latest.current = ordered;
  });
  const save = useMoveSaving(useCallback(() => setWanted(undefined), []));
  const move = useCallback(
    (moved: string, target: string) => {
      const ids = latest.current.map(({ id }) => id);
      setWanted(moveToPlaceOf(ids, moved, target));
      void save({ id: moved, to: { place_of: target } });
    },
    [save],
  );
  const moveTo = useCallback(
    (id: string, place: number) => void save({ id, to: { place } }),
    [save],
  );
  return { ordered, move, moveTo };
}

const undoOf = ({ id, place_before: place }: MovedProduct): Move => ({ id, to: { place } });

/** Saves moves in their order, and shows one result for those that were requested meanwhile. */
function useMoveSaving(onSettled: () => void) {
  const refetch = useRefetch();
  const requested = useRef<Move[]>([]);
  const isRunning = useRef(false);
  const moved = useRef(0);
  return useCallback(
    async function save(move: Move, isUndo = false) {
      requested.current.push(move);
      moved.current += 1;
      if (isRunning.current) return;
      isRunning.current = true;
      moved.current = 1;
      const answer = await saveMoves(requested.current);
      isRunning.current = false;
      const isUndoable = answer.ok && !isUndo && moved.current === 1;
      // The result is shown at once: a list of hundreds of rows takes seconds to be fetched and shown on a slow device.
      showResult(answer, isUndoable ? () => void save(undoOf(answer.data), true) : undefined);
      await refetch();
      if (!isRunning.current) onSettled();
    },
    [refetch, onSettled],
  );
}

/** Saves the moves and those added meanwhile; after a failure the others are dropped. */
async function saveMoves(moves: Move[]): Promise<Answer<MovedProduct>> {
  let answer: Answer<MovedProduct> = noAnswer;
  for (let move = moves.shift(); move; move = moves.shift()) {
    answer = await callApi<MovedProduct>("POST", `${productKind.path}/${move.id}/move`, move.to);
    if (!answer.ok) moves.length = 0;
  }
  return answer;
}

/** Shows the result of one move, which can be undone, or of several, which cannot. */
function showResult(answer: Answer<MovedProduct>, undo?: () => void): void {
  const id = "product-order";
  if (answer.ok) {
    toast({
      id,
      title: "Ordem atualizada",
      description: "A nova ordem dos produtos foi salva com sucesso.",
      ...(undo && { undo }),
    });
  } else {
    showProblem(productKind.updateFailed, answer.problem, id);
  }
}

/** The ids with `moved` at the position of `target`: spec point 4. */
export function moveToPlaceOf(ids: readonly string[], moved: string, target: string): string[] {
  const place = ids.indexOf(target);
  if (place < 0 || !ids.includes(moved)) return [...ids];
  return moveItem(ids, ids.indexOf(moved), place);
}

/** Rows in the order of the ids; other rows come last in their own order. */
export function inOrder<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): readonly Row[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
}
