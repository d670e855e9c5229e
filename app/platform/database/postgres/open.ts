import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { createChangeFeed } from "#app/platform/database/change-feed.ts";
import type { DatabaseLog, OpenDatabase } from "#app/platform/database/database.ts";
import { type InTransaction, migrate } from "#app/platform/database/migrate.ts";
import { once } from "#app/platform/database/once.ts";
import { checkServer, connectionOptions, withConnection } from "./connection.ts";
import { listenForChanges } from "./listener.ts";

export type PostgresOptions = {
  /** Of the same database, past a transaction pooler at the other address: for migrations and notifications. */
  directUrl?: string | undefined;
  /** The most connections this process opens for its queries; one more listens. */
  connections?: number | undefined;
};

/** Opens the PostgreSQL at `url`; migrated. Throws a DatabaseRefusal when it does not answer or is too old. */
export async function openPostgresDatabase(
  url: string,
  log: DatabaseLog,
  { directUrl, connections = 10 }: PostgresOptions = {},
): Promise<OpenDatabase> {
  await migrateAt(directUrl ?? url, directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL");
  const pool = createPool(url, log, { pooled: directUrl !== undefined, max: connections });
  try {
    await checkServer(pool, url);
    const feed = createChangeFeed(log);
    const listener = await listenForChanges(directUrl ?? url, feed, log);
    return {
      database: overPool(pool),
      engine: "postgres",
      subscribe: feed.subscribe,
      onGap: feed.onGap,
      crashed: new Promise(() => undefined),
      connections: () => ({
        total: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
      close: once(async () => {
        await listener.close();
        await drain(pool);
        await pool.end();
      }),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** On a connection of its own: what migrates may take longer than anything that a visitor waits for. */
async function migrateAt(url: string, variable: string): Promise<void> {
  const pool = new Pool({ ...connectionOptions(url), max: 1 });
  pool.on("error", () => undefined);
  try {
    await checkServer(pool, url, variable);
    await migrate(inTransaction(pool));
  } finally {
    await pool.end();
  }
}

/** Longer than a statement may take: what passes it waits for a server that is gone. Milliseconds. */
const answerAwaited = 20_000;
/** Seconds; moves connections on after a failover, and gives back the memory of old ones. */
const longestLife = 1800;

/** A connection that breaks without anybody listening would take the process down. */
function createPool(
  url: string,
  log: DatabaseLog,
  { pooled, max }: { pooled: boolean; max: number },
): Pool {
  const pool = new Pool({
    ...connectionOptions(url, { pooled }),
    max,
    query_timeout: answerAwaited,
    maxLifetimeSeconds: longestLife,
  });
  const warn = (error: Error) => log.warn({ err: error }, "a database connection broke");
  pool.on("error", warn);
  pool.on("connect", (client) => client.on("error", warn));
  return pool;
}

/** A pool that ends forgets those who still wait for a connection. */
async function drain(pool: Pool): Promise<void> {
  while (pool.waitingCount > 0) await wait(10);
}

/** Drizzle's own transaction on a pool never gives back a connection that breaks at its first word. */
function overPool(pool: Pool) {
  const database = drizzle(pool);
  database.transaction = (work, config) =>
    withConnection(pool, (client) => drizzle(client).transaction(work, config));
  return database;
}

export function inTransaction(pool: Pool): InTransaction {
  return (work) =>
    withConnection(pool, async (client) => {
      await client.query("BEGIN");
      // A migration may take its time, and so may the one before it in another process.
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

/** Several statements at once answer with as many results. */
function lastRows(answer: Rows | Rows[]): Rows["rows"] {
  return [answer].flat().at(-1)?.rows ?? [];
}
