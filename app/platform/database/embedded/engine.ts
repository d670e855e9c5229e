import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type messages,
  PGlite,
  type PGliteOptions,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";
import { isCorruption } from "#app/platform/database/errors.ts";
import { withoutOptimizing } from "./optimizing-compiler.ts";
import { drizzleParsers, withoutParsers } from "./parsers.ts";

const { serialize } = protocol;

/** Query texts have parameters, so there are few; queries above this limit run unprepared. */
const maxStatements = 500;

type Answer = Awaited<ReturnType<PGlite["execProtocolStream"]>>;

type Statement = {
  name: string;
  /** PostgreSQL type ids of the parameters. */
  parameters: number[];
  row: messages.RowDescriptionMessage | undefined;
};

/**
 * Prepared statements of an engine, by text. PGlite calls into the engine six times per query, each of which costs more
 * than many queries themselves. A prepared statement needs one call and is neither parsed nor planned again.
 */
class Statements {
  readonly #engine: PGlite;
  readonly #prepared = new Map<string, Statement>();

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  /** Returns whether `query` accepts this text. */
  accepts(text: string): boolean {
    return this.#prepared.has(text) || this.#prepared.size < maxStatements;
  }

  /**
   * The result of one query, as PGlite's `query` returns it; the caller holds the engine's lock. `setting`, a statement
   * without parameters, runs first in the same transaction.
   */
  async query<Row>(
    text: string,
    values: unknown[] = [],
    options?: QueryOptions,
    setting?: string,
  ): Promise<Results<Row>> {
    const statement = this.#prepared.get(text) ?? (await this.#prepare(text));
    const serialized = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      const type = statement.parameters[index] ?? 0;
      const write = options?.serializers?.[type] ?? this.#engine.serializers[type];
      return write ? write(value) : String(value);
    });
    const first = setting === undefined ? [] : await this.#execute(setting);
    const answer = await this.#send(
      ...first,
      serialize.bind({ statement: statement.name, values: serialized }),
      serialize.execute(),
    );
    const own = first.length > 0 ? afterFirstResult(answer) : answer;
    const described = statement.row ? [statement.row, ...own] : own;
    const [results] = parse.parseResults(described, this.#engine.parsers, options);
    return results as Results<Row>;
  }

  async #prepare(text: string): Promise<Statement> {
    const name = `pomar_${this.#prepared.size}`;
    const answer = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
    );
    const row = answer.find((message) => message.name === "rowDescription");
    const parameters = parse.parseDescribeStatementResults(answer);
    const statement = { name, parameters, row: row as Statement["row"] };
    this.#prepared.set(text, statement);
    return statement;
  }

  async #execute(text: string): Promise<Uint8Array[]> {
    const { name } = this.#prepared.get(text) ?? (await this.#prepare(text));
    return [serialize.bind({ statement: name, values: [] }), serialize.execute()];
  }

  #send(...requests: Uint8Array[]) {
    const message = Buffer.concat([...requests, serialize.sync()]);
    return this.#engine.execProtocolStream(message, { syncToFs: false });
  }
}

function afterFirstResult(answer: Answer): Answer {
  return answer.slice(answer.findIndex((message) => message.name === "commandComplete") + 1);
}

/** SQLSTATE codes of a crash, by which requests are answered that the database is unavailable. */
const crashState = "57P02";
const diskFullState = "53100";
/** The messages of the system when a file cannot grow. */
export const outOfRoom = /no space left|ENOSPC|disk quota/i;

type TransactionScope = { engine: Engine; open: boolean };
const scopes = new AsyncLocalStorage<TransactionScope>();
const maxStderrLines = 5;
/** Calls PostgreSQL's parser and little else. */
const emptyStatement = Buffer.concat([serialize.parse({ text: "" }), serialize.sync()]);
/** Work between two pauses. */
const maxBusyMs = 10;

/**
 * PGlite with three additional guarantees. A query on the engine inside one of its transactions throws instead of waiting
 * for itself, since there is one connection and one queue. A crashed engine rejects every later request, where PGlite would
 * continue. And other events are handled between slow queries.
 */
export class Engine extends PGlite {
  #crash: Error | undefined;
  #isParserCompiled = false;
  readonly #crashing = Promise.withResolvers<Error>();
  /** Resolves with the reason when the engine has crashed. Only a new process recovers. */
  readonly crashed = this.#crashing.promise;
  /** The first error that reported damaged files. */
  damage: Error | undefined;
  /** Called once, with `damage`. */
  onDamage: (damage: Error) => void = () => undefined;
  /** Queries and transactions without an answer yet: one has the connection, the others wait. */
  pendingRequests = 0;
  readonly #statements = new Statements(this);
  /** Ends with the last of the queued transactions and prepared queries; never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  /** The time when the first query since the last pause began. */
  #busySince: number | undefined;

  /** Starts the engine. The error of a failed start contains PostgreSQL's last messages. */
  static async start<Kind extends Engine>(
    this: new (
      options: PGliteOptions,
    ) => Kind,
    options: PGliteOptions,
  ): Promise<Kind> {
    const messages: string[] = [];
    const onStderr = (line: string) => {
      messages.push(line);
      messages.splice(0, messages.length - maxStderrLines);
      return false;
    };
    const engine = new this({ ...options, onStderr });
    try {
      await engine.waitReady;
    } catch (cause) {
      const reason = messages.join(" | ") || String(cause);
      throw new Error(`the embedded database did not start: ${reason}`, { cause });
    }
    messages.length = 0;
    Object.assign(engine.parsers, drizzleParsers);
    stopAtFirstCrash(engine.Module, (cause) => engine.#noteCrash(messages.join(" | "), cause));
    return engine;
  }

  /** Rejects every later request by the error that it returns. */
  #noteCrash(reason: string, cause: unknown): Error {
    const code = outOfRoom.test(reason) ? diskFullState : crashState;
    const crash = new Error(`the embedded database crashed: ${reason}`, { cause });
    this.#crash = Object.assign(crash, { code });
    this.#crashing.resolve(crash);
    return crash;
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#crash) throw this.#crash;
    if (!this.#isParserCompiled) {
      // One function of 100 kB, for which the compiler would take 600 MB. Its speed is no concern: statements are prepared.
      this.#isParserCompiled = true;
      withoutOptimizing(() => super.execProtocolRawSync(emptyStatement));
    }
    return super.execProtocolRawSync(message);
  }

  override async query<T>(...[text, values, options]: Parameters<PGlite["query"]>) {
    this.rejectWithinTransaction();
    if (!this.isPrepared(text)) {
      return this.#count(super.query<T>(text, values, withoutParsers(options)));
    }
    return this.queryAlone<T>(text, values, options);
  }

  /**
   * Runs a prepared query as a transaction of its own, with `setting` before it (see `Statements.query`). `onStart` is
   * called when earlier transactions have ended.
   */
  protected async queryAlone<T>(
    text: string,
    values?: unknown[],
    options?: QueryOptions,
    { setting, onStart }: { setting?: string; onStart?: () => void } = {},
  ) {
    const query = async () => {
      if (this.closed) throw new Error("the embedded database is closed");
      onStart?.();
      this.#noteWork();
      try {
        return await this.#queryPrepared<T>(text, values, options, setting);
      } finally {
        await this.#pauseWhenBusy();
      }
    };
    return this.#count(this.#runAlone(query));
  }

  #noteWork(): void {
    if (this.#busySince !== undefined) return;
    this.#busySince = performance.now();
    setImmediate(() => {
      this.#busySince = undefined;
    });
  }

  /** A query waits for no event: without a pause, all in the queue would run before any other request is handled. */
  async #pauseWhenBusy(): Promise<void> {
    const now = performance.now();
    if (now - (this.#busySince ?? now) > maxBusyMs) await nextTurn();
  }

  protected isPrepared(text: string): boolean {
    return this.#statements.accepts(text);
  }

  override async exec(...request: Parameters<PGlite["exec"]>) {
    this.rejectWithinTransaction();
    return super.exec(...request);
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.rejectWithinTransaction();
    const run = async (tx: Transaction) => {
      const scope: TransactionScope = { engine: this, open: true };
      const query = tx.query.bind(tx);
      tx.query = async (text, values, options) => {
        const isUnprepared = tx.closed || !this.#statements.accepts(text);
        if (isUnprepared) return query(text, values, withoutParsers(options));
        return this.#queryPrepared(text, values, options);
      };
      try {
        return await scopes.run(scope, () => work(tx));
      } finally {
        scope.open = false;
      }
    };
    return this.#count(this.#runAlone(() => super.transaction(run)));
  }

  /** Waits for queued requests, then shuts down; a crashed engine is left as it is. */
  override close(): Promise<void> {
    return this.#runAlone(async () => {
      if (!this.#crash && !this.closed) await super.close();
    });
  }

  /** Runs transactions and prepared queries one after the other, since the engine has one connection. */
  #runAlone<T>(work: () => Promise<T>): Promise<T> {
    const outcome = this.#last.then(work);
    this.#last = outcome.catch(() => undefined);
    return outcome;
  }

  async #count<T>(work: Promise<T>): Promise<T> {
    this.pendingRequests += 1;
    try {
      return await work;
    } catch (error) {
      this.#detectDamage(error);
      throw error;
    } finally {
      this.pendingRequests -= 1;
    }
  }

  #detectDamage(error: unknown): void {
    const cause = error instanceof Error && isCorruption(error.cause) ? error.cause : error;
    if (this.damage || !(cause instanceof Error) || !isCorruption(cause)) return;
    this.damage = cause;
    this.onDamage(cause);
  }

  #queryPrepared<T>(text: string, values?: unknown[], options?: QueryOptions, setting?: string) {
    return this.runExclusive(() =>
      this.#statements.query<T>(text, values, withoutParsers(options), setting),
    );
  }

  protected rejectWithinTransaction(): void {
    const scope = scopes.getStore();
    if (scope?.open && scope.engine === this) {
      throw new Error("use the transaction for queries inside it: the engine waits for its end");
    }
  }
}

/** Status of the exception by which the engine reports an ordinary SQL error. */
const sqlErrorStatus = 100;

/**
 * Passes the first exception of the main loop that is not an SQL error to the caller, converted by `onCrash`. PGlite
 * swallows it and continues the broken loop, which hangs or acknowledges an insert that never happened.
 */
function stopAtFirstCrash(module: PGlite["Module"], onCrash: (cause: unknown) => Error): void {
  const runLoop = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      runLoop();
    } catch (cause) {
      if (isSqlError(cause)) throw cause;
      const crash = onCrash(cause);
      // PGlite calls these next, the first of them outside its own try.
      module.stackRestore = () => {
        throw crash;
      };
      module._PostgresSendReadyForQueryIfNecessary = () => undefined;
      module._pgl_pq_flush = () => undefined;
      throw cause;
    }
  };
}

/** Emscripten's exceptions are not instances of Error. */
function isSqlError(cause: unknown): boolean {
  return (
    typeof cause === "object" && (cause as { status?: unknown } | null)?.status === sqlErrorStatus
  );
}
