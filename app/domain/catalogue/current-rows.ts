import { isAvailable } from "./sale-options.ts";
import type { Product } from "./schema.ts";

/** Products as they were read after a list, by id; null: no longer on sale. */
export type CurrentRows = ReadonlyMap<string, Product | null>;

/** A list that grows and is sorted: what is sold out comes last, otherwise by position. */
export type ListPlace = {
  includes: (product: Product) => boolean;
  /** Whether no further parts follow: a product may be added at the end. */
  isComplete: boolean;
};

/** The list with the current rows. With a `place`, rows that belong there are added and others are left out. */
export function mergeCurrentRows(
  list: readonly Product[],
  rows: CurrentRows,
  place?: ListPlace,
): readonly Product[] {
  const current = list.map((product) => newest(product, rows.get(product.id)));
  const listed = new Set(list.map(({ id }) => id));
  const others = [...rows.values()].filter((row) => row && !listed.has(row.id));
  const belongs = (row: Product | null): row is Product =>
    row !== null && (place === undefined || place.includes(row));
  const last = list.at(-1);
  const added = place
    ? others.filter(belongs).filter((row) => place.isComplete || (last && compare(row, last) < 0))
    : [];
  const isUnchanged = added.length === 0 && current.every((product, at) => product === list[at]);
  if (isUnchanged) return list;
  const merged = [...current.filter(belongs), ...added];
  return place ? merged.sort(compare) : merged;
}

function newest(product: Product, row: Product | null | undefined): Product | null {
  if (row === undefined || (row && row.version <= product.version)) return product;
  return row;
}

function compare(one: Product, other: Product): number {
  return Number(isAvailable(other)) - Number(isAvailable(one)) || one.position - other.position;
}
