import { AsyncLocalStorage } from "node:async_hooks";
import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { stopAtFirstCrash } from "./first-crash.ts";
import { drizzleParsers, withoutParsers } from "./parsers.ts";
import { Statements } from "./statements.ts";

type Running = { engine: Engine; open: boolean };
const running = new AsyncLocalStorage<Running>();
const complaintsKept = 5;

/**
 * PGlite with two promises added. A query asked of the engine within its transaction throws at once, where it would
 * wait for itself: there is one connection and one queue. And an engine that has crashed says so to every later
 * request, where PGlite would go on answering.
 */
export class Engine extends PGlite {
  #crash: Error | undefined;
  readonly #crashing = Promise.withResolvers<Error>();
  /** Resolves with the reason once the engine has crashed. Nothing but a new process mends it. */
  readonly crashed = this.#crashing.promise;
  /** Queries and transactions asked and not yet answered: one has the connection, the others wait. */
  underWay = 0;
  readonly #statements = new Statements(this);

  /** Starts the engine, or throws an error that tells what PostgreSQL complained of. */
  static async start<Kind extends Engine>(
    this: new (
      options: PGliteOptions,
    ) => Kind,
    options: PGliteOptions,
  ): Promise<Kind> {
    const complaints: string[] = [];
    const onStderr = (line: string) => {
      complaints.push(line);
      complaints.splice(0, complaints.length - complaintsKept);
      return false;
    };
    const engine = new this({ ...options, onStderr });
    try {
      await engine.waitReady;
    } catch (cause) {
      const reason = complaints.join(" | ") || String(cause);
      throw new Error(`the embedded database did not start: ${reason}`, { cause });
    }
    complaints.length = 0;
    Object.assign(engine.parsers, drizzleParsers);
    stopAtFirstCrash(engine.Module, (cause) => {
      engine.#crash = new Error(`the embedded database crashed: ${complaints.join(" | ")}`, {
        cause,
      });
      engine.#crashing.resolve(engine.#crash);
      return engine.#crash;
    });
    return engine;
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#crash) throw this.#crash;
    return super.execProtocolRawSync(message);
  }

  override async query<T>(...[text, values, options]: Parameters<PGlite["query"]>) {
    this.#refuseWithin();
    if (!this.#statements.takes(text)) {
      return this.#count(super.query<T>(text, values, withoutParsers(options)));
    }
    await this._checkReady();
    return this.#count(this._runExclusiveTransaction(() => this.#ask<T>(text, values, options)));
  }

  override async exec(...request: Parameters<PGlite["exec"]>) {
    this.#refuseWithin();
    return super.exec(...request);
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#refuseWithin();
    const transaction = super.transaction(async (tx) => {
      const mark: Running = { engine: this, open: true };
      const query = tx.query.bind(tx);
      tx.query = async (text, values, options) => {
        const isOver = tx.closed || !this.#statements.takes(text);
        if (isOver) return query(text, values, withoutParsers(options));
        return this.#ask(text, values, options);
      };
      try {
        return await running.run(mark, () => work(tx));
      } finally {
        mark.open = false;
      }
    });
    return this.#count(transaction);
  }

  /** Waits for what is queued, then shuts down in order; a crashed engine is left as it lies. */
  override async close(): Promise<void> {
    if (!this.#crash && !this.closed) await super.close();
  }

  async #count<T>(work: Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await work;
    } finally {
      this.underWay -= 1;
    }
  }

  #ask<T>(...[text, values, options]: Parameters<PGlite["query"]>) {
    return this._runExclusiveQuery(() =>
      this.#statements.ask<T>(text, values, withoutParsers(options)),
    );
  }

  #refuseWithin(): void {
    const mark = running.getStore();
    if (mark?.open && mark.engine === this) {
      throw new Error("within a transaction ask the transaction: the database waits for its end");
    }
  }
}
