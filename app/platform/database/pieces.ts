import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Does the work for some items at a time, and handles other requests in between: the embedded database has one connection, which
 * a transaction of many rows would hold for seconds. Resolves with all results in the order of the items. What is done stays done
 * when a later piece fails.
 */
export async function inPieces<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (piece: Item[], start: number) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await work(items.slice(start, start + size), start)));
    await nextTurn();
  }
  return results;
}
