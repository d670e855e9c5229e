import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { Counter, Histogram, type Registry } from "prom-client";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { pathOf } from "#app/shared/paths.ts";
import type { PageRoutes } from "../pages/page-routes.ts";
import type { StoredResponse } from "./stored-response.ts";

export type RequestMetrics = {
  /** Records requests that reach the routes, and rejected orders and sign-ins by reason. */
  middleware: MiddlewareHandler;
  /** Records a response sent from memory, which took `seconds`. */
  recordCached(
    request: IncomingMessage,
    response: StoredResponse,
    status: number,
    seconds: number,
  ): void;
};

/** In seconds: responses from memory take microseconds, orders milliseconds. */
const buckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const countedRejections: Record<string, string> = {
  "POST /api/orders": "order",
  "POST /api/auth/login": "sign-in",
};

/** Request durations by route pattern. No label contains anything that a visitor typed. */
export function createRequestMetrics(registry: Registry, pages: PageRoutes): RequestMetrics {
  const durations = new Histogram({
    name: "pomar_http_request_duration_seconds",
    help: "Seconds until a response was ready, by route pattern",
    labelNames: ["method", "route", "status"],
    buckets,
    registers: [registry],
  });
  const rejections = new Counter({
    name: "pomar_rejections_total",
    help: "Rejected orders and sign-ins, by reason",
    labelNames: ["of", "reason"],
    registers: [registry],
  });
  const placed = new Counter({
    name: "pomar_orders_placed_total",
    help: "Orders that were stored, without repetitions",
    registers: [registry],
  });
  // Matching a path against the patterns takes longer than sending a response from memory.
  const routes = new WeakMap<StoredResponse, string>();

  /** The pattern of a path outside the API: a page, page data, a picture or a file. */
  function routePattern(path: string): string {
    if (path.startsWith("/media/")) return "/media/*";
    if (path.startsWith("/assets/")) return "/assets/*";
    if (/\.(?:ico|png|svg)$/.test(path)) return "(file)";
    return pages.findPattern(path) ?? unknownPage;
  }

  function record(method: string | undefined, route: string, status: number, seconds: number) {
    const labels = { method: knownMethod(method), route, status: `${Math.floor(status / 100)}xx` };
    durations.observe(labels, seconds);
  }

  return {
    async middleware(c, next) {
      const startedAt = performance.now();
      await next();
      const { method, path } = c.req;
      const route = findApiPattern(matchedRoutes(c).map((one) => one.path)) ?? routePattern(path);
      record(method, route, c.res.status, (performance.now() - startedAt) / 1000);
      const of = countedRejections[`${method} ${route}`];
      if (of && c.error) rejections.inc({ of, reason: reasonOf(c.error) });
      else if (of === "order" && c.res.status === 201) placed.inc();
    },
    recordCached({ method, url = "" }, response, status, seconds) {
      let route = routes.get(response);
      if (route === undefined) {
        const path = pathOf(url);
        route = path.startsWith("/api/") ? path : routePattern(path);
        routes.set(response, route);
      }
      record(method, route, status, seconds);
    },
  };
}

/** A problem's message is its kind, which is a constant of the code. */
function reasonOf(error: Error): string {
  if (error instanceof HTTPException) return error.message;
  return isDatabaseUnavailable(error) ? "unavailable" : "error";
}

function knownMethod(method = ""): string {
  return methods.has(method) ? method : "OTHER";
}

/** The most specific API pattern that matched; undefined where only catch-all routes did. */
function findApiPattern(paths: string[]): string | undefined {
  const own = paths.filter((path) => path.startsWith("/api") || path === "/metrics");
  return own.findLast((path) => !path.endsWith("*")) ?? own.at(-1);
}

/** The pattern of all paths that are not pages. */
const unknownPage = "(unknown page)";
