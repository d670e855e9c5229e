import { maxQuantity } from "#app/shared/limits.ts";
import { formatTypedAmount, parseQuantity, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { formatQuantity, parseKilos } from "#app/shared/units.ts";
import {
  canBeWeighed,
  changeLine,
  findWeightDoubt,
  type SentItem,
  sentLine,
  type WeightDoubt,
} from "./lines.ts";

/** The lines of an order as they are typed: in the editor of the order, and while it is packed. */

/** A weight as typed; the unusual one that was left in the field, and the one that was confirmed. */
export type WeightDraft = { weight: string; doubted?: string; confirmed?: string };

/** `price` is empty where the item shows none. */
export type LineDraft<Item extends SentItem> = WeightDraft & {
  item: Item;
  quantity: string;
  price: string;
};

export function toLineDraft<Item extends SentItem>(item: Item): LineDraft<Item> {
  return {
    item,
    quantity: formatQuantity(item.quantity),
    price: item.price === undefined ? "" : formatTypedAmount(item.price),
    weight: item.weight === undefined ? "" : formatQuantity(item.weight),
  };
}

/** A draft as a line of the order; where it is no number, what the order has (see `isWrongLine`). */
export function readLine<Item extends SentItem>(draft: LineDraft<Item>): Item {
  const { item } = draft;
  const typedQuantity = parseQuantity(draft.quantity, item.unit);
  const amount = isQuantity(typedQuantity) ? typedQuantity : item.quantity;
  const price = parseTypedAmount(draft.price);
  const kilos = parseKilos(draft.weight);
  const isWeighed = kilos > 0 && amount > 0 && canBeWeighed(item);
  return changeLine(item, {
    quantity: item.unit === "kg" ? amount : Math.round(amount),
    price: price >= 0 ? price : item.price,
    ...(isWeighed && { weight: kilos }),
  });
}

/** Returns whether a quantity that was read can be one of a line; 0 is not sent. */
export function isQuantity(quantity: number): boolean {
  return quantity >= 0 && quantity <= maxQuantity;
}

/** Returns whether a text that may be empty is no weight. */
export function isWrongWeight(text: string): boolean {
  return text.trim() !== "" && !(parseKilos(text) > 0);
}

/** Returns whether a field is no number: then the line is not saved. */
export function isWrongLine({ item, quantity, price, weight }: LineDraft<SentItem>): boolean {
  const isWrongPrice = item.price !== undefined && !(parseTypedAmount(price) >= 0);
  return !isQuantity(parseQuantity(quantity, item.unit)) || isWrongPrice || isWrongWeight(weight);
}

/** The weight of a line that may be a typing error, unless it was confirmed. */
export function doubtOf(draft: LineDraft<SentItem>): WeightDoubt | undefined {
  const line = readLine(draft);
  if (line.weight === undefined || draft.confirmed === draft.weight) return undefined;
  return findWeightDoubt(line, line.weight);
}

/** The lines with a question about each doubted weight; undefined when there is nothing to ask. */
export function askDoubts<Item extends SentItem>(
  lines: readonly LineDraft<Item>[],
): LineDraft<Item>[] | undefined {
  if (!lines.some(doubtOf)) return undefined;
  return lines.map((line) => (doubtOf(line) ? { ...line, doubted: line.weight } : line));
}

/** The quantity of a line that is sent again after it was not sent. */
export function restoredQuantity({ quantity }: SentItem): string {
  return formatQuantity(quantity || 1);
}

/** The lines of which something else is sent than what the order has. */
export function listSentChanges(lines: readonly LineDraft<SentItem>[]) {
  return lines.flatMap((draft) => {
    const [before, after] = [sentLine(draft.item), sentLine(readLine(draft))];
    const isSame = before.quantity === after.quantity && before.weight === after.weight;
    return isSame ? [] : [after];
  });
}
