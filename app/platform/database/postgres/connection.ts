import { Client, type ClientConfig, type Pool, type PoolClient, type PoolConfig, types } from "pg";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import { listHosts } from "#app/platform/env.ts";

// Numbers are read like those of the embedded engine. Drizzle uses the driver's global parsers, so it is set there.
types.setTypeParser(types.builtins.INT8, Number);

const minMajorVersion = 15;

/** Startup parameters of each connection in milliseconds, which a transaction pooler does not accept. */
const sessionSettings = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  options: "-c timezone=UTC",
};

/** Options of a connection; `pooled` when a pooler such as PgBouncer shares it between transactions. */
export function connectionOptions(url: string, { pooled = false } = {}): ClientConfig {
  return {
    connectionString: verifyCertificates(url),
    application_name: "pomar",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!pooled && sessionSettings),
  };
}

/** `pg` already treats these modes as verify-full, and warns that a later version will not. */
function verifyCertificates(url: string): string {
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

/** Throws a DatabaseStartError that begins with the variable's name when the server at `url` is not usable. */
export async function checkServer(
  pool: Pick<Pool, "query">,
  url: string,
  variable = "DATABASE_URL",
): Promise<void> {
  const { version, encoding } = await readServerVersion(pool).catch((error) => {
    throw new DatabaseStartError(
      `${variable}: no connection to ${hostAndDatabase(url)} (${reason(error)})`,
      { cause: error },
    );
  });
  if (version < minMajorVersion) {
    throw new DatabaseStartError(
      `${variable}: ${hostAndDatabase(url)} is PostgreSQL ${version}, the shop needs ${minMajorVersion} or newer`,
    );
  }
  if (encoding !== "UTF8") {
    throw new DatabaseStartError(
      `${variable}: ${hostAndDatabase(url)} uses the encoding ${encoding}, not UTF8`,
    );
  }
}

async function readServerVersion(pool: Pick<Pool, "query">) {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding",
  );
  const [row] = rows;
  if (!row) throw new Error("no answer");
  return row;
}

/** The `connectionOptions` of a pool that connects to the primary. */
export function poolOptions(url: string, options?: { pooled: boolean }): PoolConfig {
  return { ...connectionOptions(url, options), Client: connectToPrimary(url) };
}

/** Runs `work` on one connection. A connection that is broken or still in a transaction afterwards is discarded. */
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

/** Host and name of the database, without user and password. */
export function hostAndDatabase(url: string): string {
  const addresses = listHosts(url).map((address) => new URL(address));
  return `${addresses.map(({ host }) => host).join(",")}${addresses[0]?.pathname}`;
}

const certificateErrors =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|ERR_TLS_CERT_)/;

function reason({ code = "", message }: { code?: string; message?: string }): string {
  const text = message || code || "no answer";
  if (certificateErrors.test(code)) {
    return `${text}; add sslrootcert with the file of its CA to the address`;
  }
  if (text.startsWith("unsupported startup parameter")) {
    return `${text}; behind a pooler set DATABASE_DIRECT_URL too`;
  }
  return text;
}

type Done = (error: Error | null, client?: Client) => void;

/**
 * The class of connections to the primary among the hosts of `url`: `Base` itself when there is one host. A connection that
 * fails, or reaches a standby, makes the next one try the next host, so that after a failover a pool finds the new primary
 * by its own attempts. `pg` itself accepts one host only.
 */
export function connectToPrimary(url: string, Base: typeof Client = Client): typeof Client {
  const hosts = listHosts(url);
  if (hosts.length === 1) return Base;
  let current = 0;
  return class PrimaryClient extends Base {
    readonly #host = current;

    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: hosts[current] ?? url });
    }

    // pg declares one overload for promises and two for callbacks.
    override connect = (...[callback]: unknown[]): never => {
      const done = callback as Done | undefined;
      const connected = this.#connectToPrimary();
      if (done) connected.then((client) => done(null, client), done);
      return (done ? undefined : connected) as never;
    };

    async #connectToPrimary(): Promise<Client> {
      try {
        await super.connect();
        const { rows } = await this.query("SELECT pg_is_in_recovery() AS is_standby");
        if (!rows[0]?.is_standby) return this;
        await this.end();
        throw Object.assign(new Error("the server is a standby"), { code: readOnlyState });
      } catch (error) {
        // Others may have moved on already.
        if (current === this.#host) current = (current + 1) % hosts.length;
        throw error;
      }
    }
  };
}

/** The SQLSTATE of a write on a standby. */
const readOnlyState = "25006";
