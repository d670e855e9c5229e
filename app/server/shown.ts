import type { RowChange } from "#app/shared/changes.ts";

/**
 * What a cached page or answer shows, by names of
 * - a table of which every change counts: `settings`, `categories`, `recipes`, and for offers of delivery `orders`;
 * - a product, see `productName`: its price, texts or stock;
 * - a list of products, see `productListName`: its members and their order.
 */
export type Shown = Set<string>;

/** A product whose values are shown. */
export function productName(id: string): string {
  return `product ${id}`;
}

/** The list of visible products, in a category or in all of them. A price or a stock does not change it. */
export function productListName(category?: string | null): string {
  return category === undefined ? "products" : `products of ${category ?? ""}`;
}

/** The values of all visible products, as in the sitemap and the feed. */
export const everyProduct = "every product";

/** The names that a change concerns; none for what is on no public page. */
export function listChanged({ table, id, lists = [] }: RowChange): string[] {
  if (table === "audit_logs") return [];
  if (table !== "products") return [table];
  const changedLists = lists.map(productListName);
  return [
    everyProduct,
    productName(id),
    ...changedLists,
    ...(lists.length > 0 ? [productListName()] : []),
  ];
}
