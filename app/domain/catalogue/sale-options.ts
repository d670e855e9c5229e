import type { FieldError } from "#app/domain/editing/schema.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { formatMoney, toCents } from "#app/shared/money.ts";
import type { PackageInfo, PriceTier, SaleOption, SaleTerms, SaleUnit } from "#app/shared/units.ts";

/** A product's sale units with their prices, minimums, steps and quantity prices (see `SaleOption`). */

/** Minimum 1, step 1, no quantity prices: how products without extra options are sold. */
export const defaultTerms: SaleTerms = { minimum: 1, step: 1, tiers: [] };

/** Options of a product including the main one: each of the four units once. */
export const maxOptions = 4;
export const maxTiers = 5;
export const maxContained = 10_000;

/** The option of `price` and `specs.unit`. */
export function mainOption(
  unit: SaleUnit,
  price: string | number,
  { minimum, step, tiers }: SaleTerms = defaultTerms,
): SaleOption {
  return { unit, price: Number(price), contains: 1, minimum, step, tiers };
}

type Sold = { stock: number; sale_options: readonly SaleOption[] };

/** Whether the stock covers the minimum of the option. `stock` counts main units. */
export function isOptionAvailable(stock: number, option: SaleOption): boolean {
  return stock >= option.minimum * option.contains;
}

/** Whether at least one option is available. */
export function isAvailable({ stock, sale_options }: Sold): boolean {
  return sale_options.some((option) => isOptionAvailable(stock, option));
}

/** The active option of a unit, or undefined. */
export function findOption(options: readonly SaleOption[], unit: SaleUnit): SaleOption | undefined {
  return options.find((option) => option.unit === unit && option.active !== false);
}

/** The product without its withdrawn options, as visitors see it. */
export function withActiveOptions<T extends { sale_options: SaleOption[] }>(product: T): T {
  if (product.sale_options.every((option) => option.active !== false)) return product;
  const active = product.sale_options.filter((option) => option.active !== false);
  return { ...product, sale_options: active };
}

/** The price in BRL of one unit when `quantity` units are bought: that of the last tier reached. */
export function priceAt(option: Pick<SaleOption, "price" | "tiers">, quantity: number): number {
  return option.tiers.findLast((tier) => quantity >= tier.from)?.price ?? option.price;
}

/** The tier that a greater quantity reaches, or undefined. */
export function nextTier(
  { tiers }: Pick<SaleOption, "tiers">,
  quantity: number,
): PriceTier | undefined {
  return tiers.find((tier) => tier.from > quantity);
}

type Steps = Pick<SaleOption, "minimum" | "step">;

export function isValidQuantity({ minimum, step }: Steps, quantity: number): boolean {
  return quantity >= minimum && quantity % step === 0;
}

/** The quantity, or the next greater valid one; the greatest valid one if there is none. */
export function roundUpQuantity({ minimum, step }: Steps, quantity: number): number {
  const rounded = Math.ceil(Math.max(quantity, minimum) / step) * step;
  return Math.min(rounded, maxQuantity - (maxQuantity % step));
}

/** The two valid quantities nearest to an invalid one, in ascending order. */
export function nearestQuantities({ minimum, step }: Steps, quantity: number): [number, number] {
  const last = maxQuantity - (maxQuantity % step);
  const lower = Math.max(minimum, Math.min(Math.floor(quantity / step) * step, last - step));
  return [lower, Math.min(lower + step, last)];
}

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
    if (toCents(tier.price) >= toCents(previous?.price ?? price)) {
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
