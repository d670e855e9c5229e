import { parseTypedNumber } from "./money.ts";

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
