import { randomBytes } from "node:crypto";
import { hasJustSaved } from "#app/api/just-saved-cookie.ts";
import type { Pages } from "#app/entry.server.tsx";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { pageCacheKey } from "#app/shared/paths.ts";
import type { Shop } from "#app/shop.ts";
import { complete, type HeaderLine, linesOf } from "../http/headers.ts";
import {
  type AnswerCache,
  type CacheFigures,
  createAnswerCache,
  type Rendering,
} from "../http/response-cache.ts";
import { filePolicy } from "../http/security-headers.ts";
import { compressAnswer, type StoredAnswer } from "../http/stored-response.ts";
import { secureDocument } from "./content-policy.ts";
import { paintFirst } from "./paint-first.ts";

export type PageServiceOptions = {
  pages: Pages;
  shop: Shop;
  /** Header lines that stand on every answer. */
  commonHeaders: HeaderLine[];
  /** Where originals of pictures come from, if not from here. */
  pictureOrigin?: string | undefined;
  /** Nothing is kept, and no content policy is sent: the development server writes scripts and styles of its own. */
  development?: boolean;
};

type Report = (error: unknown) => void;

export type PageService = {
  /** The page if it lies ready; `target` is path and query, `origin` where the visitor sees the site. */
  ready(origin: string, target: string): StoredAnswer | undefined;
  /**
   * The page, rendered if need be; `report` hears of loaders and components that failed. Throws the database's error
   * when it is away.
   */
  answer(request: Request, origin: string, report: Report): Promise<StoredAnswer>;
  /** Forgets every page: the shop's data has changed. */
  forget(): void;
  figures(): CacheFigures;
};

/** Vite's client brings scripts, styles and sockets that no hash knows. */
const developmentPolicy = "frame-ancestors 'none'";

/** Kept by browsers and asked for again each time; one's own page by nobody in between. */
const sharedPage = "no-cache";
const ownPage = "private, no-cache";

const pageLimits = { bytes: 32 * 2 ** 20, entries: 500 };

/** The public pages, each rendered once per change of data and kept ready to send. */
export function createPageService({
  pages,
  shop,
  commonHeaders,
  pictureOrigin,
  development = false,
}: PageServiceOptions): PageService {
  const scriptMark = randomBytes(12).toString("hex");
  const plain = createAnswerCache(pageLimits);
  // Pages with parameters apart: whatever values people try, the plain pages keep their place.
  const withParameters = createAnswerCache(pageLimits);
  const cacheOf = (address: string): AnswerCache =>
    address.includes("?") ? withParameters : plain;

  async function render(request: Request, report: Report, caching: string): Promise<Rendering> {
    let away: unknown;
    const response = await pages(request, {
      shop,
      scriptMark,
      report(error) {
        if (isDatabaseUnavailable(error)) away = error;
        else report(error);
      },
    });
    if (away) throw away;
    if (isLastResort(response)) throw new Error("the router could not render its own error page");
    const body = Buffer.from(await response.arrayBuffer());
    const answer = await compressAnswer({
      status: response.status,
      ...finish(response, body, caching),
    });
    return { answer, keep: !development && mayKeep(response, request) };
  }

  function finish(response: Response, body: Buffer, caching: string) {
    const defaults: HeaderLine[] = [["Cache-Control", caching], ...commonHeaders];
    const headers = complete(linesOf(response.headers), defaults);
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) {
      headers.push(["Content-Security-Policy", filePolicy]);
      return { headers, body };
    }
    const page = development ? body.toString() : paintFirst(body.toString());
    const { html, policy } = secureDocument(page, scriptMark, pictureOrigin);
    headers.push(["Content-Security-Policy", development ? developmentPolicy : policy]);
    return { headers, body: Buffer.from(html) };
  }

  return {
    ready(origin, target) {
      const address = pageCacheKey(target);
      return address === undefined ? undefined : cacheOf(address).get(origin + address);
    },
    async answer(request, origin, report) {
      const { pathname, search } = new URL(request.url);
      const address = pageCacheKey(pathname + search);
      if (!address) return (await render(seenFrom(origin, request), report, ownPage)).answer;
      // A kept page is everybody's: it is rendered from its address alone, whoever asks first.
      const key = origin + address;
      if (hasJustSaved(request.headers.get("Cookie"))) {
        return (await render(new Request(key), report, ownPage)).answer;
      }
      return cacheOf(address).fetch(key, () => render(new Request(key), report, sharedPage));
    },
    forget() {
      plain.clear();
      withParameters.clear();
    },
    figures() {
      const [one, other] = [plain.figures(), withParameters.figures()];
      return {
        hits: one.hits + other.hits,
        misses: one.misses + other.misses,
        entries: one.entries + other.entries,
        bytes: one.bytes + other.bytes,
      };
    },
  };
}

/** What a parameter asks for in vain, such as a product that is gone, is kept too; an unknown path is to be logged each time. */
function mayKeep({ status, headers }: Response, { url }: Request): boolean {
  const isPrivate = /private|no-store/.test(headers.get("Cache-Control") ?? "");
  const isWhole = status === 200 || (status === 404 && url.includes("?"));
  return isWhole && !isPrivate && !headers.has("Set-Cookie");
}

function isLastResort({ status, headers }: Response): boolean {
  return status >= 500 && headers.get("Content-Type") === "text/plain";
}

function seenFrom(origin: string, request: Request): Request {
  const { pathname, search } = new URL(request.url);
  return new Request(origin + pathname + search, {
    method: request.method,
    headers: request.headers,
  });
}
