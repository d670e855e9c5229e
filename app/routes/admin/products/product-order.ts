/** The ids with `moved` at the place where `target` stood: spec point 4. */
export function moveTo(ids: readonly string[], moved: string, target: string): string[] {
  const place = ids.indexOf(target);
  if (place < 0 || !ids.includes(moved)) return [...ids];
  return ids.filter((id) => id !== moved).toSpliced(place, 0, moved);
}

/** Rows in the order of the ids; those not named come last, as they stood. */
export function inOrder<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): readonly Row[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
