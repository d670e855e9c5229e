import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import type { PackageInfo, SaleOption } from "./sale-option-schema.ts";
import { isMultiple } from "./sale-options.ts";

/** The rules for the sale options that the seller saves. They are apart from sale-options.ts, which the storefront loads. */

/** Options of a product including the main one: each of the four units once. */
export const maxOptions = 4;
export const maxTiers = 5;
export const maxContained = 10_000;
export const wholeQuantityMessage = `Use um número inteiro de 1 a ${maxQuantity}.`;

/** Returns whether a text is a GTIN of 8, 12, 13 or 14 digits with a valid check digit. */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/**
 * Violated rules of a product's options, main first. `field` is the path inside the list: "1.tiers.0.price". Number
 * types and ranges are checked by the schema.
 */
export function findOptionErrors(options: readonly SaleOption[]): FieldError[] {
  return options.flatMap((option, index) => [
    ...findUnitErrors(options, index),
    ...findDecimalErrors(option, index),
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
  if (option.ean && options.findIndex(({ ean }) => ean === option.ean) < index) {
    errors.push({ field: `${index}.ean`, message: "Este código já é de outra opção do produto" });
  }
  if (index === 0 && option.contains !== 1) {
    errors.push({ field: "0.contains", message: "A unidade principal contém 1 de si mesma" });
  }
  if (index === 0 && option.active === false) {
    errors.push({ field: "0.active", message: "A opção principal fica sempre ativa" });
  }
  return errors;
}

/** Only kilos have decimals, and only those of the main option: the stock counts main units. */
function findDecimalErrors({ unit, ...terms }: SaleOption, index: number): FieldError[] {
  if (unit === "kg" && index === 0) return [];
  const quantities = [
    ["minimum", terms.minimum] as const,
    ["step", terms.step] as const,
    ...terms.tiers.map(({ from }, at) => [`tiers.${at}.from`, from] as const),
  ];
  return quantities
    .filter(([, quantity]) => !Number.isInteger(quantity))
    .map(([field]) => ({ field: `${index}.${field}`, message: wholeQuantityMessage }));
}

function findTermErrors({ price, minimum, step, tiers }: SaleOption): FieldError[] {
  const errors: FieldError[] = [];
  const multiple = formatQuantity(step);
  if (!isMultiple(minimum, step)) {
    errors.push({ field: "minimum", message: `O mínimo deve ser múltiplo de ${multiple}` });
  }
  tiers.forEach((tier, index) => {
    const previous = tiers[index - 1];
    if (!isMultiple(tier.from, step)) {
      errors.push({ field: `tiers.${index}.from`, message: `Use um múltiplo de ${multiple}` });
    } else if (tier.from <= (previous?.from ?? 0)) {
      const message = `Use uma quantidade maior que ${formatQuantity(previous?.from ?? 0)}`;
      errors.push({ field: `tiers.${index}.from`, message });
    }
    // The prices are not compared in cents, which throws on a price with three decimals: the schema reports that one.
    if (tier.price >= (previous?.price ?? price)) {
      const compared = previous
        ? `o de ${formatQuantity(previous.from)}`
        : `o preço normal, ${formatMoney(price)}`;
      const message = `O preço a partir de ${formatQuantity(tier.from)} deve ser menor que ${compared}`;
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
