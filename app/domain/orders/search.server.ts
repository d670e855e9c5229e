import { and, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import { isAfterCursor } from "#app/domain/paging/queries.server.ts";
import type { CursorPosition } from "#app/domain/paging/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";

const accented = "áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ";
const plain = "aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny";
const folded = new Map([...accented].map((letter, index) => [letter, plain[index] ?? letter]));
const maxWords = 10;

/** What to look for: a text search of PostgreSQL, and how the e-mail begins where one was typed. */
export type OrderSearch = { words: string; email?: string };

/**
 * What is typed, as a search: orders in which every word begins a word of the customer's name or e-mail, the order's
 * number, its id or the end of its id that screens show. Undefined when nothing was typed.
 */
export function parseOrderSearch(typed: string): OrderSearch | undefined {
  const [email] = /[^\s@]+@\S*/.exec(typed) ?? [];
  // Its own words do; those of the host, which many share, would cost more than all others.
  const searched = email ? typed.replace(email, email.split("@", 1).join()) : typed;
  const words = splitWords(searched).slice(0, maxWords);
  if (words.length === 0) return undefined;
  const query = words.map((word) => `'${word}':*`).join(" & ");
  return email ? { words: query, email: email.toLowerCase() } : { words: query };
}

/** Folded and divided as the function `order_words` of the database does it. */
function splitWords(typed: string): string[] {
  return [...joinIds(typed.normalize("NFC"))]
    .map((letter) => folded.get(letter) ?? letter)
    .join("")
    .toLowerCase()
    .split(/[\s!-/:-@[-`{-~\p{Cc}]+/u)
    .filter((word) => word !== "");
}

/** An id, or the beginning of one, without its hyphens. */
function joinIds(typed: string): string {
  return typed.replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{0,12}){1,4}/gi, (id) => id.replaceAll("-", ""));
}

type Row = typeof pedidos.$inferSelect;
export type Found = { rows: Row[]; total: number; total_is_minimum: boolean };

type Search = {
  search: OrderSearch;
  status: SQL | undefined;
  after: CursorPosition | undefined;
  limit: number;
};

/** More hits than this are not counted. Up to here it is quick to take all of them and sort out the newest. */
const maxCounted = 2000;
/** Where hits are many, a page of them is likely among so many of the newest orders. */
const recentOrders = 4000;
const noLimit = Number.MAX_SAFE_INTEGER;

/**
 * Orders that the search finds, newest first. The planner left alone would often walk down all orders and work out the
 * words of each, for seconds when few of them fit; so each step here takes its hits from the index of words.
 */
export async function searchOrders(database: Database, search: Search): Promise<Found> {
  const counted = await sortHits(database, search, { max: maxCounted + 1 });
  if (counted.total <= maxCounted) return { ...counted, total_is_minimum: false };
  const since = await findRecentStart(database, search);
  const recent = since && (await sortHits(database, search, { since })).rows;
  const isPage = recent?.length === search.limit;
  const rows = isPage ? recent : (await sortHits(database, search, {})).rows;
  return { rows, total: maxCounted, total_is_minimum: true };
}

/** When the last of the newest orders, after which the page goes on, was sent; undefined when there are fewer. */
async function findRecentStart(database: Database, { status, after }: Search) {
  const [last] = await database
    .select({ created_at: pedidos.created_at })
    .from(pedidos)
    .where(and(status, after && isAfterCursor(pedidos, after)))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .offset(recentOrders)
    .limit(1);
  return last?.created_at;
}

/** The hits, all or so many or those since then, counted; and the newest of these. */
async function sortHits(
  database: Database,
  { search, status, after, limit }: Search,
  { max = noLimit, since }: { max?: number; since?: Date },
): Promise<{ rows: Row[]; total: number }> {
  const { id, created_at } = pedidos;
  const recent = since && gte(created_at, since);
  // Named twice below, and so worked out once and for itself.
  const hits = database.$with("hits").as(
    database
      .select({ id, created_at })
      .from(pedidos)
      .where(and(matches(search), status, recent))
      .limit(max),
  );
  const counted = database
    .select({ total: sql<number>`count(*)::integer`.as("total") })
    .from(hits)
    .as("counted");
  const page = database
    .select({ id: hits.id })
    .from(hits)
    .where(after && isAfterCursor(hits, after))
    .orderBy(desc(hits.created_at), desc(hits.id))
    .limit(limit)
    .as("page");
  const found = await database
    .with(hits)
    .select({ total: counted.total, row: pedidos })
    .from(counted)
    .leftJoin(page, sql`true`)
    .leftJoin(pedidos, eq(pedidos.id, page.id))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id));
  return { rows: found.flatMap(({ row }) => row ?? []), total: found[0]?.total ?? 0 };
}

/** The call of `order_words` is the one that the index is made of. */
function matches({ words, email }: OrderSearch) {
  const { id, numero_pedido, cliente_info } = pedidos;
  return and(
    sql`order_words(${id}, ${numero_pedido}, ${cliente_info}) @@ ${words}::tsquery`,
    email ? sql`starts_with(lower(${cliente_info} ->> 'email'), ${email})` : undefined,
  );
}
