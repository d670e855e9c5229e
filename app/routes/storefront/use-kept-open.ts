import { useState } from "react";

/**
 * What an open dialog shows: `found`, or what it was last while the address still asks for that, so that a dialog does not
 * close under the eyes of its reader when the seller takes the thing off the site.
 */
export function useKeptOpen<Shown>(
  found: Shown | undefined,
  isWanted: (last: Shown) => boolean,
): Shown | undefined {
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last && isWanted(last) ? last : undefined);
}
