import { afterSchema, type FeedPosition } from "#app/domain/paging/feed.ts";
import { z } from "#app/shared/zod.ts";
import { orderListSchema } from "./schema.ts";

const instantError = "Use um instante ISO 8601, como 2026-11-21T12:00:00Z.";

/** The query of GET /orders: the list by creation, newest first, or with `after` the feed by last change. */
export const orderQuerySchema = orderListSchema
  .extend({
    after: afterSchema.optional(),
    updated_since: z.iso
      .datetime({ offset: true, error: instantError })
      .refine((instant) => new Date(instant).getTime() >= 0, { error: instantError })
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
