export const saleUnits = ["unidade", "pacote", "caixa", "kg"] as const;
/** How a product is sold; its price is for one of these. */
export type SaleUnit = (typeof saleUnits)[number];

/** A lower price in BRL from a quantity on. */
export type PriceTier = { from: number; price: number };

/** How a unit is sold: quantities are multiples of `step` from `minimum` on; `tiers` by ascending quantity. */
export type SaleTerms = { minimum: number; step: number; tiers: PriceTier[] };

/**
 * A unit in which a product is sold, at `price` in BRL. `contains` counts main units, the first and smallest option.
 * `active` is false for a withdrawn option, else absent.
 */
export type SaleOption = SaleTerms & {
  unit: SaleUnit;
  price: number;
  contains: number;
  active?: boolean | undefined;
};

export type PackageInfo = { unitsPerPackage: number; packagesPerBox: number; unitsPerBox: number };

export const defaultRating = 4.5;
export const defaultPackageInfo: PackageInfo = {
  unitsPerPackage: 12,
  packagesPerBox: 4,
  unitsPerBox: 30,
};
