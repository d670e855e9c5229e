import { useState } from "react";

/**
 * The item that an open dialog shows: `found`, or the last one while the address still names it, so that the dialog stays
 * open when the item is hidden.
 */
export function useShownItem<Shown>(
  found: Shown | undefined,
  isWanted: (last: Shown) => boolean,
): Shown | undefined {
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last && isWanted(last) ? last : undefined);
}
