import {
  type messages,
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from "@electric-sql/pglite";

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
export class Statements {
  readonly #engine: PGlite;
  readonly #prepared = new Map<string, Statement>();

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  /** Whether `query` accepts this text. */
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

const timestamp = 1114;
const timestampList = 1115;
const timestamptz = 1184;
const timestamptzList = 1185;
const date = 1082;
const dateList = 1182;
const interval = 1186;
const intervalList = 1187;
const numericList = 1231;

const unparsedTypes = [
  ...[timestamp, timestampList, timestamptz, timestamptzList],
  ...[date, dateList, interval, intervalList, numericList],
];

/** Types that Drizzle parses itself, on either engine. */
export const drizzleParsers = Object.fromEntries(
  unparsedTypes.map((type) => [type, (value: string) => value]),
);

/**
 * Drizzle passes its parsers with every query, and PGlite then copies its own 600, a sixth of the cost of an order. The
 * engine has them from the start instead.
 */
export function withoutParsers(options?: QueryOptions): QueryOptions {
  return { ...options, parsers: undefined };
}
