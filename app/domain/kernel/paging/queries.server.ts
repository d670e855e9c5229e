import { and, asc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "#app/platform/database/database.ts";
import { z } from "#app/shared/zod.ts";
import type { CursorPosition } from "./schema.ts";

const firstId = "00000000-0000-0000-0000-000000000000";

type Feed = {
  id: string;
  /** All transactions below it have ended: rows that they wrote are visible, and no further ones appear. */
  horizon: string;
  /** No transaction has an id from here on. */
  next: string;
  is_copied: boolean;
};

type Changes<Row> = {
  /** Columns of the table that has the transaction of each row's last change. */
  rowId: PgColumn;
  changedIn: PgColumn;
  /** Reads rows between two positions, in that order. */
  read: (isBetween: SQL | undefined, order: SQL[]) => Promise<{ transaction: string; row: Row }[]>;
  count: (isBetween: SQL | undefined) => Promise<number>;
};

export type FeedRows<Row> = { rows: Row[]; next_cursor: string; total: number };

/**
 * Rows by last change, oldest first. A row that changes again appears again. Repeated calls, each with the cursor of the last
 * page, return every row although several processes write at the same time. Changes appear when all transactions that began
 * before them have ended. Undefined when the cursor belongs to another database or to a time before a restore.
 */
export async function readChanges<Row extends { id: string }>(
  database: Database,
  { after, limit }: { after: FeedPosition | null; limit: number },
  { rowId, changedIn, read, count }: Changes<Row>,
): Promise<FeedRows<Row> | undefined> {
  const feed = await openFeed(database);
  if (after && (after.feed !== feed.id || BigInt(after.transaction) > BigInt(feed.next))) {
    return undefined;
  }
  const isBetween = and(
    sql`${changedIn} < ${feed.horizon}::text::xid8`,
    after
      ? sql`(${changedIn}, ${rowId}) > (${after.transaction}::text::xid8, ${after.rowId}::uuid)`
      : undefined,
  );
  const found = await read(isBetween, [asc(changedIn), asc(rowId)]);
  const last = found.at(-1);
  // A page that is not full has read everything below the horizon.
  const position =
    found.length === limit && last
      ? { transaction: last.transaction, rowId: last.row.id }
      : { transaction: feed.horizon, rowId: firstId };
  return {
    rows: found.map(({ row }) => row),
    next_cursor: toFeedCursor({ feed: feed.id, ...position }),
    total: found.length < limit ? found.length : await count(isBetween),
  };
}

/** Transaction ids of another server, copied with the rows, may exceed the current one: then all are numbered again. */
async function openFeed(database: Database): Promise<Feed> {
  const feed = await readFeed(database);
  if (!feed.is_copied) return feed;
  await database.execute(sql`SELECT restart_order_feed(), restart_product_feed()`);
  return readFeed(database);
}

/**
 * The server's timeline, unless it is the first: a promoted standby and a recovered backup begin another, which uses ids of
 * lost transactions again.
 */
const timeline = sql.raw(
  `replace('-' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), '-00000001', '')`,
);

async function readFeed(database: Database): Promise<Feed> {
  const { rows } = await database.execute<Feed>(sql`
    SELECT id || ${timeline} AS id, pg_snapshot_xmin(snapshot)::text AS horizon, pg_snapshot_xmax(snapshot)::text AS next,
      EXISTS (SELECT FROM order_changes WHERE changed_in >= pg_snapshot_xmax(snapshot))
        OR EXISTS (SELECT FROM product_changes WHERE changed_in >= pg_snapshot_xmax(snapshot)) AS is_copied
    FROM order_feed, pg_current_snapshot() AS snapshot`);
  const [feed] = rows;
  if (!feed) throw new Error("the table order_feed has no row");
  return feed;
}

/** Rows after the cursor, newest first. Compared as a pair, so that the index on both columns applies. */
export function isAfterCursor(
  columns: { created_at: SQLWrapper; id: SQLWrapper },
  { created_at, id }: CursorPosition,
): SQL {
  const instant = created_at.toISOString();
  return sql`(${columns.created_at}, ${columns.id}) < (${instant}::timestamptz, ${id}::uuid)`;
}

/** Position in rows by last change: everything before it was read. */
export type FeedPosition = {
  /** The feed's id, which changes when a restored or moved database numbers its changes again, or a standby takes over. */
  feed: string;
  /** Transaction id, in decimal digits. */
  transaction: string;
  rowId: string;
};

const startWord = "start";
const cursorError = "Use start, ou o next_cursor da resposta anterior.";
const written = /^([0-9A-Fa-f-]{36,45}) (\d{1,20}) ([0-9a-f-]{36})$/;
const maxTransaction = 2n ** 64n - 1n;

/** Encodes the position; opaque to clients. */
function toFeedCursor({ feed, transaction, rowId }: FeedPosition): string {
  return btoa(`${feed} ${transaction} ${rowId}`);
}

function readFeedCursor(cursor: string): FeedPosition | undefined {
  try {
    const [, feed = "", transaction = "", rowId = ""] = written.exec(atob(cursor)) ?? [];
    const isValid = z.guid().safeParse(rowId).success && BigInt(transaction) <= maxTransaction;
    return isValid ? { feed, transaction, rowId } : undefined;
  } catch {
    return undefined;
  }
}

export const afterSchema = z
  .string({ error: cursorError })
  .max(200, { error: cursorError })
  .transform((cursor, context) => {
    if (cursor === startWord) return null;
    const position = readFeedCursor(cursor);
    if (!position) context.addIssue({ code: "custom", message: cursorError });
    return position ?? z.NEVER;
  })
  .meta({
    description:
      "Pela última mudança, da mais antiga à mais nova: `start`, depois sempre o `next_cursor` da resposta anterior.",
    examples: [startWord],
  });
