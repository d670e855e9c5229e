import { readFileSync } from "node:fs";
import { Counter, Gauge, Registry } from "prom-client";
import type { OutboxFigures } from "#app/domain/outbox/commands.server.ts";
import type { CacheStats } from "../cache.ts";

const program = new URL("../../../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(program, "utf8")) as { version: string };

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
  pomar_backup_check_ok: "Whether the newest backup could be restored into memory",
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
  registerConnections(registry, sources.connections);
  registerStreams(registry, sources.streams);
  registerMessages(registry, sources.messages);
  registerOperation(registry, sources);
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
