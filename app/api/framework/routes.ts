import { type RouteConfig, z } from "@hono/zod-openapi";
import type { Context, Env, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import type { BlankEnv } from "hono/types";
import type { VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import { type Area, isAllowed, memberRoles } from "#app/domain/people/roles.ts";
import type { Api, ApiDependencies, ReadEnv } from "./api-types.ts";
import { requireAdmin, requireCustomer, requireSameOrigin, requireSession } from "./guard.ts";
import {
  notFoundProblem,
  type ProblemStatus,
  problem,
  problemResponses,
  unknownParametersProblem,
} from "./problem.ts";
import {
  completeList,
  jsonContent,
  jsonRequestBody,
  listSchema,
  requireJsonBody,
} from "./request-body.ts";
import { idParams, setVersionTag, versionTagHeaders } from "./rows.ts";

type Security = Record<string, string[]>[];
type Schema = z.ZodType;

const bySession: Security = [{ session: [] }];
const bySessionOrToken: Security = [{ session: [] }, { token: [] }];
const bySessionOrWebhookToken: Security = [{ session: [] }, { webhookToken: [] }];
/** `security` of a route for all visitors that returns more to the administrator. */
export const optionalSecurity: Security = [{}, ...bySessionOrToken];

/** Far above the size of any row that a form saves. */
const maxRowBytes = 512 * 1024;
const maxFormBytes = 16 * 1024;

/** A route as the document has it, besides its answer. */
type Described<Body, Query, Header, Params> = {
  method?: RouteConfig["method"];
  path: string;
  summary: string;
  description: string;
  security?: Security;
  /** The area in which members may send it, as their role allows there; without one only the administrator may. */
  area?: Area;
  /** The default is `id`, where the path has one. */
  params?: Params;
  /** A loose object takes any other parameters too. */
  query?: Query;
  headers?: Header;
  /** The schema of a JSON body. */
  body?: Body;
  /** A body that is not JSON. */
  form?: NonNullable<RouteConfig["request"]>["body"];
  /** Errors besides those of the guard, of the validation and of a missing row. */
  problems?: ReturnType<typeof problemResponses>;
  maxBodyBytes?: number;
  /** Leaves it out of the document. */
  hide?: boolean;
};

type Route<E extends Env, Body, Query, Header, Params, Answer, Result> = Described<
  Body,
  Query,
  Header,
  Params
> & {
  answer: Answer;
  /**
   * Gets the valid parts of the request and who sent it. Throws the problem of a rejection. A method, whose parameter may be
   * narrower than that of `AnyRoute`.
   */
  run(
    input: E["Variables"] & {
      c: Context<E>;
      id: string;
      params: z.output<Params>;
      query: z.output<Query>;
      header: z.output<Header>;
      body: z.output<Body>;
    },
  ): Promise<Result> | Result;
};

type Documented<Row> = readonly [description: string, schema: Row];

type Guard<E extends Env> = {
  middleware: MiddlewareHandler<E>;
  security?: Security;
  /** The cache of public reads answers conditional requests. */
  isCached?: boolean;
  maxBodyBytes?: number;
};

type AnyRoute<E extends Env> = Route<
  E,
  Schema,
  Schema,
  Schema,
  Schema,
  RouteConfig["responses"],
  Response
>;

/** The valid parts of any request. */
type ValidInput = {
  out: { param: { id: string }; query: unknown; header: unknown; json: unknown };
};

/** Adds a route with the checks of its requests; the error responses of these follow. */
function addRoute<E extends Env>(
  api: Api,
  tag: string,
  { middleware, isCached, ...guard }: Guard<E>,
  { run, answer, params, query, headers, body, form, problems, area, ...described }: AnyRoute<E>,
): void {
  const { maxBodyBytes = guard.maxBodyBytes ?? maxFormBytes, method = "get", ...texts } = described;
  const parts = { params: params ?? (texts.path.includes("{id}") && idParams), query, headers };
  const json = body && jsonRequestBody(body);
  const statuses: ProblemStatus[] = [...commonStatuses];
  if (method !== "get" || guard.security) statuses.push(403);
  if (json) statuses.push(413, 415);
  const roles = memberRoles.filter((role) =>
    isAllowed(role, method === "get" ? "read" : "write", area),
  );
  const route: RouteConfig = {
    security: guard.security,
    ...(roles.length > 0 && { "x-roles": roles }),
    ...texts,
    method,
    tags: [tag],
    middleware: withInputCheck(middleware, query, json && requireJsonBody(maxBodyBytes)),
    request: {
      ...Object.fromEntries(Object.entries(parts).filter(([, schema]) => schema)),
      ...((json ?? form) && { body: json ?? form }),
    },
    responses: {
      ...problemResponses(...statuses),
      ...(isCached ? withCacheTag(answer) : answer),
      ...problems,
    },
  };
  api.openapi(route, (valid: Context<BlankEnv, string, ValidInput>) => {
    const params = valid.req.valid("param");
    const query = valid.req.valid("query");
    const header = valid.req.valid("header");
    const body = valid.req.valid("json");
    // The middleware has set the variables.
    const c: Context = valid;
    return run({ ...c.var, ...params, c, params, query, header, body });
  });
}

/** Adds routes of one subject, by the shape of their answer: `row`, `list`, `done`, or any other `response`. */
function createRoutes<E extends Env>(
  api: Api,
  tag: string,
  guard: (route: { method: string; path: string; area: Area | undefined }) => Guard<E>,
) {
  function response<B extends Schema, Q extends Schema, H extends Schema, P extends Schema>(
    described: Route<E, B, Q, H, P, RouteConfig["responses"], Response>,
  ): void {
    const { method = "get", path, area } = described;
    addRoute(api, tag, guard({ method, path, area }), described);
  }

  return {
    /** Any response, with its documentation by status. */
    response,

    /**
     * A row or another object, and 404 where there is none. `tagged`: with its version, and what the function returns, as the
     * `ETag`.
     */
    row<
      Row extends Schema,
      B extends Schema,
      Q extends Schema,
      H extends Schema,
      P extends Schema,
    >({
      answer: [description, schema],
      status = 200,
      tagged,
      run,
      ...described
    }: Route<E, B, Q, H, P, Documented<Row>, z.input<Row> | undefined> & {
      status?: 200 | 201;
      tagged?: true | ((row: z.input<Row>) => unknown);
    }): void {
      const headers = tagged && { headers: versionTagHeaders };
      const success = { description, ...headers, content: jsonContent(schema) };
      response({
        ...described,
        answer: { [status]: success, ...missingRow(described.path) },
        async run(input) {
          const row = await run(input);
          if (!row) throw notFoundProblem();
          const extra = typeof tagged === "function" ? tagged(row) : undefined;
          if (tagged) setVersionTag(input.c, row as object as VersionedRow, extra);
          return input.c.json(row as object, status);
        },
      });
    },

    /** All rows of a list, without further pages. */
    list<
      Row extends Schema,
      B extends Schema,
      Q extends Schema,
      H extends Schema,
      P extends Schema,
    >({
      answer: [description, schema],
      run,
      ...described
    }: Route<E, B, Q, H, P, Documented<Row>, z.input<Row>[] | undefined>): void {
      const content = jsonContent(listSchema(schema));
      response({
        ...described,
        answer: { 200: { description, content } },
        async run(input) {
          const rows = await run(input);
          if (!rows) throw notFoundProblem();
          return input.c.json(completeList(rows) as object);
        },
      });
    },

    /** 204 with the description `answer`, or after `false` 404 with the title `missing`. */
    done<B extends Schema, Q extends Schema, H extends Schema, P extends Schema>({
      answer,
      missing,
      run,
      ...described
    }: Route<E, B, Q, H, P, string, unknown> & { missing?: string }): void {
      response({
        ...described,
        answer: { 204: { description: answer }, ...missingRow(described.path) },
        async run(input) {
          if ((await run(input)) !== false) return input.c.body(null, 204);
          throw missing ? problem(404, { kind: "not-found", title: missing }) : notFoundProblem();
        },
      });
    },
  };
}

function missingRow(path: string) {
  return path.includes("{id}") ? problemResponses(404) : {};
}

/**
 * Routes of the administrator, by session or personal token, and of members in their `area`. Exports are limited behind the
 * guard, so that no visitor takes their places.
 */
export function adminRoutes(api: Api, deps: ApiDependencies, tag: string) {
  const guard = { security: bySessionOrToken, maxBodyBytes: maxRowBytes };
  return createRoutes(api, tag, ({ path, area }) => {
    const requireAccess = requireAdmin(deps, area);
    const isExport = /\.(?:csv|pdf)$/.test(path);
    return {
      ...guard,
      middleware: isExport ? every(requireAccess, deps.limitExports) : requireAccess,
    };
  });
}

/** Routes like `adminRoutes` for which a token needs the scope `webhooks`. */
export function webhookRoutes(api: Api, deps: ApiDependencies) {
  const guard = { security: bySessionOrWebhookToken };
  return createRoutes(api, "Webhooks", ({ area }) => ({
    ...guard,
    middleware: requireAdmin(deps, area, "webhooks"),
  }));
}

/** Routes like `adminRoutes` for what no token may do: the password, the second factor, sessions, tokens and members. */
export function sessionRoutes(api: Api, deps: ApiDependencies, tag: string) {
  return createRoutes(api, tag, ({ area }) => ({
    security: bySession,
    middleware: requireSession(deps, area),
  }));
}

/** Routes of a customer, from a device on which the area is open. */
export function customerRoutes(api: Api, deps: ApiDependencies, tag: string) {
  const middleware = requireCustomer(deps);
  return createRoutes(api, tag, () => ({ middleware, security: [{ customer: [] }] }));
}

/** Routes for all visitors. Writes are accepted from the shop's own pages and from programs only. */
export function publicRoutes(api: Api, deps: ApiDependencies, tag: string) {
  const sameOrigin = requireSameOrigin(deps.ownOrigin);
  return createRoutes<{ Variables: object }>(api, tag, ({ method }) => ({
    middleware: method === "get" ? passOn : sameOrigin,
  }));
}

/** Reads whose response is the same for all visitors and cached until the data changes, unless `isCached` is false. */
export function cachedRoutes(
  api: Api,
  { publicReads }: ApiDependencies,
  tag: string,
  isCached = true,
) {
  return createRoutes(api, tag, () => ({ middleware: publicReads, isCached }));
}

/** Cached lists of visible rows, and with `?all=1` lists of all rows for the administrator and members. */
export function catalogueRoutes(api: Api, deps: ApiDependencies, tag: string) {
  const guard: MiddlewareHandler = requireAdmin(deps, "catalogue");
  const middleware: MiddlewareHandler<ReadEnv> = (c, next) => {
    if (c.req.query("all") === undefined) return deps.publicReads(c, next);
    c.set("shop", deps.shop);
    return guard(c, next);
  };
  return createRoutes(api, tag, () => ({ middleware, security: optionalSecurity, isCached: true }));
}

/** The parameter `all` of `catalogueRoutes`. */
export const allParameter = z
  .literal("1", { error: "Use all=1." })
  .optional()
  .meta({ description: "`1`: também as linhas ocultas. Só para o administrador." });

/** Documents the conditional requests that the cache of public reads answers. */
function withCacheTag(responses: RouteConfig["responses"]): RouteConfig["responses"] {
  const description = "Envie em `If-None-Match`: se nada mudou, a resposta é 304.";
  const headers = { ETag: { description, schema: { type: "string" as const } } };
  return {
    ...responses,
    200: { description: "", ...responses[200], headers },
    304: { description: "Nada mudou desde o `ETag` enviado." },
  };
}

const passOn: MiddlewareHandler = (_c, next) => next();

/**
 * Rejects unknown query parameters, unless the schema is a loose object, and bodies that are not JSON or too large. The guard decides first, so that only
 * administrators learn what is wrong with their request.
 */
function withInputCheck<E extends Env>(
  guard: MiddlewareHandler<E>,
  query: Schema | undefined,
  checkBody: MiddlewareHandler = passOn,
): MiddlewareHandler<E> {
  const known = new Set(query instanceof z.ZodObject ? Object.keys(query.shape) : []);
  const isLoose = query instanceof z.ZodObject && query.def.catchall instanceof z.ZodUnknown;
  const checkInput: MiddlewareHandler = (c, next) => {
    const unknown = isLoose ? [] : Object.keys(c.req.queries()).filter((name) => !known.has(name));
    if (unknown.length > 0) throw unknownParametersProblem(unknown);
    return checkBody(c, next);
  };
  return (c, next) =>
    guard(c, async () => {
      await checkInput(c, next);
    });
}

/** Any route may reject its parameters or a token, or fail without the database. */
const commonStatuses: readonly ProblemStatus[] = [400, 401, 429, 503];
