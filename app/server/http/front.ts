import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { hasJustSaved } from "#app/api/just-saved-cookie.ts";
import type { Live } from "../live/change-streams.ts";
import type { PageService } from "../pages/page-service.ts";
import type { ReadCache } from "./api-cache.ts";
import type { MediaAnswers } from "./media.ts";
import type { RouteTimes } from "./request-times.ts";
import type { Files } from "./static-files.ts";
import { type StoredAnswer, sendStored } from "./stored-response.ts";
import { arrivalOf, type Visitors } from "./visitors.ts";

export type FrontOptions = {
  files: Files;
  pages: PageService;
  reads: ReadCache;
  media: MediaAnswers;
  live: Pick<Live, "open">;
  visitors: Visitors;
  /** Which route's time a ready answer's is. */
  timesOf(request: IncomingMessage, answer: StoredAnswer): RouteTimes;
  /** Whoever answers what does not lie ready. */
  next: (request: IncomingMessage, response: ServerResponse) => void;
};

const eventsAddress = /^\/api\/events(?:\?|$)/;

/**
 * The first to see a request: what lies ready in memory goes out at once, everything else goes on. Streams stay here,
 * since they are written to for as long as a page is open.
 */
export function createFront(options: FrontOptions): RequestListener {
  const { files, pages, reads, media, live, visitors, timesOf, next } = options;

  function ready(request: IncomingMessage) {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (url.startsWith("/media/")) return media.ready(url, headers.accept);
    const file = files.get(url.split("?", 1)[0] ?? "");
    if (file) return file;
    if (hasJustSaved(headers.cookie)) return undefined;
    if (url.startsWith("/api/")) return reads.ready(url);
    const origin = visitors.originOf(arrivalOf(request));
    return origin && pages.ready(origin, url);
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === "GET" && eventsAddress.test(request.url ?? "")) {
      live.open(request, response);
      return;
    }
    const begun = performance.now();
    const answer = ready(request);
    if (!answer) return next(request, response);
    sendStored(request, response, answer);
    const seconds = (performance.now() - begun) / 1000;
    timesOf(request, answer).record(response.statusCode, seconds);
  };
}
