import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import { type Cents, formatMoney, lineTotal, toAmount } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import type { OrderItem } from "./schema.ts";
import { sentQuantity } from "./texts.ts";

/** The rules of one line of a stored order, for the editor, packing and the commands. */

/** Describes the sent quantity of a line and the price of one: '2 × Caju (caixa, R$ 12,90)'. */
export function describeLine(line: DescribedLine): string {
  const { quantity, product_name, price, unit, weight } = line;
  if (quantity === 0) return `${product_name} (${nameUnit(line)}): não enviado`;
  const kilos = weight === undefined || unit === "kg" ? "" : `, ${formatQuantity(weight)} kg`;
  return `${sentQuantity(line)} × ${product_name} (${nameUnit(line)}${kilos}, ${formatMoney(price)})`;
}

type DescribedLine = Pick<
  OrderItem,
  "quantity" | "unit" | "unit_label" | "weight" | "product_name" | "price"
>;
type PricedLine = Pick<OrderItem, "price" | "quantity" | "weight" | "unit" | "contains">;

/** A weighed line costs its weight. A box that is weighed has the price of the kilos that it contains. */
export function editedTotal({ price, quantity, weight, unit, contains = 1 }: PricedLine): Cents {
  if (weight === undefined) return lineTotal(price, quantity);
  return lineTotal(price, weight, unit === "kg" ? 1 : contains);
}

export function canBeWeighed({
  unit,
  variable_weight,
}: Pick<OrderItem, "unit" | "variable_weight">): boolean {
  return unit === "kg" || variable_weight === true;
}

/** The signs that a weight is a typing error: it differs from the ordered kilos by 30 % or more. */
export type WeightDoubt = { ordered: number; suggested?: number; typo?: string };

/** Undefined for a usual weight; otherwise with the likely typo, where one explains the weight. */
export function findWeightDoubt(
  { unit, quantity, contains = 1 }: Pick<OrderItem, "unit" | "quantity" | "contains">,
  weight: number,
): WeightDoubt | undefined {
  const ordered = unit === "kg" ? quantity : quantity * contains;
  // The weights are compared in whole grams, which are exact.
  const isNear = (kilos: number) =>
    Math.abs(Math.round((kilos - ordered) * 1000)) * 10 < Math.round(ordered * 1000) * 3;
  if (isNear(weight)) return undefined;
  const kilos = weight / 1000;
  if (isNear(kilos)) return { ordered, suggested: kilos, typo: "Gramas no lugar de quilos?" };
  const suggested = [10, 100, 0.1, 0.01]
    .map((by) => Math.round(weight * 1000 * by) / 1000)
    .find(isNear);
  return suggested ? { ordered, suggested, typo: "Vírgula no lugar errado?" } : { ordered };
}

type LineKey = Pick<OrderItem, "product_id" | "unit">;

/** An order has one line of a product and unit. */
export function isSameLine(one: LineKey, other: LineKey): boolean {
  return one.product_id === other.product_id && one.unit === other.unit;
}

/** A line of an order, or of a day for someone who sees no prices. */
export type SentItem = Omit<
  OrderItem,
  "product_name" | "slug" | "external_id" | "price" | "total"
> &
  Partial<Pick<OrderItem, "price" | "total">>;
type LineChange = Pick<OrderItem, "quantity" | "weight"> & { price?: number | undefined };

/** The line with what is sent of it, and its total where it has a price; a weight that is left out is removed. */
export function changeLine<Item extends SentItem>(item: Item, change: LineChange): Item {
  const { weight: _, ...rest } = item;
  const { quantity, weight, price = item.price } = change;
  const changed = { ...rest, quantity, ...(weight !== undefined && { weight }) };
  if (price === undefined) return changed as Item;
  const total = toAmount(editedTotal({ ...changed, price }));
  return { ...changed, price, total } as Item;
}

/** Selects the fields of a line that packing sends. */
export function sentLine({ product_id, unit, quantity, weight }: SentItem) {
  return { product_id, unit, quantity, ...(weight !== undefined && { weight }) };
}

/** A line as an edit of the order requests it. */
export function requestLine(item: OrderItem) {
  const { price, swap_of } = item;
  return { ...sentLine(item), price, ...(swap_of !== undefined && { swap_of }) };
}
