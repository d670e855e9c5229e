import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, types } from "pg";
import { changeChannel, createChangeFeed } from "./change-feed.ts";
import type { DatabaseLog, OpenDatabase } from "./database.ts";
import { type InTransaction, migrate } from "./migrate.ts";
import * as schema from "./schema.ts";

// The embedded engine gives int8 as a number; Drizzle takes the driver's global parsers for all but instants.
types.setTypeParser(types.builtins.INT8, Number);

/** A PostgreSQL server at `url`; migrated. */
export async function openPostgresDatabase(url: string, log: DatabaseLog): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString: url });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection failed"));
  await migrate(inTransaction(pool));
  const feed = createChangeFeed(log);
  const listener = await pool.connect();
  listener.on("notification", ({ payload }) => payload && feed.announce(payload));
  await listener.query(`LISTEN ${changeChannel}`);
  return {
    database: drizzle(pool, { schema }),
    engine: "postgres",
    subscribe: feed.subscribe,
    onGap: feed.onGap,
    async close() {
      listener.release(true);
      await pool.end();
    },
  };
}

export function inTransaction(pool: Pool): InTransaction {
  return async (work) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const result = await work(async (text, values) => (await client.query(text, values)).rows);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  };
}
