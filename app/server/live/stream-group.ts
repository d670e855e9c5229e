import type { ServerResponse } from "node:http";
import type { Log } from "#app/platform/log.ts";
import { heartbeat } from "./frames.ts";

/** One open stream. */
export type Stream = {
  response: ServerResponse;
  /** The network it comes from, as `network` has it. */
  network: string;
  /** Id of the session or token that makes it the administrator's. */
  heldBy?: string | undefined;
};

export type Audience = {
  readonly name: string;
  readonly streams: ReadonlySet<Stream>;
  /** Milliseconds since there was anything to tell, or since the process began. */
  quietFor(): number;
  add(stream: Stream): void;
  send(frame: Buffer): void;
  /** Ends a stream with its last words. */
  end(stream: Stream, lastWords: Buffer | string, reason: string): void;
};

/** Milliseconds; proxies give up on a connection that is silent for a minute. */
const heartbeatPause = 20_000;
/** Bytes that may wait for a reader when the next frame is due; the kernel holds some hundred thousand more. */
const mostWaiting = 65_536;
/** Milliseconds that a reader has to take the last words, and keeps an ending process waiting. */
const lastWordsLimit = 300;

/** Those who read the same. A reader too slow to have taken the frames before is let go: it comes back and asks anew. */
export function createAudience(name: string, log: Log): Audience {
  const streams = new Set<Stream>();
  let toldAt = performance.now();
  setInterval(() => write(heartbeat), heartbeatPause).unref();

  function write(frame: Buffer): void {
    for (const stream of streams) {
      if (stream.response.writableLength > mostWaiting) drop(stream);
      else stream.response.write(frame);
    }
  }

  function drop(stream: Stream): void {
    leave(stream, "too slow");
    stream.response.destroy();
  }

  function leave(stream: Stream, reason: string): void {
    if (streams.delete(stream)) log.debug({ audience: name, reason }, "a stream ended");
  }

  return {
    name,
    streams,
    add(stream) {
      streams.add(stream);
      stream.response.once("close", () => leave(stream, "left"));
      // A write that comes too late is nobody's failure.
      stream.response.on("error", () => leave(stream, "broken"));
    },
    quietFor: () => Math.floor(performance.now() - toldAt),
    send(frame) {
      toldAt = performance.now();
      write(frame);
    },
    end(stream, lastWords, reason) {
      leave(stream, reason);
      stream.response.end(lastWords);
      setTimeout(() => stream.response.destroy(), lastWordsLimit).unref();
    },
  };
}
