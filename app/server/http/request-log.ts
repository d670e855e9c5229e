import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { type Log, redactPath } from "#app/platform/log.ts";

export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Adds the request's id to each line. */
    log: Log;
    /** Of a public page that only the administrator sees: see `announceOpening`. */
    isPreview?: boolean;
  };
};

/** Requested every few seconds by proxies and monitoring. */
const checkPaths = new Set(["/api/health", "/api/health/live", "/metrics"]);

/**
 * Gives each request an id, returns it as X-Request-Id and logs one line without query, address or other personal data.
 * Responses from memory are sent before this and not logged; successful checks are logged at level debug.
 */
export function logRequests(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("log", log.child({ requestId }));
    await next();
    c.res.headers.set("X-Request-Id", requestId);
    const line = {
      method: c.req.method,
      path: redactPath(c.req.path),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    };
    const isCheck = c.res.ok && checkPaths.has(c.req.path);
    c.get("log")[isCheck ? "debug" : "info"](line, "request");
  };
}
