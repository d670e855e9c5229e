import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Files } from "./answers/files.ts";
import type { MediaAnswers } from "./answers/media.ts";
import type { ReadCache } from "./answers/read-cache.ts";
import { type StoredAnswer, sendStored } from "./answers/stored-answer.ts";
import type { RouteTimes } from "./metrics/request-times.ts";
import type { PageService } from "./pages/page-service.ts";
import { arrivalOf, type Visitors } from "./requests/visitor.ts";

export type FrontOptions = {
  files: Files;
  pages: PageService;
  reads: ReadCache;
  media: MediaAnswers;
  visitors: Visitors;
  /** Which route's time a ready answer's is. */
  timesOf(request: IncomingMessage, answer: StoredAnswer): RouteTimes;
  /** Whoever answers what does not lie ready. */
  next: (request: IncomingMessage, response: ServerResponse) => void;
};

/** The first to see a request: what lies ready in memory goes out at once, everything else goes on. */
export function createFront(options: FrontOptions): RequestListener {
  const { files, pages, reads, media, visitors, timesOf, next } = options;

  function ready(request: IncomingMessage) {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (url.startsWith("/api/")) return reads.ready(url);
    if (url.startsWith("/media/")) return media.ready(url, headers.accept);
    const file = files.get(url.split("?", 1)[0] ?? "");
    if (file) return file;
    const origin = visitors.originOf(arrivalOf(request));
    return origin && pages.ready(origin, url);
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const begun = performance.now();
    const answer = ready(request);
    if (!answer) return next(request, response);
    sendStored(request, response, answer);
    const seconds = (performance.now() - begun) / 1000;
    timesOf(request, answer).record(response.statusCode, seconds);
  };
}
