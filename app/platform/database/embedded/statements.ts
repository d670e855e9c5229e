import {
  type messages,
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from "@electric-sql/pglite";

const { serialize } = protocol;

/** Queries are written with parameters, so that their texts are few; what passes this is asked unprepared. */
const mostStatements = 500;

type Statement = {
  name: string;
  /** Types of the parameters, by PostgreSQL's numbers. */
  parameters: number[];
  row: messages.RowDescriptionMessage | undefined;
};

/**
 * Prepared statements of an engine, by their text. PGlite makes six trips into the engine for each query, each of which
 * costs more than many a query itself; a prepared one takes a single trip, and is neither parsed nor planned again.
 */
export class Statements {
  readonly #engine: PGlite;
  readonly #prepared = new Map<string, Statement>();

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  /** Whether `ask` takes this text. */
  takes(text: string): boolean {
    return this.#prepared.has(text) || this.#prepared.size < mostStatements;
  }

  /** The rows of one query, as PGlite's own `query` answers; the caller holds the engine's turn. */
  async ask<Row>(
    text: string,
    values: unknown[] = [],
    options?: QueryOptions,
  ): Promise<Results<Row>> {
    const statement = this.#prepared.get(text) ?? (await this.#prepare(text));
    const serialized = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      const type = statement.parameters[index] ?? 0;
      const write = options?.serializers?.[type] ?? this.#engine.serializers[type];
      return write ? write(value) : String(value);
    });
    const answer = await this.#send(
      serialize.bind({ statement: statement.name, values: serialized }),
      serialize.execute(),
    );
    const described = statement.row ? [statement.row, ...answer] : answer;
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

  #send(...requests: Uint8Array[]) {
    const message = Buffer.concat([...requests, serialize.sync()]);
    return this.#engine.execProtocolStream(message, { syncToFs: false });
  }
}
