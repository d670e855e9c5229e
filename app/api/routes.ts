import { type RouteConfig, z } from "@hono/zod-openapi";
import type { Env, MiddlewareHandler } from "hono";
import type { ApiDependencies, ReadEnv } from "./api-types.ts";
import { requireAdmin, requireSameOrigin, requireSession } from "./guard.ts";
import { type ProblemStatus, problemResponses, unknownParametersProblem } from "./problem.ts";
import { requireJsonBody } from "./request-body.ts";

type RouteDescription = Omit<RouteConfig, "security" | "middleware">;
type Security = Record<string, string[]>[];

const bySession: Security = [{ session: [] }];
const bySessionOrToken: Security = [{ session: [] }, { token: [] }];
const bySessionOrWebhookToken: Security = [{ session: [] }, { webhookToken: [] }];
/** `security` of a route for all visitors that returns more to the administrator. */
export const optionalSecurity: Security = [{}, ...bySessionOrToken];

/** Far above the size of any row that a form saves. */
const maxRowBytes = 512 * 1024;
const maxFormBytes = 16 * 1024;

/**
 * A route of the administrator, by session or personal token. The guard, `security` and the error responses of the guard
 * and of the request's validation follow from it: 403 for writes, 413 and 415 where there is a JSON body.
 *
 *     const route = adminRoute(deps, { method: "patch", path: "/products/{id}", … });
 *     api.openapi(route, async (c) => {
 *       const author = c.get("author"); // for the audit log and the change feed
 */
export function adminRoute<P extends string, R extends RouteDescription & { path: P }>(
  deps: ApiDependencies,
  route: R,
  maxBodyBytes = maxRowBytes,
) {
  const guardStatuses: ProblemStatus[] = isRead(route) ? [] : [403];
  return {
    ...route,
    security: bySessionOrToken,
    middleware: withInputCheck(requireAdmin(deps), route, maxBodyBytes),
    responses: withProblems(route, guardStatuses),
  };
}

/** As `adminRoute`; a token needs the scope `webhooks`. */
export function webhookRoute<P extends string, R extends RouteDescription & { path: P }>(
  deps: ApiDependencies,
  route: R,
) {
  return {
    ...route,
    security: bySessionOrWebhookToken,
    middleware: withInputCheck(requireAdmin(deps, "webhooks"), route, maxFormBytes),
    responses: withProblems(route, [403]),
  };
}

/** As `adminRoute`, for what no token may do: the password, the second factor, sessions and tokens. */
export function sessionRoute<P extends string, R extends RouteDescription & { path: P }>(
  deps: ApiDependencies,
  route: R,
) {
  return {
    ...route,
    security: bySession,
    middleware: withInputCheck(requireSession(deps), route, maxFormBytes),
    responses: withProblems(route, [403]),
  };
}

/** A route for all visitors. Writes are accepted from the shop's own pages and from programs only. */
export function publicRoute<P extends string, R extends RouteDescription & { path: P }>(
  deps: ApiDependencies,
  route: R,
  maxBodyBytes = maxFormBytes,
) {
  const guard = isRead(route) ? passOn : requireSameOrigin(deps.ownOrigin);
  return {
    ...route,
    middleware: withInputCheck(guard, route, maxBodyBytes),
    responses: withProblems(route, isRead(route) ? [] : [403]),
  };
}

/** A read whose response is the same for all visitors and cached until the data changes. */
export function cachedRoute<P extends string, R extends RouteDescription & { path: P }>(
  { publicReads }: ApiDependencies,
  route: R,
) {
  return {
    ...route,
    middleware: withInputCheck(publicReads, route),
    responses: withProblems(withCacheTag(route), []),
  };
}

/** A cached list of visible rows, and with `?all=1` the list of all rows for the administrator. */
export function catalogueRoute<P extends string, R extends RouteDescription & { path: P }>(
  deps: ApiDependencies,
  route: R,
) {
  const guard: MiddlewareHandler = requireAdmin(deps);
  const middleware: MiddlewareHandler<ReadEnv> = (c, next) => {
    if (c.req.query("all") === undefined) return deps.publicReads(c, next);
    c.set("shop", deps.shop);
    return guard(c, next);
  };
  return {
    ...route,
    security: optionalSecurity,
    middleware: withInputCheck(middleware, route),
    responses: withProblems(withCacheTag(route), []),
  };
}

/** The parameter `all` of a `catalogueRoute`. */
export const allParameter = z
  .literal("1", { error: "Use all=1." })
  .optional()
  .meta({ description: "`1`: também as linhas ocultas. Só para o administrador." });

const cacheTag = {
  ETag: {
    description: "Envie em `If-None-Match`: se nada mudou, a resposta é 304.",
    schema: { type: "string" as const },
  },
};

/** Documents the conditional requests that the cache of public reads answers. */
function withCacheTag<R extends RouteDescription>(route: R): R {
  const responses = {
    ...route.responses,
    200: { ...route.responses[200], headers: cacheTag },
    304: { description: "Nada mudou desde o `ETag` enviado." },
  };
  return { ...route, responses };
}

const passOn: MiddlewareHandler = (_c, next) => next();

function isRead({ method }: RouteDescription): boolean {
  return method === "get";
}

/**
 * Rejects unknown query parameters, and bodies that are not JSON or too large. The guard decides first, so that only
 * administrators learn what is wrong with their request.
 */
function withInputCheck<E extends Env>(
  guard: MiddlewareHandler<E>,
  route: RouteDescription,
  maxBodyBytes = maxFormBytes,
): MiddlewareHandler<E> {
  const known = new Set(parameterNames(route));
  const checkBody = hasJsonBody(route) ? requireJsonBody(maxBodyBytes) : passOn;
  const checkInput: MiddlewareHandler = (c, next) => {
    const unknown = Object.keys(c.req.queries()).filter((name) => !known.has(name));
    if (unknown.length > 0) throw unknownParametersProblem(unknown);
    return checkBody(c, next);
  };
  return (c, next) =>
    guard(c, async () => {
      await checkInput(c, next);
    });
}

function parameterNames({ request }: RouteDescription): string[] {
  return request?.query instanceof z.ZodObject ? Object.keys(request.query.shape) : [];
}

/** Any route may reject its parameters or a token, or fail without the database. */
const commonStatuses: ProblemStatus[] = [400, 401, 429, 503];

/** The responses of a route with those of its guard and its validation; its own description of a status wins. */
function withProblems<R extends RouteDescription>(
  route: R,
  guardStatuses: ProblemStatus[],
): R["responses"] {
  const bodyStatuses: ProblemStatus[] = hasJsonBody(route) ? [413, 415] : [];
  return {
    ...problemResponses(...commonStatuses, ...guardStatuses, ...bodyStatuses),
    ...route.responses,
  };
}

function hasJsonBody({ request }: RouteDescription): boolean {
  return request?.body?.content["application/json"] !== undefined;
}
