import type { SaleUnit } from "#app/shared/units.ts";
import { defaultPackageInfo } from "#app/shared/units.ts";
import type { DemoProduct } from "../types.ts";

type Specs = DemoProduct["specs"];
type Packing = Specs["packageInfo"];

/** Specs of a product sold by `unit`; `packing` overrides the default package sizes. */
export function soldBy(unit: SaleUnit, rating: number, packing: Partial<Packing> = {}): Specs {
  return { unit, rating, packageInfo: { ...defaultPackageInfo, ...packing } };
}

/** Specs of a product sold by kg whose final price follows from its weight at delivery. */
export function weighed(rating: number): Specs {
  return { ...soldBy("kg", rating), variable_weight: true };
}

/** Specs of a pulp, whose box holds four packages of twelve. */
export function pulpSoldBy(unit: SaleUnit, rating: number): Specs {
  return soldBy(unit, rating, { unitsPerBox: 48 });
}

/** Joins paragraphs with the blank line at which the shop splits texts. */
export function paragraphs(...texts: string[]): string {
  return texts.join("\n\n");
}
