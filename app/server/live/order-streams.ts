import type { ServerResponse } from "node:http";
import type { WrongLinks } from "#app/api/framework/wrong-links.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import type { RowChange } from "#app/shared/changes.ts";
import type { Shop } from "#app/shop.ts";

/** One event of a text/event-stream, with JSON data. */
export function eventFrame(name: string, data: object): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Changes may have been missed: the page must refetch everything. */
const gapFrame = eventFrame("gap", {});

/** Four frames a second at most. */
const frameIntervalMs = 250;
/** The limit of changes: beyond it, refetching everything is cheaper than the list. */
const maxChangesPerFrame = 200;

export type ChangeBatches = {
  add(change: RowChange): void;
  /** Reports that changes may have been missed, after those already added. */
  addGap(): void;
};

/**
 * Gathers changes into frames, each built once for all its streams. A first change after a pause is sent after `delayMs`,
 * together with the others of its transaction; later ones wait for the next interval. Of several changes of one row in one
 * tab only the last is sent.
 */
export function createChangeBatches(send: (frame: Buffer) => void, delayMs = 0): ChangeBatches {
  let pending = new Map<string, RowChange>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (pending.size === 0) return;
    const changes = [...pending.values()];
    pending = new Map();
    timer = setTimeout(flush, frameIntervalMs);
    send(changes.length > maxChangesPerFrame ? gapFrame : eventFrame("changes", changes));
  }

  return {
    add(change) {
      const key = mergeKey(change);
      const earlier = pending.get(key);
      pending.delete(key);
      if (earlier || pending.size <= maxChangesPerFrame) pending.set(key, merge(earlier, change));
      timer ??= setTimeout(flush, delayMs);
    },
    addGap() {
      clearTimeout(timer);
      flush();
      send(gapFrame);
    },
  };
}

/** Changes by different users, in different tabs, or with and without a notification, are sent separately. */
function mergeKey({ table, id, by, tab, quiet, reminder }: RowChange): string {
  return [table, id, by, tab, quiet, reminder].join(" ");
}

/** A row whose insertion was not sent yet is still new after its first update. */
function merge(earlier: RowChange | undefined, change: RowChange): RowChange {
  const isNew = earlier?.operation === "INSERT" && change.operation === "UPDATE";
  return isNew ? { ...change, operation: "INSERT" } : change;
}

/** One open event stream. */
type Stream = {
  response: ServerResponse;
  /** Network of the client, from `networkOf()`. */
  network: string;
  /** Id of the session or token on which an administrator's stream depends. */
  credentialId?: string | undefined;
};

export type StreamGroup = {
  readonly name: string;
  readonly streams: ReadonlySet<Stream>;
  add(stream: Stream): void;
  send(frame: Buffer): void;
  /** Ends a stream after a final frame; an empty one sends nothing. */
  end(stream: Stream, finalFrame: Buffer | string, reason: string): void;
};

/** Proxies close connections that are silent for a minute. */
const heartbeatIntervalMs = 20_000;
/** An event rather than a comment, because a page cannot see comments. */
const heartbeatFrame = eventFrame("beat", {});
/** Unread bytes at which a stream is disconnected; the kernel buffers some hundred thousand more. */
const maxUnreadBytes = 65_536;
/** Time for a client to read the final frame before its socket is destroyed. */
const finalFrameTimeoutMs = 300;

/** Streams that receive the same frames. One that reads too slowly is disconnected; its page reconnects and refetches. */
export function createStreamGroup(name: string, log: Log): StreamGroup {
  const streams = new Set<Stream>();
  setInterval(() => send(heartbeatFrame), heartbeatIntervalMs).unref();

  function send(frame: Buffer): void {
    for (const stream of streams) {
      if (stream.response.writableLength > maxUnreadBytes) {
        remove(stream, "too slow");
        stream.response.destroy();
      } else stream.response.write(frame);
    }
  }

  function remove(stream: Stream, reason: string): void {
    if (streams.delete(stream)) log.debug({ group: name, reason }, "event stream ended");
  }

  return {
    name,
    streams,
    add(stream) {
      streams.add(stream);
      stream.response.once("close", () => remove(stream, "client disconnected"));
      // Writing to a connection that just broke is not an error of the server.
      stream.response.on("error", () => remove(stream, "connection broken"));
    },
    send,
    end(stream, finalFrame, reason) {
      remove(stream, reason);
      stream.response.end(finalFrame);
      setTimeout(() => stream.response.destroy(), finalFrameTimeoutMs).unref();
    },
  };
}

/** The id of the order that a page's link opens; undefined for a wrong link, which counts as a failure of the client. */
export type FindOrderOfLink = (ref: string, clientAddress: string) => Promise<string | undefined>;

/** Finds the order of a link; with a wrong link a stream has the public changes only. */
export function createOrderFinder(
  { orders }: Pick<Shop, "orders">,
  wrongLinks: WrongLinks,
): FindOrderOfLink {
  return async (ref, clientAddress) => {
    const link = await orders.resolveLink(ref);
    if (link.ok) return link.id;
    if (link.reason === "not-found") await wrongLinks.consume(clientAddress);
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
