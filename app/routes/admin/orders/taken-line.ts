import { quote, type TablePrices } from "#app/domain/catalogue/options/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { isQuantity } from "#app/domain/orders/line-draft.ts";
import { lineTotal } from "#app/shared/money.ts";
import { formatTypedAmount, parseQuantity, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { formatQuantity, type SaleUnit } from "#app/shared/units.ts";

/**
 * A line of an order that the seller takes, as typed. Without `agreedPrice` it has the shop's price for its quantity, or that of the
 * customer's table, whenever the customer becomes known.
 */
export type TakenLine = {
  product: Product;
  unit: SaleUnit;
  quantity: string;
  agreedPrice?: string;
};

export function toTakenLine(product: Product, unit: SaleUnit, quantity: number): TakenLine {
  return { product, unit, quantity: formatQuantity(quantity) };
}

export function isSameGoods(line: LineGoods, other: LineGoods): boolean {
  return line.product.id === other.product.id && line.unit === other.unit;
}
type LineGoods = Pick<TakenLine, "product" | "unit">;

/** Returns the price as the field shows it. */
export function priceOf(line: TakenLine, prices: TablePrices | undefined): string {
  const { product, unit, quantity, agreedPrice } = line;
  if (agreedPrice !== undefined) return agreedPrice;
  const quoted = quote(product, unit, parseQuantity(quantity, unit), prices);
  return formatTypedAmount(quoted?.price ?? product.price);
}

/** The quantity and price of a line; NaN for what is no number. */
export function numbersOf(line: TakenLine, prices: TablePrices | undefined) {
  return {
    price: parseTypedAmount(priceOf(line, prices)),
    quantity: parseQuantity(line.quantity, line.unit),
  };
}

/** Returns the total in cents; 0 for a line that has no quantity or price yet. */
export function totalOf(line: TakenLine, prices: TablePrices | undefined): number {
  const { price, quantity } = numbersOf(line, prices);
  return price >= 0 && isQuantity(quantity) ? lineTotal(price, quantity) : 0;
}
