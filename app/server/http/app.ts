import type { HttpBindings } from "@hono/node-server";
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Api } from "#app/api/api-types.ts";
import { problem } from "#app/api/problem.ts";
import { isDatabaseUnavailable, outageReason } from "#app/platform/database/errors.ts";
import { type Log, tellPath } from "#app/platform/log.ts";
import type { PageService } from "../pages/page-service.ts";
import { errorPage, errorPageHeaders, failure, outage } from "./error-page.ts";
import type { HeaderLine } from "./headers.ts";
import type { MediaAnswers } from "./media.ts";
import type { Metrics } from "./metrics.ts";
import { mayReadMetrics, metricsRefused } from "./metrics-access.ts";
import { logRequests, type RequestVariables } from "./request-log.ts";
import { measureRequests } from "./request-metrics.ts";
import { dataPolicy } from "./security-headers.ts";
import { toResponse } from "./stored-response.ts";
import { arrivalIn, type Visitors } from "./visitors.ts";
import type { GatherMetrics } from "./worker-metrics.ts";

type AppEnv = { Bindings: Partial<HttpBindings>; Variables: RequestVariables };

export type AppOptions = {
  /** Answers under /api. */
  api: Api;
  media: MediaAnswers;
  pages: PageService;
  visitors: Visitors;
  commonHeaders: HeaderLine[];
  metrics: Metrics;
  /** Bears whoever reads the metrics from elsewhere than this machine. */
  metricsToken?: string | undefined;
  /** The text of these metrics, with those of the other workers where there are any. */
  gatherMetrics: GatherMetrics;
  log: Log;
};

/** The whole shop as one function from Request to Response. */
export function createApp(options: AppOptions) {
  const { api, media, pages, visitors, commonHeaders, metrics, metricsToken, gatherMetrics, log } =
    options;
  const app = new Hono<AppEnv>();
  app.use(logRequests(log), measureRequests(metrics.times, metrics.refusals));
  app.use(addHeaders(commonHeaders));
  app.route("/api", api);
  app.get("/media/*", async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const answer = await media.answer(pathname + search, c.req.header("Accept"));
    return toResponse(c.req.raw, answer);
  });
  app.get("/assets/*", () => {
    throw problem(404, { kind: "not-found", title: "Não encontrado" });
  });
  app.get("/metrics", async (c) => {
    if (!mayReadMetrics(c.env?.incoming, metricsToken)) throw metricsRefused(metricsToken);
    c.header("Content-Type", metrics.registry.contentType);
    c.header("Cache-Control", "no-store");
    return c.body(await gatherMetrics(metrics.registry));
  });
  app.get("*", (c) => answerPage(c, pages, visitors));
  app.all("*", () => {
    throw problem(
      405,
      { kind: "method-not-allowed", title: "Método não permitido" },
      { Allow: "GET, HEAD" },
    );
  });
  app.onError(answerError);
  return app;
}

async function answerPage(c: Context<AppEnv>, pages: PageService, visitors: Visitors) {
  const log = c.get("log");
  const origin = visitors.originOf(arrivalIn(c)) ?? new URL(c.req.url).origin;
  const answer = await pages.answer(c.req.raw, origin, (error) => {
    log.error({ err: error }, "a page failed");
  });
  if (answer.status === 404) log.info({ path: tellPath(c.req.path) }, "unknown path");
  return toResponse(c.req.raw, answer);
}

const answerError: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof HTTPException && error.status < 500) return error.getResponse();
  if (isDatabaseUnavailable(error)) return answerOutage(error, c);
  c.get("log").error({ err: error }, "a request failed");
  if (error instanceof HTTPException) return error.getResponse();
  if (isForPrograms(c)) return internalError(c.get("requestId")).getResponse();
  return c.html(errorPage(failure, c.get("requestId")), 500, errorPageHeaders);
};

/** Seconds after which it is worth asking again: a database that restarts is back by then. */
const outageRetry = { "Retry-After": "5" };

/** The database is away, which asking again mends: no fault of the request's, and none that a stack explains. */
function answerOutage(error: Error, c: Context<AppEnv>): Response | Promise<Response> {
  c.get("log").warn({ reason: outageReason(error) }, "the database does not answer");
  if (isForPrograms(c)) return unavailable().getResponse();
  const headers = { ...errorPageHeaders, ...outageRetry };
  return c.html(errorPage(outage, c.get("requestId")), 503, headers);
}

function isForPrograms(c: Context<AppEnv>): boolean {
  return /^\/(?:api|media|metrics)(?:\/|$)/.test(c.req.path);
}

function unavailable(): HTTPException {
  return problem(
    503,
    {
      kind: "unavailable",
      title: "Loja indisponível no momento",
      detail: "Tente de novo em alguns instantes.",
    },
    outageRetry,
  );
}

function internalError(requestId: string): HTTPException {
  return problem(500, {
    instance: `urn:uuid:${requestId}`,
    kind: "internal-error",
    title: "Erro interno",
    detail: "Algo deu errado do nosso lado. Tente de novo em alguns instantes.",
  });
}

function addHeaders(lines: HeaderLine[]): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of [...lines, ["Content-Security-Policy", dataPolicy] as const]) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  };
}
