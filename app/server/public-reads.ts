import type { Shop } from "#app/shop.ts";
import { createCache } from "./cache.ts";
import type { Revision } from "./revision.ts";

/** What pages and public answers are made of. */
const publicReads = [
  "countByCategory",
  "findProductBySlug",
  "listFirstProducts",
  "listProducts",
  "listProductTitles",
  "listVisibleCategories",
  "listVisibleRecipes",
  "readCategoryPage",
  "readPictureRatio",
  "readSettings",
] as const satisfies readonly (keyof Shop)[];

const maxResults = 100;

/** The shop whose public reads are done once per revision: a page, its data and other pages share them. */
export function sharePublicReads(shop: Shop, revision: Revision): Shop {
  // Any size: their number is small, and they are parts of what is rendered.
  const limits = { maxEntries: maxResults, maxBytes: maxResults, sizeOf: () => 1 };
  const results = createCache<unknown>({ revision, ...limits });
  const share = (name: (typeof publicReads)[number]) => {
    const read = shop[name] as (...parameters: unknown[]) => Promise<unknown>;
    return (...parameters: unknown[]) =>
      results.fetch(JSON.stringify([name, ...parameters]), async () => ({
        value: await read(...parameters),
        isCacheable: true,
      }));
  };
  return { ...shop, ...Object.fromEntries(publicReads.map((name) => [name, share(name)])) };
}
