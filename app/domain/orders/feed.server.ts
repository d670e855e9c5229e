import { and, asc, eq, gte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { orderChanges, pedidos } from "#app/platform/database/schema.ts";
import { type FeedPosition, type FeedRequest, toFeedCursor } from "./feed.ts";
import { toOrder } from "./queries.server.ts";
import type { OrderPage } from "./schema.ts";

/** Undefined when the cursor belongs to another database or to a time before a restore. */
export type FeedPage = (OrderPage & { next_cursor: string }) | undefined;

const maxCounted = 2000;
const firstId = "00000000-0000-0000-0000-000000000000";

type Feed = {
  id: string;
  /** All transactions below it have ended: rows that they wrote are visible, and no further ones appear. */
  horizon: string;
  /** No transaction has an id from here on. */
  next: string;
  is_copied: boolean;
};

/**
 * Orders by last change, oldest first. An order that changes again appears again. Repeated calls, each with the cursor of
 * the last page, return every order although several processes write at the same time. Changes appear when all
 * transactions that began before them have ended.
 */
export async function readOrderFeed(database: Database, request: FeedRequest): Promise<FeedPage> {
  const feed = await openFeed(database);
  const { after, limit } = request;
  if (after && (after.feed !== feed.id || BigInt(after.transaction) > BigInt(feed.next))) {
    return undefined;
  }
  const isWanted = and(isBetween(after, feed.horizon), matches(request));
  const rows = await database
    .select({ transaction: orderChanges.changed_in, order: pedidos })
    .from(orderChanges)
    .innerJoin(pedidos, eq(pedidos.id, orderChanges.order_id))
    .where(isWanted)
    .orderBy(asc(orderChanges.changed_in), asc(orderChanges.order_id))
    .limit(limit);
  const last = rows.at(-1);
  // A page that is not full has read everything below the horizon.
  const position =
    rows.length === limit && last
      ? { transaction: last.transaction, orderId: last.order.id }
      : { transaction: feed.horizon, orderId: firstId };
  const total = rows.length < limit ? rows.length : await countUpTo(database, isWanted);
  return {
    items: rows.map(({ order }) => toOrder(order)),
    next_cursor: toFeedCursor({ feed: feed.id, ...position }),
    total: Math.min(total, maxCounted),
    total_is_minimum: total > maxCounted,
  };
}

/** Transaction ids of another server, copied with the rows, may exceed the current one: then all are numbered again. */
async function openFeed(database: Database): Promise<Feed> {
  const feed = await readFeed(database);
  if (!feed.is_copied) return feed;
  await database.execute(sql`SELECT restart_order_feed()`);
  return readFeed(database);
}

async function readFeed(database: Database): Promise<Feed> {
  const { rows } = await database.execute<Feed>(sql`
    SELECT id, pg_snapshot_xmin(snapshot)::text AS horizon, pg_snapshot_xmax(snapshot)::text AS next,
      EXISTS (SELECT FROM order_changes WHERE changed_in >= pg_snapshot_xmax(snapshot)) AS is_copied
    FROM order_feed, pg_current_snapshot() AS snapshot`);
  const [feed] = rows;
  if (!feed) throw new Error("the table order_feed has no row");
  return feed;
}

function isBetween(after: FeedPosition | null, horizon: string): SQL | undefined {
  const { changed_in, order_id } = orderChanges;
  return and(
    sql`${changed_in} < ${horizon}::text::xid8`,
    after
      ? sql`(${changed_in}, ${order_id}) > (${after.transaction}::text::xid8, ${after.orderId}::uuid)`
      : undefined,
  );
}

function matches({ status, updated_since }: FeedRequest): SQL | undefined {
  return and(
    status && eq(pedidos.status, status),
    updated_since && gte(pedidos.updated_at, updated_since),
  );
}

/** Counts up to one more than `maxCounted`. */
async function countUpTo(database: Database, isWanted: SQL | undefined): Promise<number> {
  return database.$count(
    database
      .select({ id: orderChanges.order_id })
      .from(orderChanges)
      .innerJoin(pedidos, eq(pedidos.id, orderChanges.order_id))
      .where(isWanted)
      .limit(maxCounted + 1)
      .as("counted"),
  );
}
