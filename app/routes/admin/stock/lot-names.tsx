import type { OrderLot } from "#app/domain/stock/schema.ts";
import { formatDay } from "#app/shared/days.ts";
import { formatQuantity } from "#app/shared/units.ts";

type LotNamesProps = { lots: readonly OrderLot[]; item: { product_id: string; quantity: number } };

/** 'Lote L12, val. 31/03/2027' below a line of a document; with the quantity where it is of several lots. */
export function LotNames({ lots, item }: LotNamesProps) {
  if (item.quantity === 0) return null;
  const own = lots.filter(({ product_id }) => product_id === item.product_id);
  return own.map(({ lot_id, code, expires_on, quantity }) => (
    <span key={lot_id} className="block text-[0.85em] leading-tight">
      {[
        code && `Lote ${code}`,
        expires_on && `val. ${formatDay(expires_on)}`,
        own.length > 1 && formatQuantity(quantity),
      ]
        .filter(Boolean)
        .join(", ")}
    </span>
  ));
}
