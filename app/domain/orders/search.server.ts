import { and, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isAfter } from "#app/domain/paging/after.server.ts";
import type { Bookmark } from "#app/domain/paging/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";
import type { OrderSearch } from "./search.ts";

type Row = typeof pedidos.$inferSelect;
export type Found = { rows: Row[]; total: number; total_is_minimum: boolean };

type Search = {
  search: OrderSearch;
  status: SQL | undefined;
  after: Bookmark | undefined;
  limit: number;
};

/** More hits than this are not counted. Up to here it is quick to take all of them and sort out the newest. */
const mostCounted = 2000;
/** Where hits are many, a page of them is likely among so many of the newest orders. */
const likelyPlace = 3000;
const noLimit = Number.MAX_SAFE_INTEGER;

/**
 * Orders that the search finds, newest first. The planner left alone would often walk down all orders and look at the
 * words of each, for seconds when few of them fit; so each step here says what to walk through and how far.
 */
export async function searchOrders(database: Database, search: Search): Promise<Found> {
  const counted = await sortHits(database, search, mostCounted + 1);
  if (counted.total <= mostCounted) return { ...counted, total_is_minimum: false };
  const lately = await lookThroughNewest(database, search);
  const isPage = lately.length === search.limit;
  const rows = isPage ? lately : (await sortHits(database, search, noLimit)).rows;
  return { rows, total: mostCounted, total_is_minimum: true };
}

/** The hits by the index of words, or so many of them, counted; and the newest of these. */
async function sortHits(
  database: Database,
  { search, status, after, limit }: Search,
  mostHits: number,
): Promise<{ rows: Row[]; total: number }> {
  const { id, created_at } = pedidos;
  // Named twice below, and so worked out once and for itself.
  const hits = database.$with("hits").as(
    database
      .select({ id, created_at })
      .from(pedidos)
      .where(and(fits(pedidos, search), status))
      .limit(mostHits),
  );
  const counted = database
    .select({ total: sql<number>`count(*)::integer`.as("total") })
    .from(hits)
    .as("counted");
  const page = database
    .select({ id: hits.id })
    .from(hits)
    .where(after && isAfter(hits, after))
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

function lookThroughNewest(
  database: Database,
  { search, status, after, limit }: Search,
): Promise<Row[]> {
  const newest = database
    .select()
    .from(pedidos)
    .where(and(status, after && isAfter(pedidos, after)))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(likelyPlace)
    .as("newest");
  return database
    .select()
    .from(newest)
    .where(fits(newest, search))
    .orderBy(desc(newest.created_at), desc(newest.id))
    .limit(limit);
}

type Columns = { id: SQLWrapper; numero_pedido: SQLWrapper; cliente_info: SQLWrapper };

/** The call of `order_words` is the one that the index is made of. */
function fits({ id, numero_pedido, cliente_info }: Columns, { words, email }: OrderSearch) {
  return and(
    sql`order_words(${id}, ${numero_pedido}, ${cliente_info}) @@ ${words}::tsquery`,
    email ? sql`starts_with(lower(${cliente_info} ->> 'email'), ${email})` : undefined,
  );
}
