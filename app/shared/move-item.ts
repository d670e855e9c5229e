/** A copy of the list with the item at `from` moved to `to`; the same items when there is none at `from`. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const copy = [...list];
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}
