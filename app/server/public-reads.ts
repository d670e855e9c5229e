import { listGroups, productsPerPage } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { slugify } from "#app/domain/catalogue/slug.ts";
import type { Shop } from "#app/shop.ts";
import { createCache } from "./cache.ts";
import { everyProduct, productListName, productName, type Shown } from "./shown.ts";

/** The use cases that cached pages and answers may call. */
type PublicRead =
  | "listCategories"
  | "listProducts"
  | "readCategoryPage"
  | "countByCategory"
  | "listProductTitles"
  | "listVisibleRecipes"
  | "findProductBySlug"
  | "readSettings";

const productNames = (products: readonly Product[]) => products.map(({ id }) => productName(id));

/**
 * What the result of each read shows. A new read for cached pages and answers is declared in `PublicRead` and here; loaders
 * and API routes then call it like any other. A result that is a part of a list depends on the list and on its own products.
 */
const showing: {
  [Read in PublicRead]: (
    result: Awaited<ReturnType<Shop[Read]>>,
    ...parameters: Parameters<Shop[Read]>
  ) => string[];
} = {
  listCategories: () => ["categories"],
  listProducts: ({ items }, { category }) => [
    productListName(category ?? undefined),
    ...productNames(items),
  ],
  readCategoryPage: (page, { category }) => [
    productListName(category),
    ...productNames(page?.products ?? []),
  ],
  listProductTitles: () => [productListName()],
  countByCategory: () => [productListName()],
  listVisibleRecipes: () => ["recipes"],
  // The list too: the slug may become that of another product.
  findProductBySlug: (product) => [productListName(), ...(product ? productNames([product]) : [])],
  readSettings: () => ["settings"],
};

/** The values of query parameters with which a page differs from the page without. */
export type KnownValues = Record<
  "produto" | "grupo" | "pagina" | "receita" | "categoria",
  ReadonlySet<string>
>;

export type PublicReads = {
  /** The shop with its public reads cached; each adds to `shown` what its result shows. */
  record(shown: Shown): Shop;
  /** Undefined until they are loaded. */
  getKnownValues(): KnownValues | undefined;
  loadKnownValues(): Promise<KnownValues>;
  /** See `Cache`. */
  invalidate(changed?: readonly string[]): void;
};

const maxResults = 100;
const knownValuesKey = "known values";

/** Caches the public reads of all pages and answers until what they show changes. */
export function createPublicReads(shop: Shop): PublicReads {
  type Result = { result: unknown; names: readonly string[] };
  // Any size: the results live as long as the database would hold the rows anyway, and their number is small.
  const options = { maxEntries: maxResults, maxBytes: maxResults, sizeOf: () => 1 };
  const results = createCache<Result>(options);
  const known = createCache<KnownValues>(options);

  function bind<Read extends PublicRead>(read: Read, shown: Shown) {
    const run = shop[read] as (...parameters: unknown[]) => Promise<unknown>;
    const listNames = showing[read] as (result: unknown, ...parameters: unknown[]) => string[];
    return async (...parameters: unknown[]) => {
      const key = JSON.stringify([read, ...parameters]);
      const { result, names } = await results.fetch(key, async (loaded) => {
        const value = await run(...parameters);
        const declared = listNames(value, ...parameters);
        for (const name of declared) loaded.add(name);
        return { value: { result: value, names: declared }, isCacheable: true };
      });
      for (const name of names) shown.add(name);
      return result;
    };
  }

  function record(shown: Shown): Shop {
    const reads = Object.keys(showing).map((read) => [read, bind(read as PublicRead, shown)]);
    return {
      ...shop,
      ...Object.fromEntries(reads),
      // Read in parts, which are not stored.
      streamProducts: (filter) => {
        shown.add(everyProduct);
        return shop.streamProducts(filter);
      },
    };
  }

  return {
    record,
    getKnownValues: () => known.get(knownValuesKey),
    loadKnownValues: () =>
      known.fetch(knownValuesKey, async (shown) => {
        shown.add(productListName()).add("recipes");
        const [products, recipes] = await Promise.all([
          shop.listProductAddresses(),
          shop.listVisibleRecipes(),
        ]);
        const counts = Map.groupBy(products, ({ category }) => category).values();
        const pages = Math.ceil(
          Math.max(...[...counts].map(({ length }) => length)) / productsPerPage,
        );
        const value = {
          produto: new Set(products.map(({ slug }) => slug)),
          grupo: new Set(listGroups(products)),
          pagina: new Set(Array.from({ length: pages - 1 }, (_, index) => String(index + 2))),
          receita: new Set(recipes.map(({ slug }) => slug)),
          categoria: new Set(recipes.flatMap(({ category }) => [category, slugify(category)])),
        };
        return { value, isCacheable: true };
      }),
    invalidate(changed) {
      results.invalidate(changed);
      known.invalidate(changed);
    },
  };
}
