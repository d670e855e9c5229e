import { parseTypedNumber } from "./money.ts";
import { parseKilos, type SaleUnit } from "./units.ts";

/** Numbers that only the back office reads: in `money.ts` they would be loaded by the storefront too. */

/** `parseTypedNumber` in BRL; NaN for more than two decimals, and above the greatest amount, too. */
export function parseTypedAmount(typed: string | number): number {
  const amount = parseTypedNumber(typed);
  return /^-?\d{1,7}(?:\.\d{1,2})?$/.test(String(amount)) ? amount : Number.NaN;
}

/** The number of a field that may be left empty, which is 0. */
export function parseOptionalNumber(typed: string): number {
  return typed.trim() === "" ? 0 : parseTypedNumber(typed);
}

/** A percentage with or without its sign. */
export function parseTypedPercent(typed: string): number {
  return parseTypedNumber(typed.replace(/%\s*$/, ""));
}

/** A quantity as typed: "1.500" is 1.5 kg, but 1500 of other units. */
export function parseQuantity(text: string, unit: SaleUnit | null | undefined): number {
  return unit === "kg" ? parseKilos(text) : parseTypedNumber(text);
}

/** The amount as the text of a form field: 1234.5 → "1234,50". */
export function formatTypedAmount(amount: number): string {
  return amount.toFixed(2).replace(".", ",");
}
