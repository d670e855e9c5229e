import type { StockReason } from "#app/domain/catalogue/stock-reasons.ts";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { addQuantities } from "#app/shared/units.ts";

/** The reasons that the seller can enter. */
export const entryReasons = ["entrada", "contagem", "perda"] as const;
export type EntryReason = (typeof entryReasons)[number];

/** Lots that expire within these days are on the dashboard. */
export const expiryWarningDays = 30;

/** Main units of a product. `balance` is `products.stock`, which an order leaves when it is confirmed. */
export type StockLevels = { balance: number; pending: number; confirmed: number };
/** The quantities of a product that are ordered and not delivered. */
export type OrderedStock = { product_id: string; pending: number; confirmed: number };

/**
 * The figures beside a balance. Reserved: ordered and not delivered. Pending orders are still in the balance, confirmed ones
 * are not; therefore free is the balance without the pending ones, and on the shelf are balance and confirmed ones.
 */
export function stockFigures({ balance, pending, confirmed }: StockLevels) {
  return {
    reserved: addQuantities(pending, confirmed),
    free: addQuantities(balance, -pending),
    onShelf: addQuantities(balance, confirmed),
  };
}

type Entered = { reason: StockReason; created_at: string; is_undone: boolean };

/** Returns whether the seller may still reverse a movement. */
export function isUndoable({ reason, created_at, is_undone }: Entered, now: number): boolean {
  const isRecent = Date.parse(created_at) > now - undoMinutes * 60_000;
  return isRecent && !is_undone && entryReasons.some((one) => one === reason);
}

type Moved = { reason: StockReason; quantity: number };

const orderReasons: readonly StockReason[] = ["pedido", "cancelamento", "edição"];

/**
 * Returns the quantity that marking a product as sold out took from its stock: the last change besides orders was an adjustment
 * that left nothing. It is 0 for any other product. The newest movement comes first.
 */
export function soldOutQuantity(stock: number, movements: readonly Moved[]): number {
  const index = movements.findIndex(({ reason }) => !orderReasons.includes(reason));
  const last = movements[index];
  if (last?.reason !== "ajuste") return 0;
  const later = movements.slice(0, index).map(({ quantity }) => -quantity);
  return addQuantities(stock, ...later) === 0 ? Math.max(0, -last.quantity) : 0;
}

type Named = { code: string | null; expires_on: string | null };

/** 'Lote A12, vence em 31/03/2027', 'Venceu em 01/10/2026' */
export function describeLot({ code, expires_on }: Named, today = dayOf(new Date())): string {
  if (!expires_on) return `Lote ${code}`;
  const expiry = `${expires_on < today ? "venceu" : "vence"} em ${formatDay(expires_on)}`;
  return code ? `Lote ${code}, ${expiry}` : expiry.replace("v", "V");
}

/** 'Lote A12, val. 31/03/2027', as papers and labels name a lot. */
export function nameLot({ code, expires_on }: Named): string {
  return [code && `Lote ${code}`, expires_on && `val. ${formatDay(expires_on)}`]
    .filter(Boolean)
    .join(", ");
}
