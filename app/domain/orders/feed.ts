import { z } from "zod";
import { orderListSchema } from "./schema.ts";

/** Position in the orders by last change: everything before it was read. */
export type FeedPosition = {
  /** The feed's id, which changes when a restored or moved database numbers its changes again. */
  feed: string;
  /** Transaction id, in decimal digits. */
  transaction: string;
  orderId: string;
};

const startWord = "start";
const cursorError = "Use start, ou o next_cursor da resposta anterior.";
const written = /^([0-9a-f-]{36}) (\d{1,20}) ([0-9a-f-]{36})$/;
const maxTransaction = 2n ** 64n - 1n;

/** Encodes the position; opaque to clients. */
export function toFeedCursor({ feed, transaction, orderId }: FeedPosition): string {
  return btoa(`${feed} ${transaction} ${orderId}`);
}

function readFeedCursor(cursor: string): FeedPosition | undefined {
  try {
    const [, feed = "", transaction = "", orderId = ""] = written.exec(atob(cursor)) ?? [];
    const isValid = z.guid().safeParse(orderId).success && BigInt(transaction) <= maxTransaction;
    return isValid ? { feed, transaction, orderId } : undefined;
  } catch {
    return undefined;
  }
}

const afterSchema = z
  .string({ error: cursorError })
  .max(200, { error: cursorError })
  .transform((cursor, context) => {
    if (cursor === startWord) return null;
    const position = readFeedCursor(cursor);
    if (!position) context.addIssue({ code: "custom", message: cursorError });
    return position ?? z.NEVER;
  })
  .meta({
    description:
      "Pela última mudança, da mais antiga à mais nova: `start`, depois sempre o `next_cursor` da resposta anterior.",
    examples: [startWord],
  });

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
  .superRefine(({ after, updated_since, cursor, search }, context) => {
    if (after === undefined && updated_since === undefined) return;
    for (const [name, value] of Object.entries({ cursor, search })) {
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
export type FeedRequest = Pick<OrderQuery, "status" | "limit" | "updated_since"> & {
  after: FeedPosition | null;
};

/** The feed that a query requests; undefined when it requests the list. */
export function toFeedRequest(query: OrderQuery): FeedRequest | undefined {
  const { after = null, updated_since, status, limit } = query;
  if (query.after === undefined && updated_since === undefined) return undefined;
  return { after, updated_since, status, limit };
}
