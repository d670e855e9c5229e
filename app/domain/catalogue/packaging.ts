import type { SaleUnit } from "#app/shared/units.ts";

type PackageInfo = { unitsPerPackage: number; packagesPerBox: number; unitsPerBox: number };
type Packed = { category: string | null; unit: SaleUnit; packageInfo: PackageInfo };

/** How many units one sale unit holds: a box of pulps is counted by its packages (spec point 9). */
function unitsInside({ category, unit, packageInfo }: Packed): number | undefined {
  const { unitsPerPackage, packagesPerBox, unitsPerBox } = packageInfo;
  if (unit === "pacote") return unitsPerPackage;
  if (unit !== "caixa") return undefined;
  return category === "polpas" ? packagesPerBox * unitsPerPackage : unitsPerBox;
}

/** What the price is for: "por unidade", "por kg", "por caixa · 48 unidades". Takes a product's parts or a cart line's. */
export function saleUnitText(packed: Packed): string {
  const inside = unitsInside(packed);
  if (inside === undefined) return `por ${packed.unit}`;
  return `por ${packed.unit} · ${inside} ${inside === 1 ? "unidade" : "unidades"}`;
}
