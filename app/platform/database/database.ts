import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { RowChange } from "#app/shared/changes.ts";

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
  /** Returns whether a query found damaged data since the start. Only the embedded database reports it. */
  isDamaged(): boolean;
  /** Connections in total, idle ones, and requests waiting for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Copies the embedded database's files as of one moment to a folder; queries wait meanwhile. */
  copyFiles?(to: string): Promise<void>;
  /** Waits for queries in progress. */
  close(): Promise<void>;
};

/** The log of the database's background events; a pino logger fits. */
export type DatabaseLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** Author of a change: an e-mail, with the id of the browser tab where there is one (see `Change.tab`). */
export type Author = string | { email: string; tab: string | undefined };

const system = { email: "", tab: undefined };

/**
 * Runs `work` in one transaction whose changes the audit log and the change feed attribute to `author`, or to the
 * system ('Sistema') when it is null. Resolves with the result of `work` after the commit.
 */
export function runAsUser<T>(
  database: Database,
  author: Author | null,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const { email, tab = "" } = typeof author === "string" ? { email: author } : (author ?? system);
  return database.transaction(async (transaction) => {
    await transaction.execute(
      sql`SELECT set_config('pomar.user_email', ${email}, true), set_config('pomar.tab', ${tab}, true)`,
    );
    return work(transaction);
  });
}

/** Separates our advisory locks from those of other programs on the same server. */
const lockNamespace = 7_062_018;

/**
 * Locks a job so that only one of several processes runs it. False when another process holds the lock. The lock ends
 * with the transaction, not the session, so it also works through a pooler.
 */
export async function tryLockJob(transaction: Database, name: string): Promise<boolean> {
  const [row] = await transaction
    .select({
      locked: sql<boolean>`pg_try_advisory_xact_lock(${lockNamespace}, hashtext(${name}))`,
    })
    .from(sql`(VALUES (1)) AS once`);
  return row?.locked ?? false;
}

/** The channel to which the triggers in `migrations/` publish each change. */
export const changeChannel = "pomar_changes";

export type ChangeFeed = {
  /** Calls `listener` for each change committed by any process; returns an unsubscribe function. */
  subscribe(listener: (change: RowChange) => void): () => void;
  /** Calls `listener` when notifications may have been missed (the connection was lost and is back). */
  onGap(listener: () => void): () => void;
  /** Passes the changes of a notification's payload to the subscribers. */
  publish(payload: string): void;
  publishGap(): void;
};

/** A pino logger fits. */
type ErrorLog = { error(details: object, message: string): void };

/** Passes notifications to subscribers. An error in one of them is logged and does not affect the others. */
export function createChangeFeed(log: ErrorLog): ChangeFeed {
  const listeners = new Set<(change: RowChange) => void>();
  const gapListeners = new Set<() => void>();
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, "a subscriber to database changes failed");
    }
  }
  return {
    subscribe: (listener) => add(listeners, listener),
    onGap: (listener) => add(gapListeners, listener),
    publish(payload) {
      guarded(() => {
        for (const change of parseNotification(payload)) {
          for (const listener of [...listeners]) guarded(() => listener(change));
        }
      });
    },
    publishGap() {
      for (const listener of [...gapListeners]) guarded(listener);
    },
  };
}

/** A notification with `log` is also about that row of the audit log. */
function parseNotification(payload: string): RowChange[] {
  const { log, ...change }: RowChange & { log?: string } = JSON.parse(payload);
  if (log === undefined) return [change];
  const { tab } = change;
  const logged = { table: "audit_logs", operation: "INSERT", id: log } as const;
  return [change, tab === undefined ? logged : { ...logged, tab }];
}

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
