import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Parameters that say which part of a list is shown: another filter starts again at its beginning. */
const places = ["cursor", "page"];

/**
 * Filters of a list as the page's address keeps them: a reload, the way back and a sent link show the same list. An empty
 * value takes the parameter away.
 */
export function useFilterParams() {
  const [params, setParams] = useSearchParams();
  const setFilter = useCallback(
    (name: string, value: string) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === "") next.delete(name);
          else next.set(name, value);
          for (const place of places) next.delete(place);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return { filter: (name: string) => params.get(name) ?? "", setFilter };
}
