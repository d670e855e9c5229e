export const saleUnits = ["unidade", "pacote", "caixa", "kg"] as const;
/** How a product is sold; its price is for one of these. */
export type SaleUnit = (typeof saleUnits)[number];

/** A number of units or kilos as it is read: 7.5 → "7,5". */
export function formatQuantity(quantity: number): string {
  return String(quantity).replace(".", ",");
}

export const defaultRating = 4.5;
export const defaultPackageInfo = {
  unitsPerPackage: 12,
  packagesPerBox: 4,
  unitsPerBox: 30,
};
