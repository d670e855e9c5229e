import { changedFields } from "#app/domain/kernel/editing/differences.ts";
import { flagSchema } from "#app/domain/kernel/editing/schema.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { defaultPackageInfo, defaultRating, formatQuantity } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { foodFormSchema } from "./food/form.ts";
import { findOptionErrors } from "./options/sale-option-errors.ts";
import type { SaleOption } from "./options/sale-option-schema.ts";
import {
  type Product,
  packageCount,
  productFields,
  rating,
  saleOptionFields,
  stockFrom,
} from "./schema.ts";

const typed = z.union([z.string(), z.number()]).transform((value) => parseTypedNumber(value));
/** A text that is no number counts as 0 (spec point 5). */
const typedOrZero = typed.transform((value) => value || 0);
const { unit, price, contains, minimum, step, label, ean } = saleOptionFields;

/** A sale option as typed. Of the first one, `unit` and `price` are fields of the product. */
const optionFormSchema = z.object({
  unit,
  price: typed.pipe(price),
  contains: typed.pipe(contains),
  minimum: typed.pipe(minimum),
  step: typed.pipe(step),
  label,
  ean,
  tiers: z.array(z.object({ from: typed.pipe(minimum), price: typed.pipe(price) })),
  active: flagSchema,
});
export type OptionForm = z.input<typeof optionFormSchema>;

/** A number that may be left empty, which removes it. */
function optional(number: z.ZodNumber) {
  return z
    .string()
    .transform((text) => (text.trim() === "" ? null : parseTypedNumber(text)))
    .pipe(number.nullable());
}

/**
 * The product form: numbers as typed; price and unit are fields of their own. `storedStock` is the
 * stock of the edited product: orders may have made it negative, and then it may stay so.
 */
export function productFormSchema(storedStock = 0) {
  return z
    .object({
      ...productFields,
      price: typedOrZero.pipe(productFields.price),
      stock: typedOrZero.pipe(stockFrom(Math.min(0, storedStock))),
      food: foodFormSchema,
      category: z.union([z.literal("").transform(() => null), productFields.category]),
      unit,
      rating: optional(rating),
      packageInfo: z.object({
        unitsPerPackage: optional(packageCount),
        packagesPerBox: optional(packageCount),
        unitsPerBox: optional(packageCount),
      }),
      variable_weight: flagSchema,
      sale_options: z.array(optionFormSchema),
    })
    .superRefine((form, context) => {
      if (form.unit !== "kg" && !Number.isInteger(form.stock)) {
        context.addIssue({ code: "custom", path: ["stock"], message: "Use um número inteiro" });
      }
      for (const { field, message } of findOptionErrors(optionsOf(form))) {
        context.addIssue({ code: "custom", path: formPath(field), message });
      }
    });
}
type FormOutput = z.output<ReturnType<typeof productFormSchema>>;
/** Field values of the form. */
export type ProductForm = z.input<ReturnType<typeof productFormSchema>>;

/** The values of a new product that the seller has not changed. */
export const newEntered = { rating: defaultRating, packageInfo: defaultPackageInfo };

/**
 * Converts form values to a request body; of what may be left empty only what differs from the stored product, or from what a
 * new one has.
 */
export function productOfForm(
  form: FormOutput,
  stored?: Pick<Product, "entered"> & { specs: Pick<Product["specs"], "variable_weight"> },
) {
  const { unit, rating, packageInfo, variable_weight, ...fields } = form;
  const { entered, specs: before } = stored ?? { entered: newEntered, specs: {} };
  const isWeighed = unit === "kg" && variable_weight;
  const counts = changedFields(packageInfo, entered.packageInfo);
  const specs = {
    unit,
    ...changedFields({ rating }, entered),
    ...(Object.keys(counts).length > 0 && { packageInfo: counts }),
    ...(isWeighed !== (before.variable_weight === true) && { variable_weight: isWeighed }),
  };
  return { ...fields, specs, sale_options: optionsOf(form) };
}

function optionsOf({ unit, price, sale_options }: FormOutput): SaleOption[] {
  return sale_options.map(({ active, ...option }, index) => ({
    ...option,
    ...(index === 0 && { unit, price, contains: 1 }),
    // Absent in the stored row unless the option was withdrawn.
    active: active ? undefined : false,
  }));
}

/** "1.tiers.0.price" → ["sale_options", 1, "tiers", 0, "price"]; price and unit of the first option → their own fields. */
function formPath(field: string): (string | number)[] {
  const [, own] = /^0\.(price|unit)$/.exec(field) ?? [];
  if (own) return [own];
  const parts = field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return ["sale_options", ...parts];
}

/** Converts the seller's entered values to those of the form. */
export function formOfEntered({ rating, packageInfo }: Product["entered"]) {
  const { unitsPerPackage, packagesPerBox, unitsPerBox } = packageInfo;
  return {
    rating: rating === undefined ? "" : String(rating).replace(".", ","),
    packageInfo: {
      unitsPerPackage: String(unitsPerPackage ?? ""),
      packagesPerBox: String(packagesPerBox ?? ""),
      unitsPerBox: String(unitsPerBox ?? ""),
    },
  };
}

/** An option as the form holds it. */
export function formOfOption(option: SaleOption) {
  const { unit, price, contains, minimum, step, label, ean, tiers, active } = option;
  return {
    unit,
    price: formatTypedAmount(price),
    contains: String(contains),
    minimum: formatQuantity(minimum),
    step: formatQuantity(step),
    ean: ean ?? "",
    tiers: tiers.map((tier) => ({
      from: formatQuantity(tier.from),
      price: formatTypedAmount(tier.price),
    })),
    label: label ?? "",
    active: active !== false,
  } satisfies OptionForm;
}
