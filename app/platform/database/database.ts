import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { ChangeFeed } from "./change-feed.ts";

type Rows<Row> = { rows: Row[] };

/** Result of a raw SQL statement, the same with either driver. */
interface RowsHKT extends PgQueryResultHKT {
  readonly type: Rows<this["row"]>;
}

/** The database as use cases see it: Drizzle over the embedded engine or `pg`, or a transaction on either. */
export type Database = PgDatabase<RowsHKT>;

export type OpenDatabase = Pick<ChangeFeed, "subscribe" | "onGap"> & {
  database: Database;
  engine: "embedded" | "postgres";
  /** Resolves when the engine has failed for good (for example a disk error): the process must restart. */
  crashed: Promise<Error>;
  /** Whether a query found damaged data since the start. Only the embedded database reports it. */
  isDamaged(): boolean;
  /** Connections in total, idle ones, and requests waiting for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Copies the embedded database's files as of one moment to a folder; queries wait meanwhile. */
  copyFiles?(to: string): Promise<void>;
  /** Waits for queries in progress. */
  close(): Promise<void>;
};

/** Where the database logs background events; a pino logger fits. */
export type DatabaseLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
