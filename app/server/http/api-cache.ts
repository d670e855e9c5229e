import type { Context, MiddlewareHandler, Next } from "hono";
import { hasJustSaved } from "#app/api/just-saved-cookie.ts";
import { complete, type HeaderLine, linesOf } from "./headers.ts";
import { type CacheFigures, createAnswerCache, type Rendering } from "./response-cache.ts";
import { dataPolicy } from "./security-headers.ts";
import { compressAnswer, type StoredAnswer, toResponse } from "./stored-response.ts";

export type ReadCache = {
  /** Stands before a public read of the API and answers from memory what has been asked before. */
  middleware: MiddlewareHandler;
  /** The answer if it lies ready; `target` is path and query. */
  ready(target: string): StoredAnswer | undefined;
  forget(): void;
  figures(): CacheFigures;
};

const limits = { bytes: 8 * 2 ** 20, entries: 50 };

/** Whole lists and those of a category; other questions are too many to keep. */
const keptTarget = /^\/api\/[a-z]+(?:\?category=[a-z-]{1,40})?$/;

export function createReadCache(commonHeaders: HeaderLine[]): ReadCache {
  const cache = createAnswerCache(limits);
  const defaults: HeaderLine[] = [...commonHeaders, ["Content-Security-Policy", dataPolicy]];

  async function read(c: Context, next: Next): Promise<Rendering> {
    await next();
    const { status, headers } = c.res;
    const lines = linesOf(headers).filter(([name]) => name !== "Cache-Control" && name !== "Etag");
    const answer = await compressAnswer({
      status,
      headers: complete([...lines, ["Cache-Control", "no-cache"]], defaults),
      body: Buffer.from(await c.res.arrayBuffer()),
    });
    return { answer, keep: status === 200 };
  }

  return {
    async middleware(c, next) {
      const { pathname, search } = new URL(c.req.url);
      const target = pathname + search;
      const isFresh = hasJustSaved(c.req.header("Cookie"));
      if (isFresh || !keptTarget.test(target)) return next();
      const answer = await cache.fetch(target, () => read(c, next));
      // Emptied first: an answer set over another inherits its header lines.
      c.res = undefined;
      c.res = toResponse(c.req.raw, answer);
    },
    ready: (target) => (keptTarget.test(target) ? cache.get(target) : undefined),
    forget: () => cache.clear(),
    figures: cache.figures,
  };
}
