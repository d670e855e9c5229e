import { and, eq } from "drizzle-orm";
import { outbox } from "#app/domain/kernel/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { SeriesDateRow } from "./table.ts";

/** The event of mails about series. */
export const seriesEvent = "series";

type DoneDate = Pick<SeriesDateRow, "series_id" | "date" | "order_id">;

/** Queues the mail about a date; of an order in place of the usual confirmation. */
export async function queueSeriesMail(
  tx: Database,
  { series_id, date, order_id }: DoneDate,
): Promise<void> {
  if (order_id) {
    await tx.delete(outbox).where(and(eq(outbox.order_id, order_id), eq(outbox.event, "customer")));
  }
  const payload = { series_id, date };
  await tx.insert(outbox).values({ kind: "mail", event: seriesEvent, order_id, payload });
}
