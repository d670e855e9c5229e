import type { FieldError } from "#app/domain/editing/schema.ts";
import { findOptionErrors, findPackageErrors } from "./sale-option-errors.ts";
import type { SaleOption } from "./sale-option-schema.ts";
import { fillTerms, mainOption, weighedTerms } from "./sale-options.ts";
import type { ProductChanges, ProductSpecs } from "./schema.ts";
import type { products } from "./table.ts";

/** How the sale options of a product are stored. */
export type SaleColumns = Pick<typeof products.$inferSelect, "specs" | "sale_options">;

/** The columns of a product without options or price. */
export const newSale: SaleColumns = { specs: {}, sale_options: [mainOption("unidade", 0)] };

/** The columns of a product's sale options after the changes; `price` and `specs.unit` are those of the main one. */
export function toSaleColumns(
  stored: SaleColumns,
  { price, specs, sale_options }: Pick<ProductChanges, "price" | "specs" | "sale_options">,
): SaleColumns {
  const { unit, ...changes } = specs ?? {};
  const merged = mergeSpecs(stored.specs, changes);
  const options = fillTerms(sale_options ?? stored.sale_options, merged);
  const [main = mainOption("unidade", 0), ...further] = options;
  const changed = { ...main, price: price ?? main.price, unit: unit ?? main.unit };
  if (!sale_options) {
    const isNewlyWeighed = merged.variable_weight === true && !stored.specs.variable_weight;
    Object.assign(changed, adjustTerms(changed, isNewlyWeighed));
  }
  return { specs: merged, sale_options: [changed, ...further] };
}

/** The terms of a main option whose product changed, without those having been sent. */
function adjustTerms({ unit, minimum, step }: SaleOption, isNewlyWeighed: boolean) {
  if (unit !== "kg") return { minimum: Math.ceil(minimum), step: Math.ceil(step) };
  return isNewlyWeighed && minimum === 1 && step === 1 ? weighedTerms : undefined;
}

/**
 * Violated rules of the sale options, and between them and a changed stock. `sentOptions` is false when only `price` or
 * `specs` were sent.
 */
export function findSaleErrors(
  columns: SaleColumns & { stock?: number | undefined },
  category: string | null,
  sentOptions: boolean,
): FieldError[] {
  const { sale_options: options, specs, stock = 0 } = columns;
  const { packageInfo, variable_weight } = specs;
  const errors = [
    ...findOptionErrors(options),
    ...findPackageErrors(options, { category, packageInfo }),
  ].map(({ field, message }) => ({
    field: sentOptions ? `sale_options.${field}` : fieldOfMainOption(field),
    message,
  }));
  if (options[0]?.unit === "kg") return errors;
  if (!Number.isInteger(stock)) {
    errors.push({ field: "stock", message: "Use um número inteiro" });
  }
  if (variable_weight) {
    const message = "Só produtos vendidos por kg são pesados na entrega";
    errors.push({ field: "specs.variable_weight", message });
  }
  return errors;
}

/** Where the form shows an error when the options themselves were not sent. */
function fieldOfMainOption(field: string): string {
  if (field.endsWith(".unit")) return "specs.unit";
  return field.startsWith("0.") ? "price" : `sale_options.${field}`;
}

/** Null removes what was entered. */
function mergeSpecs(
  stored: ProductSpecs,
  changes: Omit<NonNullable<ProductChanges["specs"]>, "unit">,
): ProductSpecs {
  const packageInfo = withoutNulls({ ...stored.packageInfo, ...changes.packageInfo });
  return withoutNulls({ ...stored, ...changes, packageInfo });
}

function withoutNulls<T extends object>(fields: T) {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as { [Name in keyof T]: NonNullable<T[Name]> };
}
