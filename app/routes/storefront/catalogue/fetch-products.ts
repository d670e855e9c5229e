import type { Product } from "#app/domain/catalogue/schema.ts";
import { maxOrderLines } from "#app/shared/limits.ts";

/** An answer of the API. Throws without connection. */
export async function fetchJson<Body>(address: string): Promise<Body> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/** The items of a list. */
export async function fetchItems<Item>(address: string): Promise<Item[]> {
  return (await fetchJson<{ items: Item[] }>(address)).items;
}

/** Fetches the products that are on sale, without the texts of their dialogs. Throws without connection. */
export async function fetchProducts(ids: Iterable<string>): Promise<Product[]> {
  const requested = [...new Set(ids)].sort();
  const products: Product[] = [];
  for (let at = 0; at < requested.length; at += maxOrderLines) {
    const part = requested.slice(at, at + maxOrderLines);
    products.push(...(await fetchItems<Product>(`/api/products?ids=${part}&brief=1`)));
  }
  return products;
}
