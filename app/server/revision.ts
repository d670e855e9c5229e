import { randomUUID } from "node:crypto";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { RowChange } from "#app/shared/changes.ts";

/**
 * Names the state of what visitors see: another one after each change of it, and in each process. Pages and answers that were
 * made in an earlier state are stale.
 */
export type Revision = () => string;

/** The tables that pages and public answers are made of. */
const publicTables = new Set<RowChange["table"]>([
  "products",
  "categories",
  "recipes",
  "settings",
  "delivery_zones",
  "delivery_exceptions",
  "price_tables",
]);

/** Follows the committed changes of all processes. After a lost connection, some may have been missed. */
export function createRevision({
  subscribe,
  onGap,
}: Pick<OpenDatabase, "subscribe" | "onGap">): Revision {
  const processId = randomUUID().slice(0, 8);
  let changes = 0;
  const advance = () => {
    changes += 1;
  };
  subscribe(({ table, hidden }) => {
    if (publicTables.has(table) && !hidden) advance();
  });
  onGap(advance);
  return () => `${processId}-${changes}`;
}
