import type { FieldError } from "#app/domain/editing/schema.ts";
import { formatMoney } from "#app/shared/money.ts";
import type { PackageInfo, SaleOption } from "./sale-option-schema.ts";

/** What the seller may save as sale options. Apart from sale-options.ts, which the storefront loads. */

/** Options of a product including the main one: each of the four units once. */
export const maxOptions = 4;
export const maxTiers = 5;
export const maxContained = 10_000;

/**
 * Violated rules of a product's options, main first. `field` is the path inside the list: "1.tiers.0.price". Number
 * types and ranges are checked by the schema.
 */
export function findOptionErrors(options: readonly SaleOption[]): FieldError[] {
  return options.flatMap((option, index) => [
    ...findUnitErrors(options, index),
    ...findTermErrors(option).map(({ field, message }) => ({
      field: `${index}.${field}`,
      message,
    })),
  ]);
}

function findUnitErrors(options: readonly SaleOption[], index: number): FieldError[] {
  const option = options[index];
  if (!option) return [];
  const errors: FieldError[] = [];
  if (options.findIndex(({ unit }) => unit === option.unit) < index) {
    errors.push({ field: `${index}.unit`, message: `Já existe uma opção em ${option.unit}` });
  }
  if (index === 0 && option.contains !== 1) {
    errors.push({ field: "0.contains", message: "A unidade principal contém 1 de si mesma" });
  }
  if (index === 0 && option.active === false) {
    errors.push({ field: "0.active", message: "A opção principal fica sempre ativa" });
  }
  return errors;
}

function findTermErrors({ price, minimum, step, tiers }: SaleOption): FieldError[] {
  const errors: FieldError[] = [];
  if (minimum % step !== 0) {
    errors.push({ field: "minimum", message: `O mínimo deve ser múltiplo de ${step}` });
  }
  tiers.forEach((tier, index) => {
    const previous = tiers[index - 1];
    if (tier.from % step !== 0) {
      errors.push({ field: `tiers.${index}.from`, message: `Use um múltiplo de ${step}` });
    } else if (tier.from <= (previous?.from ?? 0)) {
      const message = `Use uma quantidade maior que ${previous?.from ?? 0}`;
      errors.push({ field: `tiers.${index}.from`, message });
    }
    // Not in cents, which throws on a price with three decimals: the schema reports that one.
    if (tier.price >= (previous?.price ?? price)) {
      const compared = previous ? `o de ${previous.from}` : `o preço normal, ${formatMoney(price)}`;
      const message = `O preço a partir de ${tier.from} deve ser menor que ${compared}`;
      errors.push({ field: `tiers.${index}.price`, message });
    }
  });
  return errors;
}

type Packed = { category: string | null; packageInfo: Partial<PackageInfo> | undefined };

/** Options whose `contains` contradicts what the package information says of the same package. */
export function findPackageErrors(
  options: readonly SaleOption[],
  { category, packageInfo = {} }: Packed,
): FieldError[] {
  const main = options[0]?.unit;
  const { unitsPerPackage, packagesPerBox, unitsPerBox } = packageInfo;
  const boxOfPackages = category === "polpas" ? packagesPerBox : undefined;
  const boxOfUnits =
    category === "polpas"
      ? unitsPerPackage && packagesPerBox && unitsPerPackage * packagesPerBox
      : unitsPerBox;
  const described: Record<string, number | undefined> = {
    "unidade pacote": unitsPerPackage,
    "unidade caixa": boxOfUnits,
    "pacote caixa": boxOfPackages,
  };
  return options.flatMap(({ unit, contains }, index) => {
    const expected = described[`${main} ${unit}`];
    if (index === 0 || expected === undefined || expected === contains) return [];
    const message = `A embalagem do produto diz que ${unit} contém ${expected}`;
    return [{ field: `${index}.contains`, message }];
  });
}
