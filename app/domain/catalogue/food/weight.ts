import type { Product } from "#app/domain/catalogue/schema.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { formatNetWeight } from "./rules.ts";

/** The values that decide the weight of a sale unit; the counts are those that the seller entered. */
type Weighable = {
  title: string;
  category: string | null;
  unit: SaleUnit;
  packageInfo: {
    unitsPerPackage?: number | null | undefined;
    packagesPerBox?: number | null | undefined;
    unitsPerBox?: number | null | undefined;
  };
};

/**
 * The grams of one main unit by the weight in the title: 'Polpa de açaí 100 g' in packages of 12 has 1,200 g. A title that names the
 * package has its weight: 'Caixa de morango 10 kg'. Undefined where the title has no weight, and for goods that are sold by the kilo.
 */
export function weightByTitle({
  title,
  category,
  unit,
  packageInfo,
}: Weighable): number | undefined {
  const [, number = "", scale = ""] = /(\d+(?:[.,]\d+)?)\s?(kg|g)\b/i.exec(title) ?? [];
  if (!number || unit === "kg") return undefined;
  const grams = Number(number.replace(",", ".")) * (scale.toLowerCase() === "kg" ? 1000 : 1);
  const isWhole = /\b(?:caixa|pacote|fardo|balde)\b/i.test(title);
  return isWhole ? grams : Math.round(grams * piecesOf(unit, category, packageInfo) * 1000) / 1000;
}

function piecesOf(
  unit: SaleUnit,
  category: string | null,
  { unitsPerPackage, packagesPerBox, unitsPerBox }: Weighable["packageInfo"],
): number {
  if (unit === "pacote") return unitsPerPackage || 1;
  if (unit !== "caixa") return 1;
  return (
    (category === "polpas" ? (unitsPerPackage || 1) * (packagesPerBox || 1) : unitsPerBox) || 1
  );
}

type StoredProduct = Pick<Product, "title" | "category" | "specs" | "entered">;

/** The doubt about a net weight of a stored product, in grams; see `findNetWeightDoubt`. */
export function findStoredWeightDoubt(
  { title, category, specs, entered }: StoredProduct,
  netWeight: number | undefined,
): string | undefined {
  return findNetWeightDoubt({ title, category, unit: specs.unit, ...entered }, netWeight);
}

/** Returns a reason to doubt the net weight; undefined where nothing contradicts it. */
export function findNetWeightDoubt(
  product: Weighable,
  netWeight: number | undefined,
): string | undefined {
  const expected = weightByTitle(product);
  if (netWeight === undefined || expected === undefined || expected === netWeight) return undefined;
  const [one, other] = [netWeight, expected].map(formatNetWeight);
  return `Confira: o peso líquido diz ${one}, e título e embalagem dizem ${other} por ${product.unit}.`;
}
