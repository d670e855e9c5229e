import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Registry } from "prom-client";
import type { Api, ApiDependencies, Visit } from "#app/api/framework/api-types.ts";
import type { AreaSessions } from "#app/api/framework/area-sessions.ts";
import { problem } from "#app/api/framework/problem.ts";
import { networkOf } from "#app/api/framework/rate-limit.ts";
import type { WrongLinks } from "#app/api/framework/wrong-links.ts";
import { type Log, redactPath } from "#app/platform/log.ts";
import { type PageService, revisionHeader } from "#app/server/pages/page-service.ts";
import {
  expiredAreaCookie,
  expiredTableCookie,
  type PriceVisits,
  serveTableLinks,
} from "#app/server/price-visits.ts";
import {
  catalogueFilePath,
  isAdminPath,
  isLinkPath,
  isPageData,
  leavePath,
  tablePath,
} from "#app/shared/paths.ts";
import type { serveCatalogueFiles } from "./catalogue-files.ts";
import { handleError } from "./errors.ts";
import type { MediaService } from "./media.ts";
import type { CollectMetrics, RequestMetrics } from "./metrics.ts";
import {
  type AppEnv,
  contextSource,
  isLocal,
  logRequests,
  type SourceResolver,
} from "./request-source.ts";
import { dataPolicy, type HeaderLine, toResponse } from "./stored-response.ts";

export type AppOptions = {
  /** Mounted under /api. */
  api: Api;
  media: MediaService;
  pages: PageService;
  sources: SourceResolver;
  visits: PriceVisits;
  areaSessions: Pick<AreaSessions, "isWrong">;
  findVisit: ApiDependencies["findVisit"];
  commonHeaders: HeaderLine[];
  /** Answers the links of catalogues in PDF. */
  catalogueFiles: ReturnType<typeof serveCatalogueFiles>;
  wrongLinks: WrongLinks;
  /** Answers for the public pages until the shop is open. */
  opening: MiddlewareHandler<AppEnv>;
  /** Sees each error that a route throws. */
  noteFailure(error: Error): void;
  metrics: { registry: Registry; requests: RequestMetrics };
  /** Bearer token required for non-loopback access to /metrics. */
  metricsToken?: string | undefined;
  collectMetrics: CollectMetrics;
  log: Log;
};

/** The whole shop as one function from Request to Response. */
export function createApp(options: AppOptions) {
  const { api, media, sources, commonHeaders, metrics, metricsToken, log } = options;
  const app = new Hono<AppEnv>();
  app.use(logRequests(log), metrics.requests.middleware);
  app.use(addHeaders(commonHeaders), discardHeadBody);
  app.use(protectLinkPages(options.wrongLinks));
  app.route("/api", api);
  app.get("/media/*", async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const stored = await media.respond(pathname + search, c.req.header("Accept"));
    return toResponse(c.req.raw, stored);
  });
  app.get("/assets/*", () => {
    throw problem(404, { kind: "not-found", title: "Não encontrado" });
  });
  app.get("/metrics", async (c, next) => {
    // Hono decodes the path, so that "/%6detrics" would pass a proxy's rule for /metrics.
    if (!/^\/metrics(?:\?|$)/.test(c.env?.incoming?.url ?? "")) return next();
    requireMetricsAccess(c.env?.incoming, metricsToken);
    c.header("Content-Type", metrics.registry.contentType);
    c.header("Cache-Control", "no-store");
    return c.body(await options.collectMetrics(metrics.registry));
  });
  const tableLinks = serveTableLinks({ ...options, ownOrigin: (c) => originOf(c, sources) });
  app.post(leavePath, tableLinks.checkOrigin, tableLinks.leave);
  app.get(tablePath(":token"), tableLinks.open);
  app.get(catalogueFilePath(":name"), options.catalogueFiles);
  app.get("*", options.opening, (c) => respondWithPage(c, options));
  app.all("*", () => {
    throw problem(
      405,
      { kind: "method-not-allowed", title: "Método não permitido" },
      { Allow: "GET, HEAD" },
    );
  });
  app.onError((error, c) => {
    options.noteFailure(error);
    return handleError(error, c);
  });
  return app;
}

function originOf(c: Context, sources: SourceResolver): string {
  return sources.siteOrigin(contextSource(c)) ?? new URL(c.req.url).origin;
}

async function respondWithPage(
  c: Context<AppEnv>,
  options: Pick<AppOptions, "pages" | "sources" | "areaSessions" | "findVisit">,
) {
  const { pages, sources, areaSessions, findVisit } = options;
  const log = c.get("log");
  const network = networkOf(sources.clientAddress(contextSource(c)));
  const source = {
    origin: originOf(c, sources),
    network,
    isPreview: c.get("isPreview") === true,
    visit: isAdminPath(c.req.path) ? undefined : await findVisit(c),
  };
  const page = await pages.respond(c.req.raw, source, (error) => {
    log.error({ err: error }, "page failed");
  });
  const { stored } = page;
  // A client navigation requests the page's data.
  const path = c.req.path.replace(/\.data$/, "");
  if (stored.status === 404) log.info({ path: redactPath(path) }, "unknown path");
  const isWrongArea = areaSessions.isWrong(c.req.header("Cookie"));
  return toResponse(c.req.raw, stored, [
    ...revisionHeader(page),
    ...endVisit(c, source.visit),
    ...(isWrongArea ? [["Set-Cookie", expiredAreaCookie] satisfies HeaderLine] : []),
  ]);
}

/**
 * Deletes the cookie of an ended visit, but not with data: a prefetched part of a page would delete it before the notice is shown.
 */
function endVisit(c: Context<AppEnv>, visit: Visit | undefined): HeaderLine[] {
  return visit && !visit.requestedTable && !isPageData(c.req.path)
    ? [["Set-Cookie", expiredTableCookie]]
    : [];
}

/** Ends the work on a body that is not sent: the server reads none of a HEAD request. */
const discardHeadBody: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
};

function addHeaders(lines: HeaderLine[]): MiddlewareHandler {
  const defaults = [...lines, ["Content-Security-Policy", dataPolicy] as const];
  return async (c, next) => {
    await next();
    // `c.header` would copy the finished response for each of them.
    const { headers } = c.res;
    for (const [name, value] of defaults) {
      if (!headers.has(name)) headers.set(name, value);
    }
  };
}

/** The address of such a page is a credential: not stored, not sent to other sites, not indexed. */
const privateHeaders = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow, noarchive",
};

/** Counts wrong links, and adds the headers of private pages. */
function protectLinkPages(wrongLinks: WrongLinks): MiddlewareHandler {
  return async (c, next) => {
    if (!isLinkPath(c.req.path)) return next();
    await next();
    try {
      if (c.res.status === 404) await wrongLinks.count(c);
    } catch (error) {
      // Hono would copy the headers of the finished response to the one that replaces it.
      c.res = undefined;
      throw error;
    } finally {
      for (const [name, value] of Object.entries(privateHeaders)) c.res.headers.set(name, value);
    }
  };
}

/** Throws unless the request comes from this machine or has the bearer token. */
function requireMetricsAccess(
  incoming: IncomingMessage | undefined,
  token: string | undefined,
): void {
  if (incoming && (isLocal(incoming) || hasToken(incoming.headers.authorization, token))) return;
  if (token === undefined) {
    throw problem(403, { kind: "local-only", title: "Só para esta máquina" });
  }
  const challenge = { "WWW-Authenticate": 'Bearer realm="metrics"' };
  throw problem(401, { kind: "token-required", title: "É preciso um token" }, challenge);
}

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  return token !== undefined && bearer !== undefined && timingSafeEqual(hash(bearer), hash(token));
}

/** Hashes have equal lengths, as timingSafeEqual requires. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
