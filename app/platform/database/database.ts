import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema.ts";

/** What use cases ask of a database: Drizzle over the embedded engine or over `pg`, or a transaction on either. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** One committed change of a row, as the triggers of `migrations/` announce it. */
export type Change = {
  /** `orders` stands for the table `pedidos`. */
  table: "products" | "categories" | "recipes" | "settings" | "orders" | "audit_logs";
  operation: "INSERT" | "UPDATE" | "DELETE";
  id: string;
  version?: number;
  title?: string;
  slug?: string;
  /** E-mail of who made it; absent for the system. */
  by?: string;
};

export type OpenDatabase = {
  database: Database;
  engine: "embedded" | "postgres";
  /** Calls `listener` for each change committed by any process; returns how to stop. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Calls `listener` when notifications may have been missed (the connection was lost and is back). */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
};
