import type { SaleUnit } from "#app/shared/units.ts";
import { defaultPackageInfo } from "#app/shared/units.ts";
import type { DemoProduct, ProductArt } from "../types.ts";

type Specs = DemoProduct["specs"];
type Packing = Specs["packageInfo"];

/** Specs of a product sold by `unit`; `packing` overrides the default package sizes. */
export function soldBy(unit: SaleUnit, rating: number, packing: Partial<Packing> = {}): Specs {
  return { unit, rating, packageInfo: { ...defaultPackageInfo, ...packing } };
}

/** Specs of a pulp, whose box holds four packages of twelve. */
export function pulpSoldBy(unit: SaleUnit, rating: number): Specs {
  return soldBy(unit, rating, { unitsPerBox: 48 });
}

/** What the picture shows; two subjects are a mixture. */
export function createArt(
  pack: ProductArt["pack"],
  subjects: string | readonly [subject: string, companion: string],
  label: string,
  tagline: string,
  weight: string,
): ProductArt {
  if (typeof subjects === "string") return { subject: subjects, pack, label, tagline, weight };
  const [subject, companion] = subjects;
  return { subject, companion, pack, label, tagline, weight };
}

/** Joins paragraphs with the blank line at which the shop splits texts. */
export function paragraphs(...texts: string[]): string {
  return texts.join("\n\n");
}
