import { Link } from "react-router";
import { describeLot } from "#app/domain/stock/rules.ts";
import type { StockLot } from "#app/domain/stock/schema.ts";
import { formatQuantity, formatUnits } from "#app/shared/units.ts";

/** '+24', '-3', 'sem diferença' */
export function signed(quantity: number): string {
  if (quantity === 0) return "sem diferença";
  return `${quantity > 0 ? "+" : ""}${formatQuantity(quantity)}`;
}

export const undoPath = (movement: number) => `/api/stock-movements/${movement}/undo` as const;
export const undoFailed = "Não foi desfeito";

type LotListProps = {
  lots: readonly StockLot[];
  /** Leaves out the name of the product. */
  isOfOneProduct?: boolean;
};

/** Each leads to who got it. */
export function LotList({ lots, isOfOneProduct = false }: LotListProps) {
  return (
    <ul className="divide-y divide-line">
      {lots.map((lot) => (
        <li key={lot.id}>
          <Link
            to={`/admin/stock/lots/${lot.id}`}
            className="flex min-h-12 items-center gap-3 py-2 hover:bg-sunken"
          >
            <span className="min-w-0 grow wrap-anywhere">
              {isOfOneProduct ? describeLot(lot) : lot.title || "Produto excluído"}
              {!isOfOneProduct && (
                <span className="block text-sm text-muted">{describeLot(lot)}</span>
              )}
            </span>
            <span className="whitespace-nowrap tabular-nums">
              {formatUnits(lot.balance, lot.unit)}
            </span>
            <span className="icon-[lucide--chevron-right] size-4 shrink-0 text-muted" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
