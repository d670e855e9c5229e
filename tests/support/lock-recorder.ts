import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool } from "pg";
import type { Database } from "#app/platform/database/database.ts";

/** The locks that each statement of a transaction added: names of tables, and 'advisory' with the key. */
export type RecordedTransaction = { steps: { statement: string; locks: string[] }[] };
/** `known` has the names with their rows. */
type OpenTransaction = RecordedTransaction & { known: Set<string> };

/**
 * Reads the locks of the process $1 of the server: rows that another transaction would wait for, tables that are locked as a whole,
 * and advisory locks. A row that the transaction has inserted is not visible to others, and locks nothing. A table that is locked
 * against reading is not looked into; copied databases have tables of the same numbers, so the lock must be one of this database.
 */
const readLocks = `
  SELECT relation::regclass::text AS name, 'table' AS row FROM pg_locks
  WHERE pid = $1 AND granted AND mode IN ('ExclusiveLock', 'AccessExclusiveLock', 'ShareRowExclusiveLock') AND relation IN (
    SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  )
  UNION ALL
  SELECT 'advisory ' || CASE objsubid WHEN 1 THEN objid::text ELSE classid::regclass::text END, objid::text
  FROM pg_locks WHERE pid = $1 AND granted AND locktype = 'advisory'
  UNION ALL
  SELECT relname, locked_row::text FROM pg_class, LATERAL pgrowlocks(pg_class.oid::regclass::text) AS held
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND $1 = ANY (held.pids) AND NOT EXISTS (
    SELECT FROM pg_locks WHERE relation = pg_class.oid AND mode = 'AccessExclusiveLock' AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database()
    )
  )`;

/**
 * A database on the PostgreSQL server at `url` that records what each transaction locks, statement by statement, triggers included, but
 * not what is checked at its commit. `record` runs work and returns its transactions that locked something.
 */
export async function openLockRecorder(url: string) {
  const observer = new Client(url);
  await observer.connect();
  await observer.query("CREATE EXTENSION IF NOT EXISTS pgrowlocks");
  // Compiling the query would take longer than running it.
  await observer.query("SET jit = off");
  let transactions: RecordedTransaction[] = [];
  let observation: Promise<unknown> = Promise.resolve();

  class RecordingClient extends Client {
    #open: OpenTransaction | undefined;

    // pg declares eight overloads, of which Drizzle uses those that return a promise.
    override query = (...args: unknown[]): never => {
      const result: unknown = Reflect.apply(super.query, this, args);
      const isPromise = result instanceof Promise;
      return (isPromise ? this.#observe(textOf(args[0]), result) : result) as never;
    };

    async #observe(statement: string, result: Promise<unknown>): Promise<unknown> {
      const answer = await result;
      if (/^begin/i.test(statement)) this.#open = { steps: [], known: new Set() };
      if (/^(?:commit|rollback)(?! to)/i.test(statement)) this.#end();
      else if (this.#open) await this.#note(statement, this.#open);
      return answer;
    }

    async #note(statement: string, { steps, known }: OpenTransaction): Promise<void> {
      const { processID } = this as unknown as { processID: number };
      const read = observation.then(() =>
        observer.query<{ name: string; row: string }>({
          name: "locks",
          text: readLocks,
          values: [processID],
        }),
      );
      observation = read.catch(() => undefined);
      const { rows } = await read;
      // The rows of a table that is locked as a whole are no further locks.
      const added = rows.filter(
        ({ name, row }) => !known.has(`${name} ${row}`) && !known.has(`${name} table`),
      );
      for (const { name, row } of added) known.add(`${name} ${row}`);
      const locks = [...new Set(added.map(({ name }) => name))].toSorted();
      if (locks.length > 0) steps.push({ statement, locks });
    }

    #end(): void {
      if (this.#open && this.#open.steps.length > 0) transactions.push({ steps: this.#open.steps });
      this.#open = undefined;
    }
  }

  const pool = new Pool({
    connectionString: url,
    Client: RecordingClient,
    options: "-c jit=off -c timezone=UTC",
  });
  const database: Database = drizzle(pool);
  return {
    database,
    async record(work: () => Promise<unknown>): Promise<RecordedTransaction[]> {
      transactions = [];
      await work();
      return transactions;
    },
    async close(): Promise<void> {
      await pool.end();
      await observer.end();
    },
  };
}

function textOf(query: unknown): string {
  const text = typeof query === "string" ? query : ((query as { text?: string }).text ?? "");
  return text.replace(/\s+/g, " ").trim();
}
