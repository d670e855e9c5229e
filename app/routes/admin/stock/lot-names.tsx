import { nameLot } from "#app/domain/stock/rules.ts";
import type { OrderLot } from "#app/domain/stock/schema.ts";
import { formatQuantity } from "#app/shared/units.ts";

type LotNamesProps = { lots: readonly OrderLot[]; item: { product_id: string; quantity: number } };

/** 'Lote L12, val. 31/03/2027' below a line of a document; with the quantity where it is of several lots. */
export function LotNames({ lots, item }: LotNamesProps) {
  if (item.quantity === 0) return null;
  const own = lots.filter(({ product_id }) => product_id === item.product_id);
  return own.map((lot) => (
    <span key={lot.lot_id} className="block text-[0.85em] leading-tight">
      {nameLot(lot)}
      {own.length > 1 && `, ${formatQuantity(lot.quantity)}`}
    </span>
  ));
}
