import { maxQuantity } from "#app/shared/limits.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import {
  addQuantities,
  formatQuantity,
  parseKilos,
  type SaleUnit,
  toThousandths,
} from "#app/shared/units.ts";
import type { SaleOption, SaleTerms } from "./sale-option-schema.ts";

/** A product's sale units with their prices, minimums, steps and quantity prices (see `SaleOption`). */

/** Minimum 1, step 1, no quantity prices: how products without extra options are sold. */
export const defaultTerms: SaleTerms = { minimum: 1, step: 1, tiers: [] };

/** The terms of the main option of a product that is priced after weighing. */
export const weighedTerms = { minimum: 0.5, step: 0.5 };

/** The option of `price` and `specs.unit`. */
export function mainOption(
  unit: SaleUnit,
  price: string | number,
  { minimum, step, tiers }: SaleTerms = defaultTerms,
): SaleOption {
  return { unit, price: Number(price), contains: 1, minimum, step, tiers };
}

type Sold = { stock: number; sale_options: readonly SaleOption[] };

/** Returns whether the stock covers the minimum of the option. `stock` counts main units. */
export function isOptionAvailable(stock: number, option: SaleOption): boolean {
  return toThousandths(stock) >= toThousandths(option.minimum) * option.contains;
}

/** Returns whether at least one option is available. */
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

/** Returns whether quantities may have decimals, as the seller allows for kilos. */
export function hasDecimals({ step }: Pick<SaleOption, "step">): boolean {
  return !Number.isInteger(step);
}

export function isValidQuantity({ minimum, step }: Steps, quantity: number): boolean {
  return quantity >= minimum && isMultiple(quantity, step);
}

export function isMultiple(quantity: number, step: number): boolean {
  return toThousandths(quantity) % toThousandths(step) === 0;
}

/** The quantity, or the next greater valid one; the greatest valid one if there is none. */
export function roundUpQuantity({ minimum, step }: Steps, quantity: number): number {
  const steps = Math.ceil(toThousandths(Math.max(quantity, minimum)) / toThousandths(step));
  return multipleOf(step, Math.min(steps, countSteps(step)));
}

/** The next smaller valid quantity; the minimum if there is none. */
export function lowerQuantity({ minimum, step }: Steps, quantity: number): number {
  const steps = Math.ceil(toThousandths(quantity) / toThousandths(step)) - 1;
  return Math.max(minimum, multipleOf(step, steps));
}

/** The next greater valid quantity; the greatest if there is none. */
export function raiseQuantity(terms: Steps, quantity: number): number {
  return roundUpQuantity(terms, quantity + 0.001);
}

function multipleOf(step: number, count: number): number {
  return (toThousandths(step) * count) / 1000;
}

/** Steps in the greatest valid quantity. */
function countSteps(step: number): number {
  return Math.floor((maxQuantity * 1000) / toThousandths(step));
}

/** "Vendido de 6 em 6, a partir de 12." */
export function describeQuantities({ minimum, step }: Steps): string {
  const [least, each] = [formatQuantity(minimum), formatQuantity(step)];
  if (step === 1) return `A quantidade mínima é ${least}.`;
  return `Vendido de ${each} em ${each}${minimum > step ? `, a partir de ${least}` : ""}.`;
}

/** `notice` says why `quantity` differs from what was typed, or that nothing could be read. */
export type TypedQuantity = { quantity?: number; notice?: string };

/** A typed quantity, rounded up to what the option allows; 0 stays 0. Decimals have a comma or a point: "7,5", "7.5". */
export function readTypedQuantity(terms: Steps, typed: string): TypedQuantity {
  const text = typed.trim();
  if (text === "") return {};
  const wanted = hasDecimals(terms) ? parseKilos(text) : parseTypedNumber(text);
  if (!(wanted >= 0)) return { notice: "Digite a quantidade em números, como 12." };
  const quantity =
    wanted && roundUpQuantity(terms, hasDecimals(terms) ? wanted : Math.ceil(wanted));
  if (quantity === wanted) return { quantity };
  if (quantity < wanted) {
    return { quantity, notice: `A quantidade máxima é ${formatQuantity(quantity)}.` };
  }
  const isOnlyDecimal = !hasDecimals(terms) && quantity === Math.ceil(wanted);
  const notice = isOnlyDecimal ? "Vendido só em quantidades inteiras." : describeQuantities(terms);
  return { quantity, notice };
}

/** The two valid quantities nearest to an invalid one, in ascending order. */
export function nearestQuantities({ minimum, step }: Steps, quantity: number): [number, number] {
  const last = countSteps(step);
  const below = Math.floor(toThousandths(quantity) / toThousandths(step));
  const lower = Math.max(minimum, multipleOf(step, Math.min(below, last - 1)));
  return [lower, Math.min(addQuantities(lower, step), multipleOf(step, last))];
}
