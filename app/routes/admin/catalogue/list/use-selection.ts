import { useCallback, useState } from "react";
import type { MatchingProducts } from "#app/domain/catalogue/list/selection.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Selection } from "./selection-bar.tsx";

type SelectionContext = { matching: MatchingProducts; total: number };

/** The selected rows of the list, or all that match its filters. */
export function useSelection(products: readonly Product[], { matching, total }: SelectionContext) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(noIds);
  /** The filters whose products are all selected. */
  const [all, setAll] = useState<MatchingProducts>();
  const isAll = all === matching;
  const select = useCallback(
    (id: string) => {
      setAll(undefined);
      setSelected((before) => {
        const after = new Set(isAll ? products.map((product) => product.id) : before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    [isAll, products],
  );
  const clear = useCallback(() => {
    setAll(undefined);
    setSelected(noIds);
  }, []);
  const chosen = products.filter(({ id }) => selected.has(id));
  const isSelected = useCallback((id: string) => isAll || selected.has(id), [isAll, selected]);
  let selection: Selection | undefined;
  if (isAll && total === products.length) selection = { count: total, products };
  else if (isAll) selection = { count: total, matching };
  else if (chosen.length > 0) selection = { count: chosen.length, products: chosen };
  return { selection, isSelected, select, selectAll: () => setAll(matching), clear };
}

const noIds: ReadonlySet<string> = new Set();
