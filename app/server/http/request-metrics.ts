import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import type { Counter } from "prom-client";
import type { RequestTimes, RouteTimes } from "./request-times.ts";
import { routeName } from "./route-names.ts";
import type { StoredAnswer } from "./stored-response.ts";

type Refusals = Pick<Counter<"of" | "reason">, "inc">;

const refusalsCounted: Record<string, string> = {
  "POST /api/orders": "order",
  "POST /api/auth/login": "sign-in",
};

/** Counts what goes through the routes, and why orders and sign-ins were refused. */
export function measureRequests(times: RequestTimes, refusals: Refusals): MiddlewareHandler {
  return async (c, next) => {
    const begun = performance.now();
    await next();
    const { method, path } = c.req;
    const route = patternOf(matchedRoutes(c).map((one) => one.path)) ?? routeName(path);
    times.of(method, route).record(c.res.status, (performance.now() - begun) / 1000);
    const of = refusalsCounted[`${method} ${route}`];
    // A problem's message is its kind, one of those that stand in the code.
    if (of && c.error instanceof HTTPException) refusals.inc({ of, reason: c.error.message });
  };
}

/** The most telling of the patterns that a request went by; undefined where only catch-alls took it. */
function patternOf(paths: string[]): string | undefined {
  const own = paths.filter((path) => path.startsWith("/api") || path === "/metrics");
  return own.findLast((path) => !path.endsWith("*")) ?? own.at(-1);
}

/** Counts what goes out of memory; which route an answer belongs to is worked out the first time it does. */
export function measureReady(times: RequestTimes) {
  const known = new WeakMap<StoredAnswer, RouteTimes>();
  return ({ method, url = "" }: IncomingMessage, answer: StoredAnswer): RouteTimes => {
    const before = method === "GET" ? known.get(answer) : undefined;
    if (before) return before;
    const [path = ""] = url.split("?", 1);
    const route = times.of(method, path.startsWith("/api/") ? path : routeName(path));
    if (method === "GET") known.set(answer, route);
    return route;
  };
}
