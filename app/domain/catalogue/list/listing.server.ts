import { setImmediate } from "node:timers/promises";
import {
  and,
  eq,
  getTableColumns,
  inArray,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { type FeedPosition, readChanges } from "#app/domain/kernel/paging/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { maxListed } from "#app/shared/limits.ts";
import { plainText } from "#app/shared/plain-text.ts";
import { mapProductTexts } from "#app/shared/product-fields.ts";
import type { Category } from "../category-schema.ts";
import { isGtin } from "../options/sale-option-errors.ts";
import {
  byPosition,
  isListed,
  listVisibleCategories,
  toProduct,
  toVisibleProduct,
} from "../queries.server.ts";
import { productsPerPage } from "../rules.ts";
import type { Product } from "../schema.ts";
import { productChanges, productSearch, products } from "../table.ts";
import {
  formatListPosition,
  type ProductFilter,
  type ProductListRequest,
  type ProductSort,
  sortKeyType,
} from "./product-list.ts";
import { hasWords, wordForms, wordsOf } from "./search.ts";

export type ProductPage = { items: Product[]; next_cursor: string | null; total: number };

/** A part of the matching products, and how many match in all parts. */
export async function listProducts(
  database: Database,
  request: ProductListRequest,
): Promise<ProductPage> {
  const search = await readSearch(database, request);
  const part = await readPart(database, request, search);
  const isWhole = !request.after && part.next === undefined;
  return {
    items: part.items,
    next_cursor: part.next ? formatListPosition(part.next) : null,
    total: isWhole ? part.items.length : await countMatches(database, request, search),
  };
}

/** The first of the matching products, without the costs of counting the others. */
export async function listFirstProducts(
  database: Database,
  request: Omit<ProductListRequest, "after" | "q">,
): Promise<Omit<ProductPage, "total">> {
  const { items, next } = await readPart(database, request, undefined);
  return { items, next_cursor: next ? formatListPosition(next) : null };
}

/** Products by last change, hidden ones included, oldest change first: see `readChanges`. */
export async function readProductFeed(
  database: Database,
  request: { after: FeedPosition | null; limit: number },
): Promise<(ProductPage & { next_cursor: string }) | undefined> {
  const changed = database
    .select({ transaction: productChanges.changed_in, row: products })
    .from(productChanges)
    .innerJoin(products, eq(products.id, productChanges.product_id));
  const page = await readChanges(database, request, {
    rowId: productChanges.product_id,
    changedIn: productChanges.changed_in,
    read: (isBetween, order) =>
      changed
        .where(isBetween)
        .orderBy(...order)
        .limit(request.limit),
    count: (isBetween) => database.$count(productChanges, isBetween),
  });
  if (!page) return undefined;
  const { rows, ...rest } = page;
  return { ...rest, items: rows.map(toProduct) };
}

/**
 * All matching products by position, in parts. Other requests are handled between two parts: queries of the embedded database
 * wait for no event.
 */
export async function* streamProducts(
  database: Database,
  filter: Omit<ProductListRequest, "limit" | "after" | "q" | "sort"> = {},
): AsyncGenerator<Product[]> {
  let after: ProductListRequest["after"];
  do {
    const part = await readPart(database, { ...filter, limit: maxListed, after }, undefined);
    if (part.items.length > 0) yield part.items;
    await setImmediate();
    after = part.next;
  } while (after);
}

type CategoryPageRequest = {
  category: string;
  group?: string | undefined;
  page: number;
  brief?: boolean;
};

/**
 * A page of a category: what is sold out comes last. `groups` are those of the whole category, in the order of their first
 * products; a category of one page has all of them on it, also when a `group` is requested. Undefined for a page beyond the last.
 */
export async function readCategoryPage(
  database: Database,
  { category, group, page, brief = true }: CategoryPageRequest,
) {
  const groups = await database
    .select({ group: products.group, count: sql<number>`count(*)::integer` })
    .from(products)
    .where(and(isListed, eq(products.category, category)))
    .groupBy(products.group)
    .orderBy(sql`min(${products.position})`);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const chosen =
    total > productsPerPage
      ? groups.find((one) => one.group !== null && one.group === group)
      : undefined;
  const count = chosen?.count ?? total;
  const pages = Math.max(1, Math.ceil(count / productsPerPage));
  if (page > pages) return undefined;
  const part = await readPart(
    database,
    {
      category,
      group: chosen?.group ?? undefined,
      brief,
      sort: { name: "available", descending: false },
      limit: productsPerPage,
    },
    undefined,
    (page - 1) * productsPerPage,
  );
  return {
    products: part.items,
    next_cursor: part.next ? formatListPosition(part.next) : null,
    groups: groups.flatMap((one) => one.group ?? []),
    /** The group that the products are of; undefined for all. */
    group: chosen?.group ?? undefined,
    count,
    page,
    pages,
  };
}

/** Ids and versions of all products, hidden ones too, that a list with these filters shows. */
export async function findMatching(database: Database, filter: ProductFilter) {
  const request = { ...filter, all: true };
  const query = database
    .select({ id: products.id, version: products.version })
    .from(products)
    .$dynamic();
  if (isSearched(request)) {
    query.innerJoin(productSearch, eq(productSearch.product_id, products.id));
  }
  return query.where(matches(request, await readSearch(database, request)));
}

async function readPart(
  database: Database,
  request: ProductListRequest,
  search: Search | undefined,
  offset = 0,
) {
  const { all, limit } = request;
  const key = sortKey(request.sort, search);
  const direction = request.sort?.descending ? sql`DESC` : sql`ASC`;
  const inOrder = (columns: SQLWrapper[]) => columns.map((one) => sql`${one} ${direction}`);
  // The rows are found by their keys alone: a common word matches all products, of which only a part's rows are read.
  const query = database
    .select({ id: products.id, key: sql`${key ?? sql`NULL::text`}`.as("sort_key") })
    .from(products)
    .$dynamic();
  if (isSearched(request)) {
    query.innerJoin(productSearch, eq(productSearch.product_id, products.id));
  }
  const part = query
    .where(and(matches(request, search), isAfter(request, key)))
    .orderBy(...inOrder([...(key ? [key] : []), ...byPosition]))
    .limit(limit + 1)
    .offset(offset)
    .as("part");
  const rows = await database
    // The column has a name of its own, because ORDER BY would otherwise sort by the text.
    .select({ row: columnsOf(request), key: sql<string | null>`${part.key}::text`.as("key_text") })
    .from(part)
    .innerJoin(products, eq(products.id, part.id))
    .orderBy(...inOrder([part.key, ...byPosition]));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shareEqualParts(shown.map(({ row }) => (all ? toProduct(row) : toVisibleProduct(row)))),
    next: last && { ...last.row, key: last.key },
  };
}

/** Equal parts of products as one object, which the data of a page then contain once. */
function shareEqualParts(list: Product[]): Product[] {
  const parts = new Map<string, unknown>();
  function share<Part>(part: Part): Part {
    const text = JSON.stringify(part);
    if (!parts.has(text)) parts.set(text, part);
    return parts.get(text) as Part;
  }
  return list.map((product) => ({
    ...product,
    specs: share(product.specs),
    entered: share(product.entered),
    sale_options: share(product.sale_options),
  }));
}

async function countMatches(
  database: Database,
  request: ProductFilter,
  search: Search | undefined,
): Promise<number> {
  const query = database
    .select({ count: sql<number>`count(*)::integer` })
    .from(products)
    .$dynamic();
  if (isSearched(request)) {
    query.innerJoin(productSearch, eq(productSearch.product_id, products.id));
  }
  const [row] = await query.where(matches(request, search));
  return row?.count ?? 0;
}

/** Texts and facts that only a product's dialog shows are up to 62,000 characters long. */
function columnsOf({ brief }: Pick<ProductListRequest, "brief">) {
  const columns = getTableColumns(products);
  if (!brief) return columns;
  const empty = mapProductTexts(() => sql<string>`''`);
  const food = sql`'{}'::jsonb`;
  return {
    ...columns,
    ...empty,
    short_desc: columns.short_desc,
    food,
  } as unknown as typeof columns;
}

function isSearched({ q, title, sort }: ProductFilter & { sort?: ProductSort | undefined }) {
  return q !== undefined || title !== undefined || sort?.name === "product";
}

function matches(filter: ProductFilter, search: Search | undefined): SQL | undefined {
  const { all, category, group, slug, external_id, ids, title } = filter;
  return and(
    all ? undefined : isListed,
    category === undefined ? undefined : isInCategory(category),
    group === undefined ? undefined : eq(products.group, group),
    slug === undefined ? undefined : eq(products.slug, slug),
    external_id === undefined ? undefined : eq(products.external_id, external_id),
    ids === undefined ? undefined : inArray(products.id, ids),
    title === undefined ? undefined : hasTitleOrCode(title.trim()),
    search?.condition,
  );
}

/** Matches the text that the seller types or scans: a part of the title or words of it, or the barcode of a sale option. */
function hasTitleOrCode(text: string): SQL {
  const words = wordsOf(text).map((word) => `(${wordTerms(word, "A").join(" | ")})`);
  const hasPart = sql`strpos(${productSearch.title}, ${plainText(text)}) > 0`;
  const hasTitle =
    words.length === 0 ? hasPart : sql`(${hasPart} OR ${hasTerms(words.join(" & "))})`;
  if (!isGtin(text)) return hasTitle;
  return sql`(${hasTitle} OR ${products.sale_options} @> ${JSON.stringify([{ ean: text }])}::jsonb)`;
}

function isInCategory(category: string | null): SQL {
  return category === null ? isNull(products.category) : eq(products.category, category);
}

/** Compared as one row, so that the index on position applies. */
function isAfter({ after, sort, q }: ProductListRequest, key: SQL | undefined): SQL | undefined {
  if (!after) return undefined;
  const columns = sql.join([...(key ? [key] : []), ...byPosition], sql`, `);
  const type = sql.raw(sortKeyType({ sort, q }) ?? "text");
  const values = [
    ...(key ? [sql`${after.key}::${type}`] : []),
    sql`${after.position}::integer`,
    sql`${after.created_at.toISOString()}::timestamptz`,
    sql`${after.id}::uuid`,
  ];
  const comparison = sort?.descending ? sql`<` : sql`>`;
  return sql`(${columns}) ${comparison} (${sql.join(values, sql`, `)})`;
}

const sortKeys: Record<ProductSort["name"], SQL | undefined> = {
  position: undefined,
  available: sql`is_sold_out(${products.stock}, ${products.sale_options})`,
  // The same order on every server.
  product: sql`${productSearch.title} COLLATE "C"`,
  category: sql`coalesce(${products.category}, '')`,
  price: sql`(${products.sale_options} -> 0 ->> 'price')::numeric`,
  stock: sql`${products.stock}`,
  status: sql`(NOT ${products.visible})`,
};

function sortKey(sort: ProductSort | undefined, search: Search | undefined): SQL | undefined {
  return sort ? sortKeys[sort.name] : search?.rank;
}

type Search = { condition: SQL; rank: SQL };

/** Searches title, name of the category and descriptions like `searchItems` in search.ts. */
async function readSearch(
  database: Database,
  { q }: Pick<ProductFilter, "q">,
): Promise<Search | undefined> {
  if (q === undefined) return undefined;
  const words = wordsOf(q);
  if (words.length === 0) return { condition: sql`false`, rank: sql`0::integer` };
  const categories = await listVisibleCategories(database);
  const wanted = words.map((word) => ({ word, categories: categoryTerms(categories, word) }));
  const condition = wanted.map(
    (one) => `(${[...wordTerms(one.word), ...one.categories].join(" | ")})`,
  );
  const ranks = wanted.map(
    (one) => sql`CASE WHEN ${hasTerms(wordTerms(one.word, "A").join(" | "))} THEN 0
      WHEN ${one.categories.length > 0 ? hasTerms(one.categories.join(" | ")) : sql`false`} THEN 1
      ELSE 2 END`,
  );
  return {
    condition: hasTerms(condition.join(" & ")),
    rank: sql`(${sql.join(ranks, sql` + `)})`,
  };
}

/** The terms that find a word in singular and plural, of all texts or of those with a weight. */
export function wordTerms(word: string, weight: "A" | "" = ""): string[] {
  const { start, others } = wordForms(word);
  const whole =
    weight === "" ? others.map((form) => `'${form}'`) : others.map((form) => `'${form}':${weight}`);
  return [`'${start}':*${weight}`, ...whole];
}

function hasTerms(query: string): SQL {
  return sql`${productSearch.words} @@ ${query}::tsquery`;
}

/** The terms of the categories in whose names a word starts with `wanted`. */
function categoryTerms(categories: readonly Category[], wanted: string): string[] {
  return categories
    .filter(({ name, short_name }) => hasWords(wordsOf(`${name} ${short_name}`), [wanted]))
    .map(({ slug }) => `'=${slug}'`);
}
