import { type ClientConfig, type Pool, type PoolClient, types } from "pg";
import { DatabaseRefusal } from "#app/platform/database/refusal.ts";

// As on the embedded engine. Drizzle asks the driver's global parsers, so it is set there.
types.setTypeParser(types.builtins.INT8, Number);

const oldestMajor = 15;

/** Milliseconds, where nothing else is said. */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: "pomar",
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The audit log keeps rows as text: their instants in UTC, whatever the server's habit.
    options: "-c timezone=UTC",
  };
}

/** Throws a refusal when there is no server at `url` that the shop can use. */
export async function checkServer(pool: Pool, url: string): Promise<void> {
  const { version, encoding } = await pool
    .query(
      "SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding",
    )
    .then(({ rows: [row] }) => row)
    .catch((error) => {
      throw new DatabaseRefusal(`DATABASE_URL: no connection to ${place(url)} (${reason(error)})`, {
        cause: error,
      });
    });
  if (version < oldestMajor) {
    throw new DatabaseRefusal(
      `DATABASE_URL: ${place(url)} is PostgreSQL ${version}, the shop needs ${oldestMajor} or newer`,
    );
  }
  if (encoding !== "UTF8") {
    throw new DatabaseRefusal(`DATABASE_URL: ${place(url)} keeps text as ${encoding}, not as UTF8`);
  }
}

/** Runs `work` on one connection. One that is not left at rest (it broke, or its transaction hangs) is thrown away. */
export async function withConnection<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(client.getTransactionStatus() !== "I");
  }
}

/** Host and database, without the user and the password. */
function place(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function reason({ code, message }: { code?: string; message?: string }): string {
  return message || code || "no answer";
}
