import { useRef, useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { Checkout } from "#app/domain/orders/schema.ts";
import { type SubmitResult, submitOrder } from "#app/offline/orders/submit-order.ts";
import { forgetOrder } from "#app/offline/orders/waiting-orders.ts";
import { orderKey } from "./order-key.ts";
import { type CheckoutFields, checkoutFieldNames } from "./use-checkout-form.ts";

/** What became of the last attempt, as far as the visitor has to know of it. */
export type Setback = Exclude<SubmitResult, { kind: "placed" | "kept" }>;

/** An order that is known to be stored. `sent` is absent when it is an earlier one, of which only the number is known. */
export type SentOrder = {
  number: number;
  sent?: { customer: Checkout; items: CartItems; total: number };
};

/**
 * Sends the order, one attempt at a time and all of them under one key. A setback is shown as long as the cart is the
 * one that was sent.
 */
export function useOrderSending(
  form: CheckoutFields,
  items: CartItems,
  answers: {
    /** The cart as it is at this moment, whatever tab changed it. */
    readItems: () => CartItems;
    onSent: (order: SentOrder) => void;
    onKept: () => void;
    onSetback: () => void;
  },
) {
  const isSending = useRef(false);
  const [last, setLast] = useState<{ setback: Setback; items: CartItems }>();

  async function send(customer: Checkout) {
    // Sent or changed by another tab this instant: what is ordered is what is seen.
    if (isSending.current || answers.readItems() !== items) return;
    isSending.current = true;
    setLast(undefined);
    const key = orderKey.begin();
    const result = await submitOrder({ key, customer, items });
    isSending.current = false;
    if (result.kind === "kept") {
      answers.onKept();
      return;
    }
    if (result.kind === "placed") {
      const { number, total } = result;
      finish({ number, sent: { customer, items, total } });
      return;
    }
    if (!unanswered.has(result.kind)) orderKey.refused();
    if (failures.has(result.kind)) tellFailure();
    answers.onSetback();
    setLast({ setback: withFieldErrors(form, result), items });
    // What got no clear answer stays with the browser, which sends it again by itself.
    if (result.kind !== "unclear" && result.kind !== "busy") forget(key);
  }

  function finish(order: SentOrder) {
    const key = orderKey.current();
    // The cart first: with a new key and the old cart another tab could order the same again.
    answers.onSent(order);
    orderKey.acknowledged();
    if (key) forget(key);
  }

  return { send, finish, setback: last?.items === items ? last.setback : undefined };
}

const failures = new Set<Setback["kind"]>(["unclear", "not-kept", "refused", "busy"]);
/** After which an order may be stored under the key. */
const unanswered = new Set<Setback["kind"]>(["unclear", "not-kept", "placed-before"]);

/** The answer is the visitor's now; where the browser keeps nothing, nothing is left to forget. */
function forget(key: string) {
  forgetOrder(key).catch(() => {});
}

function tellFailure() {
  toast({
    title: "Erro ao enviar pedido",
    description: "Ocorreu um erro ao enviar seu pedido. Tente novamente.",
    look: "destructive",
  });
}

/** Shows the server's messages at their fields; one that has no field here is a refusal in words. */
function withFieldErrors(form: CheckoutFields, result: Setback): Setback {
  if (result.kind !== "invalid") return result;
  let shouldFocus = true;
  for (const { field, message } of result.errors) {
    const name = checkoutFieldNames.find((known) => field === `customer.${known}`);
    if (!name) return { kind: "refused", message };
    form.setError(name, { type: "server", message }, { shouldFocus });
    shouldFocus = false;
  }
  return result;
}
