import { and, eq, gte, type SQL } from "drizzle-orm";
import { boundedInstant } from "#app/domain/kernel/editing/schema.ts";
import {
  afterSchema,
  type FeedPosition,
  readChanges,
} from "#app/domain/kernel/paging/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { z } from "#app/shared/zod.ts";
import { toOrder } from "./queries.server.ts";
import { type OrderPage, orderListSchema } from "./schema.ts";
import { isDeliveredOn } from "./search.server.ts";
import { orderChanges, orderColumns, pedidos } from "./table.ts";

const instantError = "Use um instante ISO 8601, como 2026-11-21T12:00:00Z.";

/** The query of GET /orders: the list by creation, newest first, or with `after` the feed by last change. */
export const orderQuerySchema = orderListSchema
  .extend({
    after: afterSchema.optional(),
    updated_since: boundedInstant(instantError, { offset: true })
      .transform((instant) => new Date(instant))
      .optional()
      .meta({
        description:
          "Com `after` (`start` quando não informado): só os mudados deste instante em diante.",
        examples: ["2026-11-21T00:00:00Z"],
      }),
  })
  .superRefine(({ after, updated_since, cursor, search, from, until }, context) => {
    if (after === undefined && updated_since === undefined) return;
    for (const [name, value] of Object.entries({ cursor, search, from, until })) {
      if (value === undefined) continue;
      context.addIssue({
        code: "custom",
        path: [name],
        message: "Não se combina com after e updated_since.",
      });
    }
  });
type OrderQuery = z.output<typeof orderQuerySchema>;

/** `after` null: from the start. */
export type FeedRequest = Pick<
  OrderQuery,
  "status" | "delivery_date" | "limit" | "updated_since"
> & {
  after: FeedPosition | null;
};

/** The feed that a query requests; undefined when it requests the list. */
export function toFeedRequest(query: OrderQuery): FeedRequest | undefined {
  const { after = null, updated_since, status, delivery_date, limit } = query;
  if (query.after === undefined && updated_since === undefined) return undefined;
  return { after, updated_since, status, delivery_date, limit };
}

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
