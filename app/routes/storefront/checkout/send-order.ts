import { z } from "zod";
import type { CartItems } from "#app/domain/cart/rules.ts";
import {
  type ChangedLine,
  type CheckoutForm,
  changedLineSchema,
  type PlacedOrder,
  placedOrderSchema,
} from "#app/domain/orders/schema.ts";

/** What became of an order that was sent. */
export type SendResult =
  | { kind: "placed"; order: PlacedOrder }
  /** The key stands for an earlier order of other contents: its answer was lost. */
  | { kind: "placed-before"; orderNumber: number }
  | { kind: "changed"; lines: ChangedLine[] }
  | { kind: "invalid"; errors: { field: string; message: string }[] }
  | { kind: "refused"; message: string }
  /** No answer, or none that says whether the order is stored. */
  | { kind: "unclear" };

const problemSchema = z.object({
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  lines: z.array(changedLineSchema).optional(),
  numero_pedido: z.int().optional(),
});

const answerLimit = 20_000;

/** Sends the order under its key. Never throws: whatever goes wrong is a result. */
export async function sendOrder(
  customer: CheckoutForm,
  items: CartItems,
  key: string,
): Promise<SendResult> {
  try {
    const response = await fetch("/api/orders", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify({ customer, items: items.map(toOrderLine) }),
      signal: AbortSignal.timeout(answerLimit),
    });
    const body: unknown = await response.json();
    if (response.ok) return { kind: "placed", order: placedOrderSchema.parse(body) };
    return response.status < 500 ? resultOf(problemSchema.parse(body)) : { kind: "unclear" };
  } catch {
    return { kind: "unclear" };
  }
}

function toOrderLine({ product, quantity, selectedOption }: CartItems[number]) {
  return { product_id: product.id, unit: selectedOption, quantity, price: product.price };
}

function resultOf(problem: z.infer<typeof problemSchema>): SendResult {
  const { title, detail, errors = [], lines = [], numero_pedido: orderNumber } = problem;
  if (orderNumber !== undefined) return { kind: "placed-before", orderNumber };
  if (lines.length > 0) return { kind: "changed", lines };
  if (errors.length > 0) return { kind: "invalid", errors };
  return { kind: "refused", message: detail ? `${title}. ${detail}` : title };
}
