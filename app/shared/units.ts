import { parseTypedNumber } from "./money.ts";

export const saleUnits = ["unidade", "pacote", "caixa", "kg"] as const;
/** The unit in which a product is sold; its price is for one of these. */
export type SaleUnit = (typeof saleUnits)[number];

/** A number of units or kilos as it is read: 7.5 → "7,5". */
export function formatQuantity(quantity: number): string {
  return String(quantity).replace(".", ",");
}

/** '1 caixa', '8 pacotes', '7,5 kg' */
export function formatUnits(quantity: number, unit: SaleUnit | null): string {
  const ending = unit === null || unit === "kg" || Math.abs(quantity) === 1 ? "" : "s";
  return `${formatQuantity(quantity)} ${unit ?? ""}${ending}`.trim();
}

/** A quantity in thousandths, which are exact: 0.3 → 300, also where it was added up. */
export function toThousandths(quantity: number): number {
  return Math.round(quantity * 1000);
}

/** The exact sum: 0.1 and 0.2 → 0.3. */
export function addQuantities(...quantities: number[]): number {
  return quantities.reduce((sum, quantity) => sum + toThousandths(quantity), 0) / 1000;
}

/** Counts the items of lines: kilos are rounded up for each line, "7,5 kg" counts as 8. */
export function countItems(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + Math.ceil(quantity), 0);
}

/** Kilos as typed, to the gram; NaN for a text that is no number. */
export function parseKilos(text: string): number {
  return toThousandths(parseTypedNumber(text, true)) / 1000;
}

export const defaultRating = 4.5;
export const defaultPackageInfo = {
  unitsPerPackage: 12,
  packagesPerBox: 4,
  unitsPerBox: 30,
};
