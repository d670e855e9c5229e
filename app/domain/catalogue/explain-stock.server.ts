import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { StockReason } from "./stock-reasons.ts";

/** The reason of a change; `order` is the id of the order that caused it. */
export type StockChange = {
  reason: StockReason;
  order?: string;
  note?: string | undefined;
  /** The lot that is changed; by default the trigger chooses. */
  lot?: string | undefined;
  /** The movement that is reversed, in the same lots. */
  undoes?: number;
};

/**
 * Explains the stock changes that follow in this transaction, until the next call. A trigger records each of them as a
 * movement (`stock_movements`); an unexplained one is an adjustment.
 */
export async function explainStock(
  transaction: Database,
  { reason, order = "", note = "", lot = "", undoes }: StockChange,
): Promise<void> {
  await transaction.execute(sql`SELECT set_config('pomar.stock_reason', ${reason}, true),
    set_config('pomar.stock_order', ${order}, true), set_config('pomar.stock_note', ${note}, true),
    set_config('pomar.stock_lot', ${lot}, true),
    set_config('pomar.stock_undoes', ${undoes === undefined ? "" : String(undoes)}, true)`);
}
