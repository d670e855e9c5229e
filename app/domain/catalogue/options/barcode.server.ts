import JsBarcode from "jsbarcode";

/** The symbology of a code of 8, 12, 13 or 14 digits. */
const formats: Record<number, string> = { 8: "EAN8", 12: "UPC", 13: "EAN13", 14: "ITF14" };

/** A barcode as modules: the number of them, and the dark ones as data of an SVG path of height 1. */
export type Barcode = { digits: string; width: number; path: string };

/** Undefined for a code that no symbology has. */
export function createBarcode(digits: string): Barcode | undefined {
  const format = formats[digits.length];
  if (!format) return undefined;
  const drawing: { encodings?: { data: string }[] } = {};
  let isValid = false;
  JsBarcode(drawing, digits, {
    format,
    flat: true,
    valid: (valid: boolean) => {
      isValid = valid;
    },
  } as JsBarcode.Options);
  if (!isValid) return undefined;
  const modules = (drawing.encodings ?? []).map(({ data }) => data).join("");
  const bars = [...modules.matchAll(/1+/g)];
  return {
    digits,
    width: modules.length,
    path: bars.map((bar) => `M${bar.index} 0h${bar[0].length}v1h-${bar[0].length}z`).join(""),
  };
}
