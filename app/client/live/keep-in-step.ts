import type { ChangedTable } from "#app/shared/changes.ts";
import { readAfterChanges } from "./read-after-changes.ts";
import { createRereading } from "./reread.ts";

export type ShownPage = {
  /** Whether the page in front shows rows of the table. */
  shows(table: ChangedTable): boolean;
  /** Reads its data anew; resolves with whether it could. */
  read(): Promise<boolean>;
};

/** Has the page's data read anew when something that it shows has changed, until `signal`. */
export function keepInStep({ shows, read }: ShownPage, signal: AbortSignal): void {
  readAfterChanges(shows, createRereading(read, signal), signal);
}
