import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { moveItem } from "#app/shared/move-item.ts";
import type { Move } from "./product-order-saving.ts";

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

/** Saves moves in their order, and shows one result for those that were requested meanwhile. */
function useMoveSaving(onSettled: () => void) {
  const refetch = useRefetch();
  const requested = useRef<Move[]>([]);
  const isRunning = useRef(false);
  return useCallback(
    async (move: Move) => {
      requested.current.push(move);
      if (isRunning.current) return;
      isRunning.current = true;
      const { saveMoves, showResult } = await import("./product-order-saving.ts");
      const answer = await saveMoves(requested.current);
      isRunning.current = false;
      await refetch();
      if (!isRunning.current) onSettled();
      showResult(answer);
    },
    [refetch, onSettled],
  );
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
