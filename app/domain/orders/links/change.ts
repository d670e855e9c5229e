import { quote } from "#app/domain/catalogue/options/quote.ts";
import type { DeliverySettings } from "#app/domain/company/schema.ts";
import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { draftEdit, type EditDraft } from "#app/domain/orders/edit.ts";
import type { LineChange, QuantityStep } from "#app/domain/orders/line-schema.ts";
import { isSameLine, requestLine } from "#app/domain/orders/lines.ts";
import {
  computeOrderAmounts,
  findLineChange,
  findQuantityStep,
  mergeLines,
  minimumOrderMessage,
  type OrderedProduct,
} from "#app/domain/orders/rules.ts";
import type { Order, OrderEdit, OrderItem } from "#app/domain/orders/schema.ts";
import { type Cents, toAmount, toCents } from "#app/shared/money.ts";
import type { OrderPreviewRequest } from "./schema.ts";

/** The rules of what a customer changes in an order, without database and clock. */

export type ChangeRejection =
  | { ok: false; reason: "lines-changed"; lines: LineChange[] }
  | { ok: false; reason: "quantity-step"; lines: QuantityStep[] }
  | { ok: false; reason: "below-minimum"; message: string }
  | { ok: false; reason: "invalid"; errors: FieldError[] };

export type DraftedChange = {
  ok: true;
  /** The edit that saves the change. */
  edit: Pick<OrderEdit, "itens" | "delivery_fee">;
  draft: EditDraft;
  missingForFreeDelivery: Cents;
};

type RequestedLine = OrderPreviewRequest["items"][number] & { price?: number };

type ChangeContext = {
  /** The products with the prices of the order's table. */
  products: ReadonlyMap<string, OrderedProduct>;
  /** Fee and minimums of the order. */
  terms: DeliverySettings;
  /** The date in São Paulo. */
  today: string;
};

/**
 * The order with these lines. A line whose quantity stays keeps its agreed price; another one has the price of today for its
 * quantity, which has to be the one that the customer saw, if any is given; a smaller quantity of a hidden product keeps the
 * agreed one. The fee changes only where the change crosses the
 * amount from which delivery is free.
 */
export function draftChange(
  order: Order,
  requested: readonly RequestedLine[],
  { products, terms, today }: ChangeContext,
): DraftedChange | ChangeRejection {
  const lines = mergeLines(requested).map((line) => priceLine(line, order.itens, products));
  const changes = lines.flatMap(({ change }) => change ?? []);
  if (changes.length > 0) return { ok: false, reason: "lines-changed", lines: changes };
  const steps = lines.flatMap(({ step }) => step ?? []);
  if (steps.length > 0) return { ok: false, reason: "quantity-step", lines: steps };
  const itens = lines.map(({ edited }) => edited);
  const before = computeOrderAmounts(order.itens, terms);
  const after = computeOrderAmounts(itens, terms);
  const isFree = ({ missingForFreeDelivery }: typeof after) =>
    terms.free_delivery_minimum > 0 && missingForFreeDelivery === 0;
  const hasCrossed = isFree(before) !== isFree(after);
  const edit = { itens, ...(hasCrossed && { delivery_fee: toAmount(after.deliveryFee) }) };
  const draft = draftEdit(order, edit, products, today, true);
  if (draft.errors.length > 0) return { ok: false, reason: "invalid", errors: draft.errors };
  if (after.missingForMinimum > 0) {
    return { ok: false, reason: "below-minimum", message: minimumOrderMessage(terms) };
  }
  return { ok: true, edit, draft, missingForFreeDelivery: after.missingForFreeDelivery };
}

type PricedLine = {
  edited: NonNullable<OrderEdit["itens"]>[number];
  change?: LineChange | undefined;
  step?: QuantityStep | undefined;
};

function priceLine(
  line: RequestedLine,
  itens: readonly OrderItem[],
  products: ReadonlyMap<string, OrderedProduct>,
): PricedLine {
  const stored = itens.find((item) => isSameLine(item, line));
  if (stored?.quantity === line.quantity) return { edited: requestLine(stored) };
  const isLess = stored !== undefined && line.quantity < stored.quantity;
  const current = products.get(line.product_id);
  if (isLess && current?.visible === false) return lowerHiddenLine(line, stored, current);
  // A smaller quantity needs no stock.
  const product = current && isLess ? { ...current, stock: ampleStock } : current;
  const today = product && quote(product, line.unit, line.quantity)?.price;
  const pricedLine = { ...line, price: line.price ?? today ?? 0 };
  const { product_id, unit, quantity } = line;
  return {
    edited: { product_id, unit, quantity, price: today ?? pricedLine.price },
    change: findLineChange(pricedLine, product),
    step: findQuantityStep(pricedLine, product),
  };
}

const ampleStock = 1e9;

/** Keeps the agreed price and the ordered name, since nobody may see those of a hidden product. */
function lowerHiddenLine(
  line: RequestedLine,
  stored: OrderItem,
  product: OrderedProduct,
): PricedLine {
  const { product_id, unit, quantity } = line;
  const { price, product_name } = stored;
  const seenLine = { ...line, price: line.price ?? price };
  const isAgreed = toCents(seenLine.price) === toCents(price);
  return {
    edited: { product_id, unit, quantity, price },
    change: isAgreed ? undefined : findLineChange(seenLine, product),
    step: findQuantityStep(seenLine, { ...product, title: product_name }),
  };
}
