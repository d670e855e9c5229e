import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { OutboxFigures } from "#app/domain/outgoing/outbox.server.ts";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { version } from "#app/platform/version.ts";
import type { CacheStats } from "#app/server/cache.ts";
import type { PageRoutes } from "#app/server/pages/page-routes.ts";
import { pathOf } from "#app/shared/paths.ts";
import type { StoredResponse } from "./stored-response.ts";

/** Read at each scrape. */
export type MetricSources = {
  /** Response caches by name. */
  caches: Record<string, () => CacheStats>;
  /** Database connections, and requests waiting for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Open event streams. */
  streams(): number;
  /** Messages of the outbox. */
  messages(): Promise<OutboxFigures[]>;
  operation(): Promise<OperationFigures>;
  lastMigration(): Promise<string>;
  /** Calls the listener when the connection that receives changes was replaced. */
  onReconnect(listener: () => void): void;
};

const operationFigures = {
  pomar_disk_free_bytes: "Free bytes on the disk of DATA_DIR",
  pomar_disk_full: "1 after a write failed because the disk was full, until one succeeds",
  pomar_backup_age_seconds: "Age of the newest backup in DATA_DIR/backups",
  pomar_backup_check_ok: "Whether the newest backup could be restored",
  pomar_backup_check_age_seconds: "Seconds since that check",
  pomar_backup_copy_ok: "Whether BACKUP_COMMAND copied the last backup",
  pomar_database_ping_seconds: "Seconds that the shortest query took just now",
};

/** Undefined is published as NaN: not known, or not used by this shop. */
export type OperationFigures = Record<keyof typeof operationFigures, number | undefined>;

export function createMetricsRegistry(): Registry {
  const registry = new Registry();
  // Summed over workers, this is their number.
  new Gauge({
    name: "pomar_processes",
    help: "Processes that these figures come from",
    registers: [registry],
  }).set(1);
  return registry;
}

export function registerSources(registry: Registry, sources: MetricSources): void {
  registerCaches(registry, sources.caches);
  registerMessages(registry, sources.messages);
  registerOperation(registry, sources);
  const registers = [registry];
  new Gauge({
    name: "pomar_database_connections",
    help: "Database connections, in total and idle, and requests waiting for one",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(sources.connections())) {
        this.set({ state }, count);
      }
    },
  });
  new Gauge({
    name: "pomar_streams",
    help: "Open event streams",
    registers,
    collect() {
      this.set(sources.streams());
    },
  });
}

const cacheFigures: [name: string, figure: keyof CacheStats, help: string][] = [
  ["pomar_cache_hits_total", "hits", "Responses served from memory"],
  ["pomar_cache_misses_total", "misses", "Responses that had to be created"],
  ["pomar_cache_entries", "entries", "Cached responses"],
  ["pomar_cache_bytes", "bytes", "Bytes used by cached responses"],
];

function registerCaches(registry: Registry, caches: MetricSources["caches"]): void {
  for (const [name, figure, help] of cacheFigures) {
    const options = { name, help, labelNames: ["cache"], registers: [registry] };
    const counts = () =>
      Object.entries(caches).map(([cache, stats]) => [{ cache }, stats()[figure]] as const);
    if (name.endsWith("_total")) {
      new Counter({
        ...options,
        collect() {
          this.reset();
          for (const [labels, count] of counts()) this.inc(labels, count);
        },
      });
    } else {
      new Gauge({
        ...options,
        collect() {
          for (const [labels, count] of counts()) this.set(labels, count);
        },
      });
    }
  }
}

const messageFigures = {
  waiting: "Mails, webhook deliveries and notices that were not sent yet",
  failed: "Those given up in the last 30 days",
  oldest_seconds: "Age of the oldest waiting one",
};

function registerMessages(registry: Registry, count: MetricSources["messages"]): void {
  for (const [figure, help] of Object.entries(messageFigures)) {
    new Gauge({
      name: `pomar_outbox_${figure}`,
      help,
      labelNames: ["kind"],
      registers: [registry],
      // Every process counts the same outbox.
      aggregator: "max",
      async collect() {
        this.reset();
        // Without the database the other figures are still published.
        for (const { kind, ...counted } of await count().catch(() => [])) {
          this.set({ kind }, counted[figure as keyof typeof messageFigures]);
        }
      },
    });
  }
}

function registerOperation(
  registry: Registry,
  { operation, lastMigration, onReconnect }: MetricSources,
): void {
  let reading: Promise<OperationFigures | undefined> | undefined;
  // One reading for all figures of a scrape.
  const read = () => {
    reading ??= operation()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  // Every process reads the same disk and database.
  const shared = { registers: [registry], aggregator: "max" as const };
  for (const [name, help] of Object.entries(operationFigures)) {
    new Gauge({
      ...shared,
      name,
      help,
      async collect() {
        this.set((await read())?.[name as keyof OperationFigures] ?? Number.NaN);
      },
    });
  }
  new Gauge({
    ...shared,
    name: "pomar_build_info",
    help: "1, with the version of the program and the last migration of the database",
    labelNames: ["version", "migration"],
    async collect() {
      this.reset();
      this.set({ version, migration: await lastMigration().catch(() => "") }, 1);
    },
  });
  const reconnects = new Counter({
    name: "pomar_database_reconnects_total",
    help: "How often the connection that receives changes was lost and opened again",
    registers: [registry],
  });
  onReconnect(() => reconnects.inc());
}

/** The text of one process's metrics, or the sums over all workers. */
export type CollectMetrics = (own: Registry) => Promise<string>;

type MetricsRequest = { pomarMetrics: number };
type MetricsReply = { pomarMetrics: number; text?: string | undefined };

let requestCount = 0;

/** Collects in a worker the sums over all workers, requested from the primary process; its own figures where that fails. */
export const collectFromWorkers: CollectMetrics = async (own) => {
  requestCount += 1;
  const id = requestCount;
  const text = await new Promise<string | undefined>((resolve) => {
    function onMessage(message: MetricsReply): void {
      if (message.pomarMetrics !== id) return;
      process.off("message", onMessage);
      resolve(message.text);
    }
    process.on("message", onMessage);
    process.send?.({ pomarMetrics: id } satisfies MetricsRequest);
  });
  return text ?? own.metrics();
};

/** Lets the primary process read the metrics of a worker. */
export function shareMetrics(own: Registry): void {
  AggregatorRegistry.setRegistries(own);
  // The constructor installs the message listener, in workers too.
  new AggregatorRegistry();
}

/** Replies in the primary process to `collectFromWorkers`. */
export function serveWorkerMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on("message", async (worker: Worker, { pomarMetrics }: Partial<MetricsRequest>) => {
    if (pomarMetrics === undefined) return;
    const text = await registry.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ pomarMetrics, text } satisfies MetricsReply);
  });
}

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

/** The limits in seconds: responses from memory take microseconds, orders milliseconds. */
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
