import { and, desc, eq, exists, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isAfterCursor } from "#app/domain/kernel/paging/queries.server.ts";
import type { CursorPosition } from "#app/domain/kernel/paging/schema.ts";
import { joinNumbers, searchedPhone } from "#app/domain/kernel/paging/search-text.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { OrderFilter } from "./schema.ts";
import { isReceivable, type OrderRow, orderChanges, orderColumns, pedidos } from "./table.ts";

const accented = "áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ";
const plain = "aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny";
const folded = new Map([...accented].map((letter, index) => [letter, plain[index] ?? letter]));
const maxWords = 10;
/** "nº 1003", "pedido n. 1003", and "PED1003" of a Pix; "#1003" may also be a code. */
const namedNumber =
  /(?<!\S)(?:pedido\s+)?(?:№|n[º°o.]{0,2}|num\.?|numero|ped\.?|pedido)\s*(\d{1,15})(?!\S)/gu;
/** The link of an order, or its end. */
const linkedNumber = /(?<!\S)(?:\S*\/)?(\d{1,15})-[\w-]{22}(?:[?#]\S*)?(?!\S)/gu;
/** Around a code: "Pedido #294b27f0", and "294b27f0…" of the audit log. */
const codeMarks = /(?<!\S)pedido\s+(?=#)|…(?!\S)/giu;

/**
 * The words of a search text. An order matches when each is part of its id, its number, the customer's name, e-mail, phone or
 * document; a number that is said to be the order's is all of it. Empty when nothing was typed.
 */
export function parseOrderSearch(typed: string): string[] {
  const numbers: string[] = [];
  const takeNumber = (_: string, number: string) => {
    // `order_search_text` has the number of an order between spaces.
    numbers.push(` ${number} `);
    return " ";
  };
  const text = typed.normalize("NFC").replace(linkedNumber, takeNumber).replace(codeMarks, "");
  const rest = foldText(joinNumbers(text)).replace(namedNumber, takeNumber);
  const words = rest
    .split(/\s+/)
    .map((word) => word.replace(/^#/, ""))
    .filter((word) => word !== "");
  return [...numbers, ...words].slice(0, maxWords);
}

/** Folds like the function `order_search_text` of the database. */
function foldText(text: string): string {
  return [...text]
    .map((letter) => folded.get(letter) ?? letter)
    .join("")
    .toLowerCase();
}

export type OrderMatches = { rows: OrderRow[]; total: number; total_is_minimum: boolean };

type Search = {
  words: string[];
  filter: OrderFilter;
  after?: CursorPosition | undefined;
  limit: number;
};

/** More matches are not counted. */
const maxCounted = 2000;
/** The number of newest orders that are looked up one by one before all are scanned. */
const maxLookedUp = 4000;
const { order_id: id, created_at } = orderChanges;

/**
 * Matching orders, newest first. A scan reads `order_changes`, 15 MB with 100,000 orders, until it has counted enough. When
 * there are many matches, most pages are found among the newest orders without another scan.
 */
export async function searchOrders(database: Database, search: Search): Promise<OrderMatches> {
  const found = await countMatches(database, search);
  if (found.total <= maxCounted) return { ...found, total_is_minimum: false };
  const newest = await listNewestMatches(database, search);
  const rows = newest.length === search.limit ? newest : await listMatches(database, search);
  return { rows, total: maxCounted, total_is_minimum: true };
}

/** Finds up to one more than `maxCounted` matches: their count, and the page only if these are all. */
async function countMatches(database: Database, { after, limit, ...search }: Search) {
  // Used twice below, and therefore materialized.
  const matches = database.$with("matches").as(
    database
      .select({ id, created_at })
      .from(orderChanges)
      .where(isMatch(database, search))
      .limit(maxCounted + 1),
  );
  const counted = database
    .select({ total: sql<number>`count(*)::integer`.as("total") })
    .from(matches)
    .as("counted");
  const page = database
    .select({ id: matches.id })
    .from(matches)
    .where(
      and(
        sql`(SELECT count(*) FROM ${matches}) <= ${maxCounted}`,
        after && isAfterCursor(matches, after),
      ),
    )
    .orderBy(desc(matches.created_at), desc(matches.id))
    .limit(limit)
    .as("page");
  const found = await database
    .with(matches)
    .select({ total: counted.total, id: page.id })
    .from(counted)
    .leftJoin(page, sql`true`);
  const ids = found.flatMap((row) => row.id ?? []);
  return { rows: await readOrders(database, ids), total: found[0]?.total ?? 0 };
}

/** The matches among the newest orders of the filter: a page, or less when they are rare there. */
async function listNewestMatches(database: Database, { words, filter, after, limit }: Search) {
  const newest = database
    .select({ id: pedidos.id, created_at: pedidos.created_at })
    .from(pedidos)
    .where(and(isInFilter(filter), after && isAfterCursor(pedidos, after)))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(maxLookedUp)
    .as("newest");
  // A subquery per row, which ends with the page; as a join all of them would be read first.
  const page = database
    .select({ id: newest.id })
    .from(newest)
    .where(sql`(SELECT ${hasWords(words)} FROM ${orderChanges} WHERE ${id} = ${newest.id})`)
    .orderBy(desc(newest.created_at), desc(newest.id))
    .limit(limit);
  return readOrders(database, page);
}

/** A page of matching orders, however many there are. */
export async function listMatches(database: Database, { after, limit, ...search }: Search) {
  const page = database
    .select({ id })
    .from(orderChanges)
    .where(and(isMatch(database, search), after && isAfterCursor({ id, created_at }, after)))
    .orderBy(desc(created_at), desc(id))
    .limit(limit);
  return readOrders(database, page);
}

function readOrders(database: Database, ids: SQLWrapper | string[]): Promise<OrderRow[]> {
  return database
    .select(orderColumns)
    .from(pedidos)
    .where(inArray(pedidos.id, ids))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id));
}

function isMatch(database: Database, { words, filter }: Pick<Search, "words" | "filter">) {
  return and(
    filter.status && eq(orderChanges.status, filter.status),
    isInDays(created_at, filter),
    hasWords(words),
    (filter.payment ?? filter.customer ?? filter.delivery_date) === undefined
      ? undefined
      : exists(
          database
            .select({ one: sql`1` })
            .from(pedidos)
            .where(and(eq(pedidos.id, id), isInFilter(filter))),
        ),
  );
}

/** Compares the rarest words first, which are probably the longest. */
function hasWords(words: string[]): SQL | undefined {
  const sorted = words.toSorted((one, other) => other.length - one.length);
  const has = (text: string) => sql`strpos(${orderChanges.search_text}, ${text}) > 0`;
  return and(
    ...sorted.map((word) => {
      // Ids and documents are stored without their marks; a name or e-mail has them.
      const letters = word.replace(/[./-]/g, "");
      const forms = new Set([word, letters || word, searchedPhone(letters) ?? word]);
      return or(...[...forms].map(has));
    }),
  );
}

/** Rows of `pedidos` with the filter's status, payment, days and delivery date. */
export function isInFilter(filter: OrderFilter): SQL | undefined {
  return and(
    filter.status && eq(pedidos.status, filter.status),
    filter.payment && isOpen,
    filter.customer ? isOf(filter.customer) : undefined,
    isDeliveredOn(filter),
    isInDays(pedidos.created_at, filter),
  );
}

/** Days begin at midnight in São Paulo. */
function isInDays(column: SQLWrapper, { from, until }: OrderFilter): SQL | undefined {
  const start = (day: SQL) => sql`(${day})::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
  return and(
    from ? sql`${column} >= ${start(sql`${from}::date`)}` : undefined,
    until ? sql`${column} < ${start(sql`${until}::date + 1`)}` : undefined,
  );
}

/** The condition of the orders of a delivery date, which the feed uses too. */
export function isDeliveredOn({ delivery_date }: Pick<OrderFilter, "delivery_date">) {
  return delivery_date === undefined ? undefined : eq(pedidos.delivery_date, delivery_date);
}

/** Orders of a customer and of those merged into it. */
const isOf = (customer: string): SQL =>
  sql`${pedidos.customer_id} IN (SELECT part.id FROM customers AS part WHERE part.root_id = ${customer}::uuid)`;

/** An order that is to be paid. One without an amount is never paid. */
const isOpen: SQL = sql`${isReceivable} AND ${pedidos.valor_total} > 0`;
