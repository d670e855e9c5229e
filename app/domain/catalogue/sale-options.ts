import { maxQuantity } from "#app/shared/limits.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { SaleOption, SaleTerms } from "./sale-option-schema.ts";

/** A product's sale units with their prices, minimums, steps and quantity prices (see `SaleOption`). */

/** Minimum 1, step 1, no quantity prices: how products without extra options are sold. */
export const defaultTerms: SaleTerms = { minimum: 1, step: 1, tiers: [] };

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

type Steps = Pick<SaleOption, "minimum" | "step">;

export function isValidQuantity({ minimum, step }: Steps, quantity: number): boolean {
  return quantity >= minimum && quantity % step === 0;
}

/** The quantity, or the next greater valid one; the greatest valid one if there is none. */
export function roundUpQuantity({ minimum, step }: Steps, quantity: number): number {
  const rounded = Math.ceil(Math.max(quantity, minimum) / step) * step;
  return Math.min(rounded, maxQuantity - (maxQuantity % step));
}

/** "Vendido de 6 em 6, a partir de 12." */
export function describeQuantities({ minimum, step }: Steps): string {
  if (step === 1) return `A quantidade mínima é ${minimum}.`;
  return `Vendido de ${step} em ${step}${minimum > step ? `, a partir de ${minimum}` : ""}.`;
}

/** `notice` says why `quantity` differs from what was typed, or that nothing could be read. */
export type TypedQuantity = { quantity?: number; notice?: string };

/** A typed quantity, rounded up to what the option allows; 0 stays 0. Decimals have a comma or a point. */
export function readTypedQuantity(terms: Steps, typed: string): TypedQuantity {
  const text = typed.trim();
  if (text === "") return {};
  if (!/^\d+(\.\d{3})*([.,]\d*)?$/.test(text)) {
    return { notice: "Digite a quantidade em números, como 12." };
  }
  const wanted = parseTypedNumber(text);
  const quantity = wanted && roundUpQuantity(terms, Math.ceil(wanted));
  if (quantity === wanted) return { quantity };
  if (quantity < wanted) return { quantity, notice: `A quantidade máxima é ${quantity}.` };
  const isOnlyDecimal = quantity === Math.ceil(wanted);
  const notice = isOnlyDecimal
    ? "Por enquanto, só quantidades inteiras."
    : describeQuantities(terms);
  return { quantity, notice };
}

/** The two valid quantities nearest to an invalid one, in ascending order. */
export function nearestQuantities({ minimum, step }: Steps, quantity: number): [number, number] {
  const last = maxQuantity - (maxQuantity % step);
  const lower = Math.max(minimum, Math.min(Math.floor(quantity / step) * step, last - step));
  return [lower, Math.min(lower + step, last)];
}
