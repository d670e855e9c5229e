import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Change, ChangeFeed } from "./change-feed.ts";

export type { Change };

type Rows<Row> = { rows: Row[] };

/** What either driver answers to a statement written as SQL. */
interface RowsHKT extends PgQueryResultHKT {
  readonly type: Rows<this["row"]>;
}

/** What use cases ask of a database: Drizzle over the embedded engine or over `pg`, or a transaction on either. */
export type Database = PgDatabase<RowsHKT>;

export type OpenDatabase = Pick<ChangeFeed, "subscribe" | "onGap"> & {
  database: Database;
  engine: "embedded" | "postgres";
  /** Resolves when the database will never answer again (its disk failed): the process should end and start anew. */
  crashed: Promise<Error>;
  /** How many connections there are, how many of them at rest, and how many requests wait for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Copies the embedded database's files, as they are at one moment, to a folder; queries wait meanwhile. */
  copyFiles?(to: string): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

/** Where the database writes what nobody waits for; a pino logger fits. */
export type DatabaseLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
