import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool, type PoolClient } from "pg";
import {
  type ChangeFeed,
  changeChannel,
  createChangeFeed,
  type DatabaseLog,
  type OpenDatabase,
} from "#app/platform/database/database.ts";
import { isTransactionConflict } from "#app/platform/database/errors.ts";
import {
  type InTransaction,
  type MigrationOptions,
  migrate,
} from "#app/platform/database/migrate.ts";
import { waitUnlessAborted } from "#app/platform/periodic-job.ts";
import {
  checkServer,
  connectionOptions,
  connectToPrimary,
  poolOptions,
  withConnection,
} from "./connection.ts";

type ListenerTimes = { firstDelayMs: number; maxDelayMs: number; heartbeatMs: number };

/** Until the listener has reconnected, pages may show stale data, for up to `maxDelayMs` after the database is back. */
const defaultTimes: ListenerTimes = { firstDelayMs: 100, maxDelayMs: 1_000, heartbeatMs: 15_000 };

/**
 * Listens on its own connection and publishes notifications to the feed. A lost connection is reopened with increasing
 * delays and followed by a gap event, since changes committed meanwhile were missed.
 */
export async function listenForChanges(
  url: string,
  feed: Pick<ChangeFeed, "publish" | "publishGap">,
  log: DatabaseLog,
  times = defaultTimes,
): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController();
  const PrimaryClient = connectToPrimary(url);
  let connection = await connect();

  async function connect(): Promise<Connection> {
    const opened = await openConnection(url, PrimaryClient, feed.publish, log, times.heartbeatMs);
    opened.lost.then(reconnect);
    return opened;
  }

  async function reconnect(): Promise<void> {
    let delay = times.firstDelayMs;
    while (await waitUnlessAborted(delay, closing.signal)) {
      try {
        connection = await connect();
        if (closing.signal.aborted) return connection.close();
        log.info({}, "the change feed is connected again");
        feed.publishGap();
        return;
      } catch (error) {
        log.warn({ err: error }, "the change feed cannot reconnect yet");
        delay = Math.min(delay * 2, times.maxDelayMs);
      }
    }
  }

  return {
    async close() {
      closing.abort();
      await connection.close();
    },
  };
}

type Connection = { lost: Promise<void>; close(): Promise<void> };

const closeTimeoutMs = 1_000;

async function openConnection(
  url: string,
  PrimaryClient: typeof Client,
  publish: (payload: string) => void,
  log: DatabaseLog,
  heartbeatMs: number,
): Promise<Connection> {
  const socket = new Socket();
  const client = new PrimaryClient({ ...connectionOptions(url), stream: () => socket });
  const lost = new Promise<void>((resolve) => client.once("end", resolve));
  client.on("error", (error) => log.warn({ err: error }, "the change feed's connection failed"));
  client.on("notification", ({ payload }) => payload && publish(payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${changeChannel}`);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const heartbeat = startHeartbeat(client, socket, heartbeatMs);
  return {
    lost: lost.finally(() => clearInterval(heartbeat)),
    async close() {
      const timer = setTimeout(() => socket.destroy(), closeTimeoutMs);
      await client.end().finally(() => clearTimeout(timer));
    },
  };
}

/** TCP reports a dead connection only after 15 minutes: a query without an answer by the next one closes it. */
function startHeartbeat(client: Client, socket: Socket, heartbeatMs: number): NodeJS.Timeout {
  let answered = true;
  const heartbeat = setInterval(() => {
    if (!answered) return socket.destroy();
    answered = false;
    client.query("SELECT").then(
      () => {
        answered = true;
      },
      () => socket.destroy(),
    );
  }, heartbeatMs);
  return heartbeat.unref();
}

export type PostgresOptions = {
  /** Address of the same database that bypasses a transaction pooler: for migrations and notifications. */
  directUrl?: string | undefined;
  /** Max connections of this process for queries; one more listens for changes. */
  connections?: number | undefined;
  beforeUpgrade?: MigrationOptions["beforeUpgrade"];
};

/** Opens the PostgreSQL at `url`; migrated. Throws a DatabaseStartError when it does not answer or is too old. */
export async function openPostgresDatabase(
  url: string,
  log: DatabaseLog,
  { directUrl, connections = 10, beforeUpgrade }: PostgresOptions = {},
): Promise<OpenDatabase> {
  const pooled = directUrl !== undefined;
  const isDirect = await migrateAt(
    directUrl ?? url,
    pooled ? "DATABASE_DIRECT_URL" : "DATABASE_URL",
    { log, beforeUpgrade },
  );
  const pool = createPool(url, log, { pooled, prepares: isDirect && !pooled, max: connections });
  try {
    await checkServer(pool, url);
    const feed = createChangeFeed(log);
    const listener = await listenForChanges(directUrl ?? url, feed, log);
    const shutDown = async () => {
      await listener.close();
      await drain(pool);
      await pool.end();
    };
    let closing: Promise<void> | undefined;
    return {
      database: createDrizzle(pool, log),
      engine: "postgres",
      subscribe: feed.subscribe,
      onGap: feed.onGap,
      crashed: new Promise(() => undefined),
      // The server logs damage, and its administrator restores it.
      isDamaged: () => false,
      connections: () => ({
        total: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
      close() {
        closing ??= shutDown();
        return closing;
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

const startLockKey = 7_062_019;

/**
 * Uses separate connections: a migration may take longer than any timeout of the pool. Whether there is no pooler at
 * `url`.
 */
async function migrateAt(
  url: string,
  variable: string,
  options: MigrationOptions,
): Promise<boolean> {
  const pool = new Pool({ ...poolOptions(url), max: 2 });
  pool.on("error", () => undefined);
  try {
    await checkServer(pool, url, variable);
    // One of the processes that start together saves the database and migrates it; its transactions are on the other connection.
    await inPostgresTransaction(pool)(async (run) => {
      await run("SET LOCAL idle_in_transaction_session_timeout = 0");
      await run("SELECT pg_advisory_xact_lock($1)", [startLockKey]);
      await migrate(inPostgresTransaction(pool), options);
    });
    return await hasServerProcess(pool);
  } finally {
    await pool.end();
  }
}

/** Longer than the statement timeout: the server is gone. */
const queryTimeoutMs = 20_000;
/** Moves connections to the new server after a failover, and frees the memory of old ones. */
const maxConnectionSeconds = 1800;

/** Without these listeners a broken connection would end the process. */
function createPool(
  url: string,
  log: DatabaseLog,
  { pooled, prepares, max }: { pooled: boolean; prepares: boolean; max: number },
): Pool {
  const pool = new Pool({
    ...poolOptions(url, { pooled }),
    max,
    ...(prepares && { Client: connectToPrimary(url, PreparingClient) }),
    query_timeout: queryTimeoutMs,
    maxLifetimeSeconds: maxConnectionSeconds,
  });
  const warn = (error: Error) => log.warn({ err: error }, "a database connection failed");
  pool.on("error", warn);
  pool.on("connect", (client) => client.on("error", warn));
  return pool;
}

/** `pool.end()` drops requests that wait for a connection. */
async function drain(pool: Pool): Promise<void> {
  while (pool.waitingCount > 0) await wait(10);
}

/** Drizzle's own transaction on a pool never releases a connection that fails at BEGIN. */
function createDrizzle(pool: Pool, log: DatabaseLog) {
  const database = drizzle(pool);
  database.transaction = (work, config) =>
    retryConflicts(log, () =>
      withConnection(pool, (client) => drizzle(client).transaction(work, config)),
    );
  return database;
}

const maxAttempts = 5;
const maxRetryDelayMs = 50;

/** Runs a transaction again that the server rolled back because of another one, after a deadlock for example. */
async function retryConflicts<Result>(
  log: DatabaseLog,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === maxAttempts || !isTransactionConflict(error)) throw error;
      log.warn({ attempt }, "a transaction is repeated after a conflict with another one");
      await wait(Math.random() * maxRetryDelayMs * attempt);
    }
  }
}

export function inPostgresTransaction(pool: Pool): InTransaction {
  return (work) =>
    withConnection(pool, async (client) => {
      await client.query("BEGIN");
      // A migration, or another process that holds the lock, may take long.
      await client.query("SET LOCAL statement_timeout = 0");
      try {
        const result = await work(async (text, values) =>
          lastRows(await client.query(text, values)),
        );
        await client.query("COMMIT");
        return result;
      } catch (error) {
        await client.query("ROLLBACK").catch(() => undefined);
        throw error;
      }
    });
}

type Rows = { rows: Record<string, unknown>[] };

/** Several statements return several results. */
function lastRows(answer: Rows | Rows[]): Rows["rows"] {
  return [answer].flat().at(-1)?.rows ?? [];
}

/** A statement is prepared at this use on a connection, so that rare ones occupy no memory of the server. */
const preparedAtUse = 5;
const maxStatements = 100;

type Config = { name?: string | undefined; text: string };

/**
 * A connection that prepares statements which it runs often: PostgreSQL parses and plans them once. Only for connections
 * to a server process of their own (see `hasServerProcess`).
 */
class PreparingClient extends Client {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  // pg declares eight overloads, of which Drizzle uses the one with a configuration object and values.
  override query = (...args: unknown[]): never => {
    const [config, values] = args;
    if (isConfig(config) && Array.isArray(values) && values.length > 0) {
      args[0] = { ...config, name: this.#nameOf(config.text) };
    }
    return Reflect.apply(super.query, this, args) as never;
  };

  #nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= maxStatements) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < preparedAtUse) {
      if (this.#uses.size >= maxStatements) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const created = `pomar_${this.#names.size}`;
    this.#names.set(text, created);
    return created;
  }
}

function isConfig(value: unknown): value is Config {
  return typeof (value as Partial<Config> | undefined)?.text === "string";
}

/**
 * Returns whether a connection has a server process of its own. A pooler that shares them between transactions, and thereby loses
 * prepared statements, reports another process id at the start of a connection.
 */
export function hasServerProcess(pool: Pool): Promise<boolean> {
  return withConnection(pool, async (client: PoolClient & { processID?: number | null }) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid === client.processID;
  });
}
