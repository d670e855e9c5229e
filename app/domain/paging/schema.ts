import { z } from "zod";

/** Where one stopped in a list that goes from the newest row to the oldest: the row after which to go on. */
export type CursorPosition = { created_at: Date; id: string };

const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/;

/** The bookmark as lists carry it, opaque to whoever reads it. */
function toCursor({ created_at, id }: CursorPosition): string {
  return btoa(`${created_at.toISOString()} ${id}`);
}

function readCursor(cursor: string): CursorPosition | undefined {
  try {
    const [, instant = "", id = ""] = written.exec(atob(cursor)) ?? [];
    const created_at = new Date(instant);
    const isBookmark = !Number.isNaN(created_at.getTime()) && z.guid().safeParse(id).success;
    return isBookmark ? { created_at, id } : undefined;
  } catch {
    return undefined;
  }
}

/** A cursor that a list gave, as the bookmark it is. */
export const cursorSchema = z
  .string({ error: "Cursor inválido." })
  .max(200, { error: "Cursor inválido." })
  .transform((cursor, context) => {
    const bookmark = readCursor(cursor);
    if (!bookmark) context.addIssue({ code: "custom", message: "Cursor inválido." });
    return bookmark ?? z.NEVER;
  })
  .meta({ description: "O `next_cursor` da página anterior." });

/** How many rows a page has, as a query string says it. */
export function limitSchema(usual: number, most: number) {
  const error = `Informe um número inteiro de 1 a ${most}.`;
  return z.coerce
    .number({ error })
    .int({ error })
    .min(1, { error })
    .max(most, { error })
    .default(usual)
    .meta({ description: `De 1 a ${most}; ${usual} quando não informado.` });
}

/** A page of rows out of one more than it holds, which tells that there are further ones. */
export function toPage<Row extends CursorPosition>(rows: Row[], limit: number) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? toCursor(last) : null };
}
