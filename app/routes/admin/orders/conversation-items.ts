import type { Product } from "#app/domain/catalogue/schema.ts";
import { addQuantities, type SaleUnit } from "#app/shared/units.ts";

/** A line of a pasted text with what it may mean, as the API sends it. */
export type ReadLine = {
  text: string;
  kind: "one" | "several" | "none";
  quantity?: number;
  unit?: SaleUnit;
  /** The words of the line that may be the product. */
  words?: string;
  rows?: { product_id: string; unit: SaleUnit }[];
  reason?: string;
};

export type ReadItem = { product: Product; unit: SaleUnit; quantity: number };

/** Sums the goods of the lines with one meaning, each product and unit once: '10 açaí' and later '5 açaí' are 15. */
export function itemsOf(lines: readonly ReadLine[], products: readonly Product[]): ReadItem[] {
  const items = new Map<string, ReadItem>();
  for (const { kind, rows: [row] = [], quantity = 1 } of lines) {
    const product = kind === "one" && row && products.find(({ id }) => id === row.product_id);
    if (!product) continue;
    const key = `${product.id} ${row.unit}`;
    const before = items.get(key)?.quantity ?? 0;
    items.set(key, { product, unit: row.unit, quantity: addQuantities(before, quantity) });
  }
  return [...items.values()];
}
