import { Counter, Gauge, Registry } from "prom-client";
import type { CacheStats } from "./response-cache.ts";

/** Read at each scrape. */
export type MetricSources = {
  /** Response caches by name. */
  caches: Record<string, () => CacheStats>;
  /** Database connections, and requests waiting for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Open event streams. */
  streams(): number;
  /** Order mails that were not sent yet. */
  waitingMails(): Promise<number>;
};

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
  registerConnections(registry, sources.connections);
  registerStreams(registry, sources.streams);
  registerMails(registry, sources.waitingMails);
}

function registerCaches(registry: Registry, caches: MetricSources["caches"]): void {
  const common = { labelNames: ["cache"], registers: [registry] };
  const counters = {
    hits: "Responses served from memory",
    misses: "Responses that had to be created",
  };
  for (const [figure, help] of Object.entries(counters) as ["hits" | "misses", string][]) {
    new Counter({
      ...common,
      name: `pomar_cache_${figure}_total`,
      help,
      collect() {
        this.reset();
        for (const [cache, stats] of Object.entries(caches)) this.inc({ cache }, stats()[figure]);
      },
    });
  }
  const gauges = { entries: "Cached responses", bytes: "Bytes used by cached responses" };
  for (const [figure, help] of Object.entries(gauges) as ["entries" | "bytes", string][]) {
    new Gauge({
      ...common,
      name: `pomar_cache_${figure}`,
      help,
      collect() {
        for (const [cache, stats] of Object.entries(caches)) this.set({ cache }, stats()[figure]);
      },
    });
  }
}

function registerConnections(registry: Registry, read: MetricSources["connections"]): void {
  new Gauge({
    name: "pomar_database_connections",
    help: "Database connections, in total and idle, and requests waiting for one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(read())) this.set({ state }, count);
    },
  });
}

function registerStreams(registry: Registry, read: MetricSources["streams"]): void {
  new Gauge({
    name: "pomar_streams",
    help: "Open event streams",
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function registerMails(registry: Registry, count: MetricSources["waitingMails"]): void {
  new Gauge({
    name: "pomar_mails_waiting",
    help: "Order mails that were not sent yet",
    registers: [registry],
    // Every process counts the same outbox.
    aggregator: "max",
    async collect() {
      // Without the database the other figures are still published.
      this.set(await count().catch(() => Number.NaN));
    },
  });
}
