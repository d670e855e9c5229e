import type { Product } from "#app/domain/catalogue/schema.ts";
import { cachedProductsPath } from "#app/shared/paths.ts";

/** The products that this browser has cached for use without connection, with all texts. */
export async function readCachedProducts(): Promise<Product[]> {
  const response = await fetch(cachedProductsPath);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return ((await response.json()) as { items: Product[] }).items;
}

export async function findCachedProduct(id: string): Promise<Product | undefined> {
  return (await readCachedProducts()).find((product) => product.id === id);
}
