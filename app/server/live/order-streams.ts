import type { ServerResponse } from "node:http";
import type { LinkFailures } from "#app/api/rate-limit.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Shop } from "#app/shop.ts";
import { createChangeBatches } from "./change-batches.ts";

/** The id of the order that a page's link opens; undefined for a wrong link, which counts as a failure of the client. */
export type FindOrderOfLink = (ref: string, clientAddress: string) => Promise<string | undefined>;

/** With a wrong link a stream has the public changes only. */
export function createOrderFinder(
  { resolveOrderLink }: Pick<Shop, "resolveOrderLink">,
  failures: LinkFailures,
): FindOrderOfLink {
  return async (ref, clientAddress) => {
    const link = await resolveOrderLink(ref);
    if (link.ok) return link.id;
    if (link.reason === "not-found") await failures.consume(clientAddress);
    return undefined;
  };
}

/** The streams of order pages, by the id of the order that their link opened. */
export type OrderStreams = {
  add(orderId: string, response: ServerResponse): void;
};

/**
 * Notifies the page of an order of that order's changes only, without data: visitors learn nothing of other orders. The
 * public stream, which has no changes of orders, continues beside it on the same connection.
 */
export function createOrderStreams({ subscribe }: Pick<OpenDatabase, "subscribe">): OrderStreams {
  const byOrder = new Map<string, { responses: Set<ServerResponse>; add(): void }>();

  subscribe(({ table, id }) => {
    if (table === "orders") byOrder.get(id)?.add();
  });

  function open(orderId: string) {
    const responses = new Set<ServerResponse>();
    const batches = createChangeBatches((frame) => {
      for (const response of responses) response.write(frame);
    });
    // The table alone: the page refetches what its link may show.
    const add = () => batches.add({ table: "orders", operation: "UPDATE", id: orderId });
    const watchers = { responses, add };
    byOrder.set(orderId, watchers);
    return watchers;
  }

  return {
    add(orderId, response) {
      const { responses } = byOrder.get(orderId) ?? open(orderId);
      responses.add(response);
      response.once("close", () => {
        responses.delete(response);
        if (responses.size === 0) byOrder.delete(orderId);
      });
    },
  };
}
