import type { FieldError } from "#app/domain/editing/schema.ts";
import type { products } from "#app/platform/database/schema.ts";
import type { ProductSpecs } from "#app/shared/columns.ts";
import type { SaleTerms } from "#app/shared/units.ts";
import { toSaleOptions } from "./queries.server.ts";
import { findOptionErrors, findPackageErrors } from "./sale-option-errors.ts";
import { defaultTerms } from "./sale-options.ts";
import type { ProductChanges } from "./schema.ts";

/** How the sale options of a product are stored. */
export type SaleColumns = Pick<
  typeof products.$inferSelect,
  "price" | "specs" | "sale_terms" | "sale_options"
>;

/** The columns of a product without options or price. */
export const newSale: SaleColumns = {
  price: "0",
  specs: { unit: "unidade" },
  sale_terms: defaultTerms,
  sale_options: [],
};

/** The columns of a product's sale options after the changes; the first option is `price` and `specs.unit`. */
export function toSaleColumns(
  stored: SaleColumns,
  { price, specs, sale_options }: Pick<ProductChanges, "price" | "specs" | "sale_options">,
): SaleColumns {
  const [main, ...further] = sale_options ?? [];
  const merged = mergeSpecs(stored.specs, specs);
  const newPrice = main?.price ?? price;
  return {
    price: newPrice === undefined ? stored.price : String(newPrice),
    specs: main ? { ...merged, unit: main.unit } : merged,
    sale_terms: main ? toTerms(main) : stored.sale_terms,
    sale_options: main
      ? further.map(({ active = true, ...option }) => ({ ...option, active }))
      : stored.sale_options,
  };
}

function toTerms({ minimum, step, tiers }: SaleTerms): SaleTerms {
  return { minimum, step, tiers };
}

/** Violated rules of the sale options. `sentOptions` is false when only `price` or `specs` were sent. */
export function findSaleErrors(
  columns: SaleColumns,
  category: string | null,
  sentOptions: boolean,
): FieldError[] {
  const options = toSaleOptions(columns);
  const { unit, packageInfo, variable_weight } = columns.specs;
  const errors = [
    ...findOptionErrors(options),
    ...findPackageErrors(options, { category, packageInfo }),
  ].map(({ field, message }) => ({
    field: sentOptions ? `sale_options.${field}` : fieldOfMainOption(field),
    message,
  }));
  if (!variable_weight || unit === "kg") return errors;
  const message = "Só produtos vendidos por kg são pesados na entrega";
  return [...errors, { field: "specs.variable_weight", message }];
}

/** Where the form shows an error when the options themselves were not sent. */
function fieldOfMainOption(field: string): string {
  if (field.endsWith(".unit")) return "specs.unit";
  return field.startsWith("0.") ? "price" : `sale_options.${field}`;
}

function mergeSpecs(stored: ProductSpecs, changes: ProductChanges["specs"]): ProductSpecs {
  if (!changes?.packageInfo) return { ...stored, ...changes };
  return { ...stored, ...changes, packageInfo: { ...stored.packageInfo, ...changes.packageInfo } };
}
