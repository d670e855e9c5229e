import type { DeliveryRequest } from "#app/domain/delivery/schema.ts";
import { describeDelivery } from "#app/domain/delivery/texts.ts";
import { type CartItems, quoteItem } from "#app/domain/orders/cart/rules.ts";
import type { CheckoutInput } from "#app/domain/orders/checkout-schema.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { sendUnderKey } from "./outbox-request.ts";

export type SendResult =
  /** `total` is in BRL, delivery included; `path` is the address of the order's page. */
  | {
      kind: "placed";
      number: number;
      total: number;
      path?: string | undefined;
      /** The day of the delivery or pick-up: 'Entrega na quinta, 26/11'. */
      delivery?: string | undefined;
    }
  | Rejection
  /** Too many orders in a short time. */
  | { kind: "busy"; message: string; retryAfterSeconds: number }
  /** No answer, or none that says whether the order is stored. */
  | { kind: "unclear" };

/** The shop does not accept the order as it is; nothing of it is stored. */
export type Rejection =
  /** The key belongs to an earlier order with other contents, whose answer was lost. */
  | { kind: "placed-before"; orderNumber: number }
  | { kind: "changed"; lines: LineChange[] }
  | { kind: "invalid"; errors: FieldError[] }
  | { kind: "rejected"; message: string };

type FieldError = { field: string; message: string };
type Fields = Record<string, unknown>;

const defaultRetryAfterSeconds = 60;

/** Sends the order under its idempotency key. Never throws: every failure is a result. */
export async function sendOrder(
  customer: CheckoutInput,
  items: CartItems,
  key: string,
  delivery?: DeliveryRequest,
): Promise<SendResult> {
  const body = { customer, items: items.map(toOrderLine), ...delivery };
  const answer = await sendUnderKey({ path: "/api/orders", key, body });
  if (!answer) return { kind: "unclear" };
  const retryAfter = Number(answer.headers.get("Retry-After")) || defaultRetryAfterSeconds;
  return readAnswer(answer.status, answer.body, retryAfter);
}

function toOrderLine(item: CartItems[number]) {
  const { product, quantity, selectedOption } = item;
  return { product_id: product.id, unit: selectedOption, quantity, price: quoteItem(item).price };
}

/** An answer that is not the shop's own (the sign-in page of a public network) is `unclear`. */
export function readAnswer(status: number, body: unknown, retryAfterSeconds: number): SendResult {
  const {
    numero_pedido: number,
    valor_total: total,
    link,
    title,
    detail,
    ...rest
  } = fieldsOf(body);
  if (status < 300) {
    return isOrderNumber(number) && typeof total === "number"
      ? { kind: "placed", number, total, path: orderPathIn(link), ...deliveryIn(rest) }
      : { kind: "unclear" };
  }
  if (status < 400 || status >= 500 || typeof title !== "string") return { kind: "unclear" };
  const message = typeof detail === "string" ? `${title}. ${detail}` : title;
  if (status === 429) return { kind: "busy", message, retryAfterSeconds };
  if (isOrderNumber(number)) return { kind: "placed-before", orderNumber: number };
  const lines = listOf(rest.lines, isChangedLine);
  if (lines.length > 0) return { kind: "changed", lines };
  const errors = listOf(rest.errors, isFieldError);
  return errors.length > 0 ? { kind: "invalid", errors } : { kind: "rejected", message };
}

function deliveryIn({ delivery_kind, delivery_date, delivery_shift }: Fields) {
  const [kind, date, shift] = [delivery_kind, delivery_date, delivery_shift];
  if (typeof date !== "string" || (kind !== "entrega" && kind !== "retirada")) return {};
  const text = typeof shift === "string" ? shift : null;
  const delivery = { delivery_kind: kind, delivery_date: date, delivery_shift: text } as const;
  return { delivery: describeDelivery(delivery) };
}

/** The path of an order's link; undefined in an answer without one. */
function orderPathIn(link: unknown): string | undefined {
  return typeof link === "string" ? /\/pedido\/[\w-]+$/.exec(link)?.[0] : undefined;
}

function isOrderNumber(value: unknown): value is number {
  return Number.isInteger(value);
}

function isChangedLine(value: unknown): value is LineChange {
  const { product_id: id, reason, price_seen: price, available } = fieldsOf(value);
  return (
    typeof id === "string" &&
    typeof reason === "string" &&
    typeof price === "number" &&
    typeof available === "boolean"
  );
}

function isFieldError(value: unknown): value is FieldError {
  const { field, message } = fieldsOf(value);
  return typeof field === "string" && typeof message === "string";
}

function listOf<T>(value: unknown, isOne: (one: unknown) => one is T): T[] {
  return Array.isArray(value) && value.every(isOne) ? value : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
