import { Client, type ClientConfig } from "pg";
import { listHosts } from "./hosts.ts";

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
