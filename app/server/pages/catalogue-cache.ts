import { listGroups } from "#app/domain/catalogue/rules.ts";
import { slugify } from "#app/domain/catalogue/slug.ts";
import { pathOf } from "#app/shared/paths.ts";
import type { Shop } from "#app/shop.ts";

export type CatalogueCache = {
  /** The shop with the reads of public pages cached. */
  shop: Shop;
  /**
   * The address with each product, group, recipe and category that does not exist replaced by one placeholder, so that all
   * unknown ones share a cached page. Undefined until the catalogue is loaded.
   */
  normalizeAddress(address: string): string | undefined;
  /** Loads what `normalizeAddress` needs. */
  load(): Promise<void>;
  clear(): void;
};

/** Not a possible slug. */
const unknownSlug = "!";

type KnownValues = Record<"produto" | "grupo" | "receita" | "categoria", ReadonlySet<string>>;

/** Caches the public reads until `clear`, which follows each change of the data. */
export function createCatalogueCache(shop: Shop): CatalogueCache {
  let reads = new Map<string, Promise<unknown>>();
  let known: KnownValues | undefined;

  function cached<T>(key: string, read: () => Promise<T>): Promise<T> {
    const current = reads;
    const existing = current.get(key) as Promise<T> | undefined;
    if (existing) return existing;
    const started = read();
    current.set(key, started);
    started.catch(() => current.delete(key));
    return started;
  }

  const listVisibleProducts = async (category?: string) => {
    const products = await cached("products", () => shop.listVisibleProducts());
    return category ? products.filter((product) => product.category === category) : products;
  };
  const listVisibleRecipes = () => cached("recipes", shop.listVisibleRecipes);

  return {
    shop: {
      ...shop,
      listVisibleProducts,
      listVisibleRecipes,
      listCategories: () => cached("categories", shop.listCategories),
      readSettings: () => cached("settings", shop.readSettings),
      findProductBySlug: async (slug) =>
        (await listVisibleProducts()).find((product) => product.slug === slug),
    },
    normalizeAddress(address) {
      const path = pathOf(address);
      if (path === address) return address;
      const query = new URLSearchParams(address.slice(path.length));
      return known && `${path}?${replaceUnknown(query, known)}`;
    },
    async load() {
      const current = reads;
      const [products, recipes] = await Promise.all([listVisibleProducts(), listVisibleRecipes()]);
      if (current !== reads) return;
      known ??= {
        produto: new Set(products.map(({ slug }) => slug)),
        grupo: new Set(listGroups(products)),
        receita: new Set(recipes.map(({ slug }) => slug)),
        categoria: new Set(recipes.flatMap(({ category }) => [category, slugify(category)])),
      };
    },
    clear() {
      reads = new Map();
      known = undefined;
    },
  };
}

function replaceUnknown(query: URLSearchParams, known: KnownValues): URLSearchParams {
  for (const [name, slugs] of Object.entries(known)) {
    const value = query.get(name);
    if (value !== null && !slugs.has(value)) query.set(name, unknownSlug);
  }
  return query;
}
