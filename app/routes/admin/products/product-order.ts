import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { moveItem } from "#app/shared/move-item.ts";

/** The products in their order: changed optimistically, saved one complete order after another. */
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
  const save = useOrderSaving(useCallback(() => setWanted(undefined), []));
  const move = useCallback(
    (moved: string, target: string) => {
      const ids = moveTo(
        latest.current.map(({ id }) => id),
        moved,
        target,
      );
      setWanted(ids);
      void save(ids);
    },
    [save],
  );
  return { ordered, move };
}

/** Saves the newest order; during a save only the last requested order is remembered. */
function useOrderSaving(onSettled: () => void) {
  const refetch = useRefetch();
  const next = useRef<readonly string[]>(undefined);
  const running = useRef(false);
  return useCallback(
    async (ids: readonly string[]) => {
      next.current = ids;
      if (running.current) return;
      running.current = true;
      const { saveOrder, showResult } = await import("./product-order-saving.ts");
      const answer = await saveOrder(next);
      running.current = false;
      await refetch();
      if (next.current === undefined) onSettled();
      showResult(answer);
    },
    [refetch, onSettled],
  );
}

/** The ids with `moved` at the position of `target`: spec point 4. */
export function moveTo(ids: readonly string[], moved: string, target: string): string[] {
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
