import { listGroups, productsPerPage } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { slugify } from "#app/shared/slug.ts";
import type { Shop } from "#app/shop.ts";
import { createCache, everyProduct, productListName, productName, type Shown } from "./cache.ts";

/** The use cases that cached pages and answers may call. */
type PublicRead =
  | "listVisibleCategories"
  | "listProducts"
  | "readCategoryPage"
  | "countByCategory"
  | "listProductTitles"
  | "listVisibleRecipes"
  | "findProductBySlug"
  | "readOfferBasis"
  | "readPictureRatio"
  | "readSettings";

const productNames = (products: readonly Product[]) => products.map(({ id }) => productName(id));

/**
 * What the result of each read shows. A new read for cached pages and answers is declared in `PublicRead` and here; loaders
 * and API routes then call it like any other. A result that is a part of a list depends on the list and on its own products,
 * and all that show products on the categories, of which a hidden one hides its products.
 */
const showing: {
  [Read in PublicRead]: (
    result: Awaited<ReturnType<Shop[Read]>>,
    ...parameters: Parameters<Shop[Read]>
  ) => string[];
} = {
  listVisibleCategories: () => ["categories"],
  listProducts: ({ items }, { category }) => [
    "categories",
    productListName(category ?? undefined),
    ...productNames(items),
  ],
  readCategoryPage: (page, { category }) => [
    "categories",
    productListName(category),
    ...productNames(page?.products ?? []),
  ],
  listProductTitles: () => ["categories", productListName()],
  countByCategory: (_, table) => [
    ...["categories", productListName()],
    ...(table ? ["price_tables"] : []),
  ],
  listVisibleRecipes: () => ["recipes"],
  // The list too: the slug may become that of another product.
  findProductBySlug: (product) => [
    ...["categories", productListName()],
    ...(product ? productNames([product]) : []),
  ],
  readSettings: () => ["settings", "delivery_zones"],
  readOfferBasis: ({ hasCapacities }) => [
    ...["settings", "delivery_zones", "delivery_exceptions"],
    ...(hasCapacities ? ["orders"] : []),
  ],
  // A stored picture never changes.
  readPictureRatio: () => [],
};

/** What limits the number of addresses under which pages are cached. Each part is absent until it is loaded. */
export type KnownValues = {
  /** The slugs of the visible categories. */
  categories?: ReadonlySet<string> | undefined;
  /** The values of query parameters with which a page differs from the page without. */
  parameters?:
    | Record<"produto" | "grupo" | "pagina" | "receita" | "categoria", ReadonlySet<string>>
    | undefined;
};

export type PublicReads = {
  /** The shop with its public reads cached; each adds to `shown` what its result shows. */
  record(shown: Shown): Shop;
  getKnownValues(): KnownValues;
  loadKnownValues(): Promise<KnownValues>;
  loadCategories(): Promise<ReadonlySet<string>>;
  /** See `Cache`. */
  invalidate(changed?: readonly string[]): void;
};

const maxResults = 100;
/** Of a cache with one value. */
const onlyKey = "";

/** Caches the public reads of all pages and answers until what they show changes. */
export function createPublicReads(shop: Shop): PublicReads {
  type Result = { result: unknown; names: readonly string[] };
  // Any size: the results live as long as the database would hold the rows anyway, and their number is small.
  const options = { maxEntries: maxResults, maxBytes: maxResults, sizeOf: () => 1 };
  const results = createCache<Result>(options);
  const categories = createCache<Set<string>>(options);
  const parameters = createCache<Awaited<ReturnType<typeof readParameters>>>(options);

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
        shown.add("categories").add(everyProduct);
        return shop.streamProducts(filter);
      },
    };
  }

  const loadCategories = () =>
    categories.fetch(onlyKey, async (shown) => {
      shown.add("categories");
      const rows = await shop.listVisibleCategories();
      return { value: new Set(rows.map(({ slug }) => slug)), isCacheable: true };
    });

  return {
    record,
    loadCategories,
    getKnownValues: () => ({
      categories: categories.get(onlyKey),
      parameters: parameters.get(onlyKey),
    }),
    loadKnownValues: async () => ({
      categories: await loadCategories(),
      parameters: await parameters.fetch(onlyKey, async (shown) => {
        shown.add("categories").add(productListName()).add("recipes");
        return { value: await readParameters(shop), isCacheable: true };
      }),
    }),
    invalidate(changed) {
      for (const cache of [results, categories, parameters]) cache.invalidate(changed);
    },
  };
}

async function readParameters(shop: Shop) {
  const [products, recipes] = await Promise.all([
    shop.listProductAddresses(),
    shop.listVisibleRecipes(),
  ]);
  const counts = Map.groupBy(products, ({ category }) => category).values();
  const pages = Math.ceil(Math.max(...[...counts].map(({ length }) => length)) / productsPerPage);
  return {
    produto: new Set(products.map(({ slug }) => slug)),
    grupo: new Set(listGroups(products)),
    pagina: new Set(Array.from({ length: pages - 1 }, (_, index) => String(index + 2))),
    receita: new Set(recipes.map(({ slug }) => slug)),
    categoria: new Set(recipes.flatMap(({ category }) => [category, slugify(category)])),
  };
}
