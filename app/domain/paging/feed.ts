import { z } from "#app/shared/zod.ts";

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
export function toFeedCursor({ feed, transaction, rowId }: FeedPosition): string {
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
