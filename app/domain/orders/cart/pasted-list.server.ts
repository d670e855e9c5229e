import { getTableColumns, sql } from "drizzle-orm";
import { wordTerms } from "#app/domain/catalogue/list/listing.server.ts";
import { isListed, toVisibleProduct } from "#app/domain/catalogue/queries.server.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productSearch, products } from "#app/domain/catalogue/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { listSaleRows, type PastedLine, parsePastedList, searchedWords } from "./pasted-list.ts";

/** Products that one line may mean at most; a line that means more needs another word. */
const maxCandidates = 60;

/** A customer's name of a sale option; see `aliasOf`. */
export type OptionAlias = { words: string; product_id: string; unit: SaleUnit };

/** Reads each line of a pasted list; see `parsePastedList`. */
export async function readPastedList(
  database: Database,
  text: string,
  aliases: readonly OptionAlias[] = [],
): Promise<PastedLine<Product>[]> {
  const queries = searchedWords(text).flatMap((words) => toQuery(words) ?? []);
  const named = aliases.map(({ product_id }) => product_id);
  const isCandidate = queries.length + named.length > 0;
  const candidates = isCandidate ? await findCandidates(database, queries, named) : [];
  const rows = listSaleRows(candidates);
  const namedRows = aliases.flatMap(({ words, product_id, unit }) => {
    const row = rows.find(
      ({ product, option }) => product.id === product_id && option.unit === unit,
    );
    return row ? [{ words, row }] : [];
  });
  return parsePastedList(text, rows, namedRows);
}

/** The products whose titles have the words of one of the queries and those of `named`, by position. */
async function findCandidates(
  database: Database,
  queries: readonly string[],
  named: readonly string[],
): Promise<Product[]> {
  const ids = sql`
    SELECT found.id FROM (SELECT DISTINCT unnest(${sql.param(queries)}::text[]) AS query) AS wanted
    CROSS JOIN LATERAL (
      SELECT ${products.id} AS id FROM ${productSearch}
      JOIN ${products} ON ${products.id} = ${productSearch.product_id}
      WHERE ${productSearch.words} @@ wanted.query::tsquery AND ${isListed}
      ORDER BY ${products.position} LIMIT ${maxCandidates}
    ) AS found`;
  const rows = await database
    .select(getTableColumns(products))
    .from(products)
    .where(
      sql`${products.id} IN (${ids}) OR ${products.id} = ANY (${sql.param(named)}::uuid[]) AND ${isListed}`,
    )
    .orderBy(products.position, products.created_at, products.id);
  return rows.map(toVisibleProduct);
}

/** Short words may be part of another in the title, such as the unit of "500g": `parsePastedList` compares them. */
const minWordLength = 3;

/** Finds at least the titles that `parsePastedList` does; undefined without a distinctive word. */
function toQuery(words: readonly string[]): string | undefined {
  const terms = words.flatMap((word) => {
    const number = /^\d+/.exec(word)?.[0];
    if (number !== undefined) return `'${number}':*A`;
    return word.length < minWordLength ? [] : `(${wordTerms(word, "A").join(" | ")})`;
  });
  return terms.length === 0 ? undefined : terms.join(" & ");
}
