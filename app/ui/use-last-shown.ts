import { useState } from "react";

/** What a dialog shows: `item` while `isShown`, then the last one, so that it stays visible while the dialog closes. */
export function useLastShown<Item>(
  item: Item | undefined,
  isShown = item !== undefined,
): Item | undefined {
  const [last, setLast] = useState(item);
  if (isShown && item !== last) setLast(item);
  return isShown ? item : last;
}
