import { type Cents, formatMoney, lineTotal, toCents, toDecimal } from "#app/shared/money.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { PackageInfo, PriceTier, SaleOption } from "./sale-option-schema.ts";
import { findOption } from "./sale-options.ts";

/** The prices of a product and the names of its sale units: the only place that defines both. */

type OptionPrice = {
  option: SaleOption;
  /** The price in BRL per unit at this quantity. */
  price: number;
  /** The tier that the quantity reaches, and the one that a greater quantity reaches. */
  tier: PriceTier | undefined;
  nextTier: PriceTier | undefined;
  total: Cents;
};

type UnitTexts = {
  /** "Caixa · 48 un" */
  label: string;
  /** The same where it says more than the unit, as carts and orders store it. */
  unit_label: string | undefined;
  /** The text after a price: "por caixa · 48 un", "por kg". */
  perUnit: string;
  /** "caixa com 48", "por kg" */
  unitText: string;
  /** The price of each part of it: "R$ 3,30 cada", "R$ 93,80/kg". Undefined for a single piece. */
  each: string | undefined;
};

export type Quote = OptionPrice & UnitTexts;

/** A unit that was quoted before. */
type StoredUnit = { unit: SaleUnit; unit_label?: string | undefined };

/** "Caixa · 48 un", else "caixa". */
export function nameUnit({ unit, unit_label }: StoredUnit): string {
  return unit_label ?? unit;
}

/** Returns the text after a price: "· Caixa · 48 un", else "por caixa". */
export function perUnit({ unit, unit_label }: StoredUnit): string {
  return unit_label ? `· ${unit_label}` : `por ${unit}`;
}

/** The facts from which the name of a unit is made. `entered` holds the seller's values: a default is no content of a package. */
export type Packed = {
  title: string;
  category: string | null;
  sale_options: readonly SaleOption[];
  entered: { packageInfo: { [Name in keyof PackageInfo]?: number | undefined } };
};

/** An option with the prices of a table in place of the public ones; see `tablePrices`. */
export type TablePrices = (
  product: { id: string; category: string | null },
  option: SaleOption,
) => SaleOption;

/** A quantity of a product in one of its units; undefined when it is not sold in that unit. */
export function quote<Product extends Packed>(
  product: Product,
  unit: SaleUnit,
  quantity: number,
  table?: Product extends { id: string } ? TablePrices : never,
): Quote | undefined {
  const option = findOption(product.sale_options, unit);
  return option && quoteOption(product, table?.(product as never, option) ?? option, quantity);
}

/** The same of an option at hand. */
export function quoteOption(product: Packed, option: SaleOption, quantity: number): Quote {
  return { ...priceOption(option, quantity), ...describeUnit(product, option) };
}

/** The prices alone, of an option whose product is not known. */
export function priceOption(option: SaleOption, quantity: number): OptionPrice {
  const tier = option.tiers.findLast(({ from }) => quantity >= from);
  const nextTier = option.tiers.find(({ from }) => from > quantity);
  const price = tier?.price ?? option.price;
  return { option, price, tier, nextTier, total: lineTotal(price, quantity) };
}

/** Names a sale unit. Its content is counted in pieces if the seller entered them, else in main units. */
function describeUnit(product: Packed, option: SaleOption): UnitTexts {
  const texts = describeContent(product, option);
  const { label = texts.label } = option;
  const perUnit = `por ${label.replace(/^./, (first) => first.toLowerCase())}`;
  if (label === texts.label) return { ...texts, perUnit };
  const each = texts.each ?? kiloPrice(label, option);
  return { label, unit_label: label, perUnit, unitText: label, each };
}

/** The same without the seller's own name. */
function describeContent(product: Packed, option: SaleOption): Omit<UnitTexts, "perUnit"> {
  const { unit, contains } = option;
  const name = unit === "kg" ? unit : unit.replace(/^./, (first) => first.toUpperCase());
  const main = product.sale_options[0]?.unit ?? unit;
  const pieces = piecesInMain(product, main);
  const count = contains * (pieces ?? 1);
  if (count === 1) {
    const each = kiloPrice(product.title, option);
    return { label: name, unit_label: undefined, unitText: `por ${unit}`, each };
  }
  const isInPieces = pieces !== undefined && main !== "kg";
  const part = isInPieces ? "un" : main === "kg" ? "kg" : `${main}s`;
  const each = divide(option.price, count);
  const label = `${name} · ${count} ${part}`;
  return {
    label,
    unit_label: label,
    unitText: isInPieces ? `${unit} com ${count}` : `${unit} com ${count} ${part}`,
    each: isInPieces ? `${each} cada` : main === "kg" ? `${each}/kg` : `${each} por ${main}`,
  };
}

/** Pieces, or kg, in one main unit; undefined where the seller has not entered them. A box of pulps contains packages. */
function piecesInMain({ category, entered }: Packed, main: SaleUnit): number | undefined {
  const { unitsPerPackage, packagesPerBox, unitsPerBox } = entered.packageInfo;
  if (main === "pacote") return unitsPerPackage;
  if (main !== "caixa") return 1;
  if (category !== "polpas") return unitsPerBox;
  return packagesPerBox && unitsPerPackage && packagesPerBox * unitsPerPackage;
}

/** The price per kg of a piece whose title states a weight other than 1 kg: "Framboesa 500 g". */
function kiloPrice(title: string, { unit, price }: SaleOption): string | undefined {
  if (unit !== "unidade") return undefined;
  const [amount = "", scale] = weightInTitle(title)?.split("\u00a0") ?? [];
  const kilos = Number(amount.replace(",", ".")) / (scale === "g" ? 1000 : 1);
  return kilos && kilos !== 1 ? `${divide(price, kilos)}/kg` : undefined;
}

/** "500 g" of "Framboesa 500 g", with a space that does not break. */
export function weightInTitle(title: string): string | undefined {
  return /\d+(?:,\d+)? (?:kg|g)\b/.exec(title)?.[0].replace(" ", "\u00a0");
}

function divide(price: number, count: number): string {
  return formatMoney(toDecimal(Math.round(toCents(price) / count)));
}
