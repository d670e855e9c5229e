import { findDraftErrors } from "#app/domain/orders/edit.ts";
import { isSameLine } from "#app/domain/orders/lines.ts";
import type { Order, OrderItem } from "#app/domain/orders/schema.ts";
import { type Cents, lineTotal, sumCents, toAmount, toCents } from "#app/shared/money.ts";
import { addQuantities } from "#app/shared/units.ts";

/** The beginning of the reason of the cancelled order; the number of the other one follows. */
export const joinedReason = "Juntado ao pedido nº ";

type Joined = Pick<Order, "itens" | "delivery_fee" | "discount">;

/** Goods, fee and discount of two orders as one; amounts in BRL. `obstacle` says why the editor would not accept that order. */
export type JoinDraft = Joined & { total: number; obstacle: string | null };

/**
 * Each product and unit once, at the lower of both prices: the customer has agreed to both. The fee is charged once, and not at
 * all from the free delivery's minimum on; 0: there is none.
 */
export function draftJoin(target: Joined, other: Joined, freeDeliveryMinimum: number): JoinDraft {
  const itens = other.itens.reduce(addLine, target.itens);
  const goods = sumCents(itens.map(({ total }) => toCents(total)));
  const isFree = freeDeliveryMinimum > 0 && goods >= toCents(freeDeliveryMinimum);
  const fee = isFree ? 0 : Math.max(toCents(target.delivery_fee), toCents(other.delivery_fee));
  const discount = toCents(target.discount) + toCents(other.discount);
  const total: Cents = goods + fee - discount;
  const amounts = { delivery_fee: toAmount(fee), discount: toAmount(discount) };
  const [error] = findDraftErrors(itens, amounts, total);
  return { itens, ...amounts, total: toAmount(total), obstacle: error?.message ?? null };
}

function addLine(itens: readonly OrderItem[], line: OrderItem): OrderItem[] {
  const match = itens.find((item) => isSameLine(item, line));
  if (!match) return [...itens, line];
  const quantity = addQuantities(match.quantity, line.quantity);
  const price = Math.min(match.price, line.price);
  const total = toAmount(lineTotal(price, quantity));
  return itens.map((item) => (item === match ? { ...match, quantity, price, total } : item));
}

/** The notes of both, each once. */
export function joinNotes(note: string | undefined, other: string | undefined): string | undefined {
  const notes = [...new Set([note, other].map((text) => text?.trim()).filter(Boolean))];
  return notes.length > 0 ? notes.join("\n") : undefined;
}
