import { Counter, Gauge, Registry } from "prom-client";
import { RequestHistogram } from "./request-histogram.ts";
import { createRequestTimes } from "./request-times.ts";
import type { CacheFigures } from "./response-cache.ts";

/** What is looked at when somebody asks; all of it counts from the process's start. */
export type Observed = {
  /** The caches of answers, by what they keep. */
  caches: Record<string, () => CacheFigures>;
  /** Connections to the database: in all, at rest, and requests waiting for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Open streams of changes. */
  streams(): number;
  /** Mails about orders that have not gone out yet. */
  waitingMails(): Promise<number>;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Everything that this process tells about itself. */
export function createMetrics(observed: Observed) {
  const registry = new Registry();
  const registers = [registry];
  const times = createRequestTimes();
  registry.registerMetric(new RequestHistogram(times));
  const refusals = new Counter({
    name: "pomar_refusals_total",
    help: "Orders and sign-ins that were refused, by reason",
    labelNames: ["of", "reason"],
    registers,
  });
  // Added up over workers, this is how many there are.
  new Gauge({
    name: "pomar_processes",
    help: "Processes that these figures are of",
    registers,
  }).set(1);
  observeCaches(registry, observed.caches);
  observeConnections(registry, observed.connections);
  observeStreams(registry, observed.streams);
  observeMails(registry, observed.waitingMails);
  return { registry, times, refusals };
}

function observeCaches(registry: Registry, caches: Observed["caches"]): void {
  const common = { labelNames: ["cache"], registers: [registry] };
  const counted = { hits: "Answers that lay ready", misses: "Answers that had to be made" };
  for (const [figure, help] of Object.entries(counted) as ["hits" | "misses", string][]) {
    new Counter({
      ...common,
      name: `pomar_cache_${figure}_total`,
      help,
      collect() {
        this.reset();
        for (const [cache, read] of Object.entries(caches)) this.inc({ cache }, read()[figure]);
      },
    });
  }
  const held = { entries: "Answers kept now", bytes: "Bytes that they take" };
  for (const [figure, help] of Object.entries(held) as ["entries" | "bytes", string][]) {
    new Gauge({
      ...common,
      name: `pomar_cache_${figure}`,
      help,
      collect() {
        for (const [cache, read] of Object.entries(caches)) this.set({ cache }, read()[figure]);
      },
    });
  }
}

function observeConnections(registry: Registry, read: Observed["connections"]): void {
  new Gauge({
    name: "pomar_database_connections",
    help: "Connections to the database, in all and idle, and requests waiting for one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(read())) this.set({ state }, count);
    },
  });
}

function observeStreams(registry: Registry, read: Observed["streams"]): void {
  new Gauge({
    name: "pomar_streams",
    help: "Open pages that are told of changes",
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function observeMails(registry: Registry, count: Observed["waitingMails"]): void {
  new Gauge({
    name: "pomar_mails_waiting",
    help: "Mails about orders that have not gone out yet",
    registers: [registry],
    // Every process sees the same outbox.
    aggregator: "max",
    async collect() {
      // A database that does not answer takes this one figure away, not the others.
      this.set(await count().catch(() => Number.NaN));
    },
  });
}
