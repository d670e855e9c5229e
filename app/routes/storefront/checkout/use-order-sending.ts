import { useRef, useState } from "react";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { Checkout } from "#app/domain/orders/schema.ts";
import { toast } from "#app/ui/toast.ts";
import { orderKey } from "./order-key.ts";
import { type SendResult, sendOrder } from "./send-order.ts";
import { type CheckoutFields, checkoutFieldNames } from "./use-checkout-form.ts";

/** What became of the last attempt, as far as the visitor has to know of it. */
export type Setback = Exclude<SendResult, { kind: "placed" }>;

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
  answers: { onSent: (order: SentOrder) => void; onSetback: () => void },
) {
  const isSending = useRef(false);
  const [last, setLast] = useState<{ setback: Setback; items: CartItems }>();

  async function send(customer: Checkout) {
    if (isSending.current) return;
    isSending.current = true;
    setLast(undefined);
    const result = await sendOrder(customer, items, orderKey.begin());
    isSending.current = false;
    if (result.kind === "placed") {
      const { numero_pedido: number, valor_total: total } = result.order;
      finish({ number, sent: { customer, items, total } });
      return;
    }
    if (result.kind !== "unclear" && result.kind !== "placed-before") orderKey.refused();
    if (result.kind === "unclear" || result.kind === "refused") tellFailure();
    answers.onSetback();
    setLast({ setback: withFieldErrors(form, result), items });
  }

  function finish(order: SentOrder) {
    orderKey.acknowledged();
    answers.onSent(order);
  }

  return { send, finish, setback: last?.items === items ? last.setback : undefined };
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
