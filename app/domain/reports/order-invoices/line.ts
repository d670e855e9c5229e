import { isValidCfop } from "@brazilian-utils/brazilian-utils/is-valid-cfop";
import type { Fiscal } from "#app/domain/catalogue/fiscal.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import type { OrderItem } from "#app/domain/orders/schema.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import { type SaleUnit, toThousandths } from "#app/shared/units.ts";

/** The current data of the catalogue about the product of a line. */
export type FiscalProduct = {
  fiscal: Fiscal;
  sale_options: readonly Pick<SaleOption, "unit" | "ean">[];
  /** The net weight of the main sale unit, in grams. */
  net_weight: number | undefined;
};

const unitCodes: Record<SaleUnit, string> = {
  unidade: "UN",
  pacote: "PCT",
  caixa: "CX",
  kg: "KG",
};

/**
 * The codes, unit, quantity and price that an invoice has for a line, as it is sold and in the unit of which its sale unit has
 * several: a box of 12 is taxed as 12 pieces.
 */
export function toFiscalLine(
  item: OrderItem,
  product: FiscalProduct | undefined,
  shopCfop: string | undefined,
) {
  const { fiscal = {}, sale_options = [] } = product ?? {};
  const isWeighedPiece = item.weight !== undefined && item.unit !== "kg";
  const codeOf = (unit: SaleUnit) =>
    (unit === sale_options[0]?.unit && fiscal.unit) || unitCodes[unit];
  const eanOf = (unit: SaleUnit) =>
    sale_options.find((option) => option.unit === unit)?.ean ?? "SEM GTIN";
  const sold = isWeighedPiece
    ? // The price of a piece that is weighed is that of the kilos that it usually has.
      { ean: "SEM GTIN", unit: "KG", quantity: item.weight ?? 0, price: perPiece(item) }
    : {
        ean: eanOf(item.unit),
        unit: codeOf(item.unit),
        quantity: item.weight ?? item.quantity,
        price: toAmount(toCents(item.price)),
      };
  const { contains = 1 } = item;
  const piece = sale_options[0]?.unit;
  const hasPieces = !isWeighedPiece && contains > 1 && piece !== undefined && piece !== item.unit;
  const taxed = hasPieces
    ? {
        ean: eanOf(piece),
        unit: codeOf(piece),
        quantity: (toThousandths(item.quantity) * contains) / 1000,
        price: perPiece(item),
      }
    : sold;
  return {
    NCM: fiscal.ncm,
    CEST: fiscal.cest,
    CFOP: fiscal.cfop ?? shopCfop,
    cEAN: sold.ean,
    uCom: sold.unit,
    qCom: sold.quantity,
    vUnCom: sold.price,
    cEANTrib: taxed.ean,
    uTrib: taxed.unit,
    qTrib: taxed.quantity,
    vUnTrib: taxed.price,
    /** The line counts in the total of the invoice. */
    indTot: "1" as const,
  };
}

/** Computes the price of a piece with the ten decimals of the layout. */
function perPiece({ price, contains = 1 }: OrderItem): number {
  return Number((toCents(price) / 100 / contains).toFixed(10));
}

/** The CFOP of the same operation to a customer in another state, where there is one: 5102 → 6102. */
export function cfopFor(
  cfop: string | undefined,
  destination: "1" | "2" | undefined,
): string | undefined {
  if (cfop === undefined || destination === undefined) return cfop;
  const other = cfop.replace(/^[56]/, destination === "2" ? "6" : "5");
  return isValidCfop(other) ? other : undefined;
}

/** The kilos of a line; undefined where neither a weight nor the label says them. */
export function netKilos(item: OrderItem, product: FiscalProduct | undefined): number | undefined {
  if (item.weight !== undefined) return item.weight;
  if (item.unit === "kg") return item.quantity;
  if (item.variable_weight) return item.quantity * (item.contains ?? 1);
  if (product?.net_weight === undefined) return undefined;
  return (item.quantity * (item.contains ?? 1) * product.net_weight) / 1000;
}
