import { formatDay } from "#app/shared/days.ts";
import { addQuantities } from "#app/shared/units.ts";

/** Lots that expire within these days are on the dashboard. */
export const expiryWarningDays = 30;

/** Main units of a product. `balance` is `products.stock`, which an order leaves when it is confirmed. */
export type StockLevels = { balance: number; pending: number; confirmed: number };

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

type Named = { code: string | null; expires_on: string | null };

/** 'Lote A12, vence em 31/03/2027' */
export function describeLot({ code, expires_on }: Named): string {
  if (!expires_on) return `Lote ${code}`;
  const expiry = `ence em ${formatDay(expires_on)}`;
  return code ? `Lote ${code}, v${expiry}` : `V${expiry}`;
}
