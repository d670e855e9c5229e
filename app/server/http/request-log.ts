import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { type Log, tellPath } from "#app/platform/log.ts";

export type RequestVariables = {
  requestId: string;
  /** The log, each line carrying the request's id. */
  log: Log;
};

/**
 * Gives each request an id, says it in the answer and logs one line: path without query, no address, nothing of the
 * visitor. What lies ready in memory is sent before it comes here and leaves no line.
 */
export function logRequests(log: Log): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c, next) => {
    const begun = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("log", log.child({ requestId }));
    await next();
    c.header("X-Request-Id", requestId);
    const line = {
      method: c.req.method,
      path: tellPath(c.req.path),
      status: c.res.status,
      ms: Math.round(performance.now() - begun),
    };
    c.get("log").info(line, "request");
  };
}
