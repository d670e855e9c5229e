import { type ClientConfig, type Pool, type PoolClient, types } from "pg";
import { DatabaseRefusal } from "#app/platform/database/refusal.ts";

// As on the embedded engine. Drizzle asks the driver's global parsers, so it is set there.
types.setTypeParser(types.builtins.INT8, Number);

const oldestMajor = 15;

/** What each connection says at its start, which a transaction pooler refuses to pass on. Milliseconds. */
const sessionSettings = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  options: "-c timezone=UTC",
};

/** A connection of the shop; `pooled` when it is shared with others between transactions, as PgBouncer does. */
export function connectionOptions(url: string, { pooled = false } = {}): ClientConfig {
  return {
    connectionString: checkingCertificates(url),
    application_name: "pomar",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!pooled && sessionSettings),
  };
}

/** `pg` takes these for verify-full already, and says at length that a later version will not. */
function checkingCertificates(url: string): string {
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

/** Throws a refusal that begins with the variable's name when there is no server at `url` that the shop can use. */
export async function checkServer(
  pool: Pick<Pool, "query">,
  url: string,
  variable = "DATABASE_URL",
): Promise<void> {
  const { version, encoding } = await askServer(pool).catch((error) => {
    throw new DatabaseRefusal(`${variable}: no connection to ${place(url)} (${reason(error)})`, {
      cause: error,
    });
  });
  if (version < oldestMajor) {
    throw new DatabaseRefusal(
      `${variable}: ${place(url)} is PostgreSQL ${version}, the shop needs ${oldestMajor} or newer`,
    );
  }
  if (encoding !== "UTF8") {
    throw new DatabaseRefusal(`${variable}: ${place(url)} keeps text as ${encoding}, not as UTF8`);
  }
}

async function askServer(pool: Pick<Pool, "query">) {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding",
  );
  const [row] = rows;
  if (!row) throw new Error("no answer");
  return row;
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

const untrusted =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|ERR_TLS_CERT_)/;

function reason({ code = "", message }: { code?: string; message?: string }): string {
  const said = message || code || "no answer";
  if (untrusted.test(code)) return `${said}; sslrootcert in the address names the file of its CA`;
  if (said.startsWith("unsupported startup parameter")) {
    return `${said}; behind a pooler set DATABASE_DIRECT_URL too`;
  }
  return said;
}
