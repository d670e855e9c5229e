import { type WrittenColumn, writeCsv } from "#app/shared/csv.ts";
import { formatQuantity, formatUnits, type SaleUnit, toThousandths } from "#app/shared/units.ts";

/** The number of days, today included, whose sales decide how much to buy. */
export const salesDays = 28;
/** The numbers of days for which the seller can buy. */
export const purchaseDays = [7, 14, 28] as const;
export const usualPurchaseDays = 14;

/** Main units. */
type Need = { free: number; minimum: number | null; sold: number };

/** The needs of a product. `cover_days`: the whole days for which the free stock lasts; null when nothing is sold. */
export type PurchaseRow = Need & {
  product_id: string;
  title: string;
  unit: SaleUnit;
  cover_days: number | null;
  suggested: number;
  supplier: string | null;
};

/**
 * Computes the quantity to buy so that, sold as in the last four weeks, the free stock is not below the minimum after so many days;
 * in whole main units. It is computed in thousandths, so that it is exact.
 */
export function planPurchase({ free, minimum, sold }: Need, days: number) {
  const held = toThousandths(free);
  const soldThousandths = toThousandths(sold);
  const missing = (toThousandths(minimum ?? 0) - held) * salesDays + soldThousandths * days;
  return {
    cover_days: sold > 0 ? Math.max(0, Math.floor((held * salesDays) / soldThousandths)) : null,
    suggested: Math.max(0, Math.ceil(missing / (salesDays * 1000))),
  };
}

/** Sorts the missing products first: by the shortest cover, then by title. */
export function sortPurchases(rows: readonly PurchaseRow[]): PurchaseRow[] {
  const rank = ({ suggested, cover_days }: PurchaseRow) =>
    suggested > 0 ? (cover_days ?? 0) : Number.MAX_SAFE_INTEGER;
  return [...rows].sort(
    (one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title, "pt-BR"),
  );
}

/** The rows with a suggestion by supplier, those without one last. */
export function groupBySupplier(
  rows: readonly PurchaseRow[],
): [supplier: string | null, rows: PurchaseRow[]][] {
  const groups = new Map<string | null, PurchaseRow[]>();
  for (const row of rows) {
    if (row.suggested > 0) groups.set(row.supplier, [...(groups.get(row.supplier) ?? []), row]);
  }
  return [...groups].sort(([one], [other]) => {
    if (one === null || other === null) return one === null ? 1 : -1;
    return one.localeCompare(other, "pt-BR");
  });
}

/** A message to a supplier. */
export function writePurchaseText(rows: readonly PurchaseRow[]): string {
  const lines = rows.map(
    ({ title, suggested, unit }) => `- ${formatUnits(suggested, unit)} de ${title}`,
  );
  return ["Olá! Quero fazer este pedido:", ...lines].join("\n");
}

const columns: WrittenColumn<PurchaseRow>[] = [
  ["Fornecedor", ({ supplier }) => supplier ?? ""],
  ["Produto", ({ title }) => title],
  ["Unidade", ({ unit }) => unit],
  // A negative text would be a formula, a number with a comma is none.
  ["Livre", ({ free }) => (Number.isInteger(free) ? free : formatQuantity(free))],
  ["Estoque mínimo", ({ minimum }) => (minimum === null ? "" : formatQuantity(minimum))],
  ["Vendido em 4 semanas", ({ sold }) => formatQuantity(sold)],
  ["Dias de cobertura", ({ cover_days }) => cover_days ?? ""],
  ["Sugestão de compra", ({ suggested }) => suggested],
];

export function writePurchaseCsv(rows: readonly PurchaseRow[]): string {
  return writeCsv(columns, rows);
}
