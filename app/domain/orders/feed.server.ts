import { and, eq, gte, type SQL } from "drizzle-orm";
import { readChanges } from "#app/domain/paging/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { FeedRequest } from "./feed.ts";
import { toOrder } from "./queries.server.ts";
import type { OrderPage } from "./schema.ts";
import { isDeliveredOn } from "./search.server.ts";
import { orderChanges, orderColumns, pedidos } from "./table.ts";

/** Undefined when the cursor belongs to another database or to a time before a restore. */
export type FeedPage = (OrderPage & { next_cursor: string }) | undefined;

const maxCounted = 2000;

/** Orders by last change, oldest first: see `readChanges`. */
export async function readOrderFeed(database: Database, request: FeedRequest): Promise<FeedPage> {
  const page = await readChanges(database, request, {
    rowId: orderChanges.order_id,
    changedIn: orderChanges.changed_in,
    read: (isBetween, order) =>
      database
        .select({ transaction: orderChanges.changed_in, row: orderColumns })
        .from(orderChanges)
        .innerJoin(pedidos, eq(pedidos.id, orderChanges.order_id))
        .where(and(isBetween, matches(request)))
        .orderBy(...order)
        .limit(request.limit),
    count: (isBetween) => countUpTo(database, and(isBetween, matches(request))),
  });
  if (!page) return undefined;
  const { rows, next_cursor, total } = page;
  return {
    items: rows.map(toOrder),
    next_cursor,
    total: Math.min(total, maxCounted),
    total_is_minimum: total > maxCounted,
  };
}

function matches({ status, delivery_date, updated_since }: FeedRequest): SQL | undefined {
  return and(
    status && eq(pedidos.status, status),
    isDeliveredOn({ delivery_date }),
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
