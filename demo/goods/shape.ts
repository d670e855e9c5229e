import type { SaleUnit } from "#app/shared/units.ts";
import { defaultPackageInfo } from "#app/shared/units.ts";
import type { DemoProduct, ProductArt } from "../types.ts";

type Specs = DemoProduct["specs"];
type Packing = Specs["packageInfo"];

/** Specs of a product sold by `unit`; `packing` names only what differs from the shop's usual. */
export function soldBy(unit: SaleUnit, rating: number, packing: Partial<Packing> = {}): Specs {
  return { unit, rating, packageInfo: { ...defaultPackageInfo, ...packing } };
}

/** Specs of a pulp, whose box holds four packages of twelve. */
export function pulpSoldBy(unit: SaleUnit, rating: number): Specs {
  return soldBy(unit, rating, { unitsPerBox: 48 });
}

/** What the picture shows, read from the pack inwards; a pair of subjects is a mixture. */
export function pictured(
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

/** Joins paragraphs by the blank line that the shop's texts are split at. */
export function paragraphs(...texts: string[]): string {
  return texts.join("\n\n");
}
