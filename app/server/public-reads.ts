import type { Shop } from "#app/shop.ts";
import { createCache } from "./cache.ts";
import type { Revision } from "./revision.ts";

/** The reads that pages and public answers are made of, by subject. */
const publicReads = {
  catalogue: [
    "countByCategory",
    "findProductBySlug",
    "listFirstProducts",
    "listProducts",
    "listProductTitles",
    "listVisibleCategories",
    "readCategoryPage",
  ],
  delivery: ["readPublicSettings"],
  media: ["readRatio"],
  recipes: ["listVisible"],
} as const satisfies { [Subject in keyof Shop]?: readonly (keyof Shop[Subject])[] };

type Read = (...parameters: unknown[]) => Promise<unknown>;

const maxResults = 100;

/** The shop whose public reads are done once per revision: a page, its data and other pages share them. */
export function sharePublicReads(shop: Shop, revision: Revision): Shop {
  // Any size: their number is small, and they are parts of what is rendered.
  const limits = { maxEntries: maxResults, maxBytes: maxResults, sizeOf: () => 1 };
  const results = createCache<unknown>({ revision, ...limits });
  const share =
    (key: string, read: Read): Read =>
    (...parameters) =>
      results.fetch(JSON.stringify([key, ...parameters]), async () => ({
        value: await read(...parameters),
        isCacheable: true,
      }));
  const subjects = Object.entries(publicReads).map(([subject, names]) => {
    const cases = shop[subject as keyof typeof publicReads] as Record<string, Read>;
    const shared = names.flatMap((name) => {
      const read = cases[name];
      return read ? [[name, share(`${subject}.${name}`, read)]] : [];
    });
    return [subject, { ...cases, ...Object.fromEntries(shared) }];
  });
  return { ...shop, ...Object.fromEntries(subjects) };
}
