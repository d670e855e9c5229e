import { isValidCfop } from "@brazilian-utils/brazilian-utils/is-valid-cfop";
import type { Fiscal } from "#app/domain/catalogue/fiscal/schema.ts";
import type { SaleOption } from "#app/domain/catalogue/sale-option-schema.ts";
import type { OrderItem } from "#app/domain/orders/schema.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import type { SaleUnit } from "#app/shared/units.ts";

/** What the catalogue says now about the product of a line. */
export type FiscalProduct = {
  fiscal: Fiscal;
  sale_options: readonly Pick<SaleOption, "unit" | "ean">[];
  /** Of the main sale unit, in grams. */
  net_weight: number | undefined;
};

const unitCodes: Record<SaleUnit, string> = {
  unidade: "UN",
  pacote: "PCT",
  caixa: "CX",
  kg: "KG",
};

/** The codes, unit, quantity and price that an invoice has for a line. */
export function toFiscalLine(
  item: OrderItem,
  product: FiscalProduct | undefined,
  shopCfop: string | undefined,
) {
  const { fiscal = {}, sale_options = [] } = product ?? {};
  const isWeighedPiece = item.weight !== undefined && item.unit !== "kg";
  const isMainUnit = item.unit === sale_options[0]?.unit && !isWeighedPiece;
  const ean = isWeighedPiece ? undefined : sale_options.find(({ unit }) => unit === item.unit)?.ean;
  return {
    NCM: fiscal.ncm,
    CEST: fiscal.cest,
    CFOP: fiscal.cfop ?? shopCfop,
    cEAN: ean ?? "SEM GTIN",
    uCom: isWeighedPiece ? "KG" : (isMainUnit && fiscal.unit) || unitCodes[item.unit],
    qCom: item.weight ?? item.quantity,
    // The price of a piece that is weighed is that of the kilos that it usually has.
    vUnCom: isWeighedPiece ? perKilo(item) : toAmount(toCents(item.price)),
  };
}

/** With the ten decimals of the layout. */
function perKilo({ price, contains = 1 }: OrderItem): number {
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
export function kilosOf(item: OrderItem, product: FiscalProduct | undefined): number | undefined {
  if (item.weight !== undefined) return item.weight;
  if (item.unit === "kg") return item.quantity;
  if (item.variable_weight) return item.quantity * (item.contains ?? 1);
  if (product?.net_weight === undefined) return undefined;
  return (item.quantity * (item.contains ?? 1) * product.net_weight) / 1000;
}
