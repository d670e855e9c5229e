import type { MiddlewareHandler } from "hono";
import type { LinkFailures } from "#app/api/rate-limit.ts";
import { isLinkPath } from "#app/shared/paths.ts";
import { blockedLinksPage } from "./errors.ts";

type OrderPageOptions = {
  failures: LinkFailures;
  clientAddress: (c: Parameters<MiddlewareHandler>[0]) => string;
};

/** The address of such a page is a credential: not stored, not sent to other sites, not indexed. */
const privateHeaders = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow, noarchive",
};

/** Counts wrong links of orders and helpers, answers 429 to networks with too many, and adds the headers of private pages. */
export function protectOrderPages({
  failures,
  clientAddress,
}: OrderPageOptions): MiddlewareHandler {
  return async (c, next) => {
    if (!isLinkPath(c.req.path)) return next();
    const address = clientAddress(c);
    await next();
    const admission = c.res.status === 404 ? await failures.consume(address) : undefined;
    if (admission?.ok === false) {
      c.res = undefined;
      c.res = c.html(blockedLinksPage.html, 429, {
        ...blockedLinksPage.headers,
        "Retry-After": String(admission.retryAfterSeconds),
      });
    }
    for (const [name, value] of Object.entries(privateHeaders)) c.res.headers.set(name, value);
  };
}
