import { boundedInstant } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";

/** Position in a list from newest to oldest: the last row of the previous page. */
export type CursorPosition = { created_at: Date; id: string };

const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/;

/** Encodes the position; opaque to clients. */
function toCursor({ created_at, id }: CursorPosition): string {
  return btoa(`${created_at.toISOString()} ${id}`);
}

function readCursor(cursor: string): CursorPosition | undefined {
  try {
    const [, instant = "", id = ""] = written.exec(atob(cursor)) ?? [];
    const created_at = new Date(instant);
    const isBookmark =
      boundedInstant("Cursor inválido.").safeParse(instant).success &&
      z.guid().safeParse(id).success;
    return isBookmark ? { created_at, id } : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes the cursor of a list. */
export const cursorSchema = z
  .string({ error: "Cursor inválido." })
  .max(200, { error: "Cursor inválido." })
  .transform((cursor, context) => {
    const bookmark = readCursor(cursor);
    if (!bookmark) context.addIssue({ code: "custom", message: "Cursor inválido." });
    return bookmark ?? z.NEVER;
  })
  .meta({ description: "O `next_cursor` da página anterior." });

/** Page size in a query string. */
export function limitSchema(fallback: number, max: number) {
  const error = `Informe um número inteiro de 1 a ${max}.`;
  return z.coerce
    .number({ error })
    .int({ error })
    .min(1, { error })
    .max(max, { error })
    .default(fallback)
    .meta({ description: `De 1 a ${max}; ${fallback} quando não informado.` });
}

/** Cuts `rows`, which were read with one more than `limit` to detect a next page. */
export function toPage<Row extends CursorPosition>(rows: Row[], limit: number) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? toCursor(last) : null };
}
