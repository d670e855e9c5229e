import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { isSameLine } from "./lines.ts";
import type { OrderItem } from "./schema.ts";

/** A line of a stored order; without a price for readers who may not see it. */
type Line = Pick<
  OrderItem,
  "product_id" | "product_name" | "unit" | "quantity" | "weight" | "swap_of"
> & { price?: number | undefined };

/** Describes each changed line of an order in a sentence: 'Caju: 2 × caixa → 5 × caixa'. */
export function describeLineChanges(before: readonly Line[], after: readonly Line[]): string[] {
  const sentences = after.flatMap((item) => {
    const stored = before.find((line) => isSameLine(line, item));
    return stored ? describeLineChange(stored, item) : describeAddition(item, before);
  });
  for (const line of before) {
    const isKept = after.some((item) => isSameLine(item, line));
    if (!isKept) sentences.push(`${line.product_name}: retirado`);
  }
  return sentences;
}

function describeAddition({ product_name, ...item }: Line, before: readonly Line[]): string {
  const swapped = before.find(({ product_id }) => product_id === item.swap_of);
  const place = swapped ? `, no lugar de ${swapped.product_name}` : "";
  return `${product_name}: acrescentado, ${describeAmount(item)}${place}`;
}

function describeLineChange(before: Line, after: Line): string[] {
  const name = after.product_name;
  const [from, to] = [describeAmount(before), describeAmount(after)];
  const sentences = from === to ? [] : [`${name}: ${from} → ${to}`];
  if (before.price !== undefined && after.price !== undefined && before.price !== after.price) {
    sentences.push(`${name}: preço ${formatMoney(before.price)} → ${formatMoney(after.price)}`);
  }
  return sentences;
}

/** '2 × caixa', '7,355 kg pesados', 'não enviado' */
function describeAmount({
  quantity,
  unit,
  weight,
}: Pick<OrderItem, "quantity" | "unit" | "weight">): string {
  if (quantity === 0) return "não enviado";
  if (weight !== undefined) return `${formatQuantity(weight)} kg pesados`;
  return unit === "kg" ? `${formatQuantity(quantity)} kg` : `${quantity} × ${unit}`;
}
