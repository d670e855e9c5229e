import { Client, type Pool, type PoolClient } from "pg";
import { withConnection } from "./connection.ts";

/** A statement is prepared at this use on a connection, so that rare ones occupy no memory of the server. */
const preparedAtUse = 5;
const maxStatements = 100;

type Config = { name?: string | undefined; text: string };

/**
 * A connection that prepares statements which it runs often: PostgreSQL parses and plans them once. Only for connections
 * to a server process of their own (see `hasServerProcess`).
 */
export class PreparingClient extends Client {
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
 * Whether a connection has a server process of its own. A pooler that shares them between transactions, and thereby loses
 * prepared statements, reports another process id at the start of a connection.
 */
export function hasServerProcess(pool: Pool): Promise<boolean> {
  return withConnection(pool, async (client: PoolClient & { processID?: number | null }) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid === client.processID;
  });
}
