import type { ServerResponse } from "node:http";
import type { Log } from "#app/platform/log.ts";
import { eventFrame } from "./change-batches.ts";

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
