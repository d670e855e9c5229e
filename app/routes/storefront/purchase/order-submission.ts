import { useEffect, useEffectEvent, useRef, useState } from "react";
import { deleteAnsweredOrder, type SubmitResult, submitOrder } from "#app/client/order-queue.ts";
import {
  isPending,
  type OrderRecord,
  type RejectedOrder,
  type SentOrder,
} from "#app/client/order-queue-records.ts";
import { toast } from "#app/client/toast.ts";
import { useStore } from "#app/client/use-store.ts";
import type { DeliveryRequest } from "#app/domain/delivery/schema.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { Checkout } from "#app/domain/orders/checkout-schema.ts";
import { refetchCart } from "./cart-changes.ts";
import { $checkoutKey, $orders, $unansweredKey, useCartStore } from "./cart-store.ts";
import { type CheckoutFields, checkoutFieldNames, clearCheckout } from "./checkout-form-state.ts";
import { refetchOffer } from "./delivery-store.ts";

/** `key` is the id of the cart that was ordered. */
type SubmittedOrder = {
  key: string;
  customer: Checkout;
  items: CartItems;
  delivery?: DeliveryRequest | undefined;
};

/** The reason for which the last attempt did not place the order. */
export type OrderFailure = Exclude<SubmitResult, { kind: "placed" | "queued" }>;

/** An order that the shop has stored. `sent` is absent for an earlier one of which only the number is known. */
export type ShownOrder = {
  number: number;
  /** The path of the order's page. */
  path?: string | undefined;
  sent?: {
    customer: Checkout;
    items: CartItems;
    total: number;
    /** 'Entrega na quinta, 26/11', and whether the customer chose another day. */
    delivery?: string | undefined;
    isMoved?: boolean;
  };
};

export type Submission =
  | { state: "draft" }
  | { state: "sending" | "queued"; order: SubmittedOrder }
  | { state: "failed"; order: SubmittedOrder; failure: OrderFailure }
  | { state: "sent"; placed: ShownOrder };

const draft: Submission = { state: "draft" };

/** `placed` is absent while the order is only stored in this browser. */
export type AcceptedOrder = {
  items: CartItems;
  placed?: { number: number; path?: string | undefined; total: number };
};

type SubmissionOptions = {
  isOpen: boolean;
  /** Called with an order that was placed or queued, before the form is emptied. */
  onAccepted: (order: AcceptedOrder) => void;
  /** Called with every outcome: a visitor who closed the checkout meanwhile has to see it. */
  onOutcome: () => void;
};

/**
 * Sends the cart, one attempt at a time and all of them under the cart's id, and shows exactly one outcome: also the one
 * of an attempt that another tab or the worker made while the checkout stayed open.
 */
export function useOrderSubmission(
  form: CheckoutFields,
  { isOpen, onAccepted, onOutcome }: SubmissionOptions,
) {
  const cart = useCartStore();
  const { items: currentItems } = useStore(cart.$cart);
  const orders = useStore($orders);
  const isSending = useRef(false);
  const [submission, setSubmission] = useState(draft);

  /** Rejects, after the failure was shown, when the order was not placed. */
  async function submit(
    customer: Checkout,
    items: CartItems,
    delivery?: DeliveryRequest,
  ): Promise<void> {
    const { id: key, items: itemsNow } = cart.readNow();
    // Ordered or changed by another tab this instant: only what the visitor sees is sent.
    if (isSending.current || itemsNow !== items) return;
    isSending.current = true;
    const order = { key, customer, items, delivery };
    setSubmission({ state: "sending", order });
    const result = await submitOrder(order);
    isSending.current = false;
    showResult(order, result);
    if (result.kind !== "placed" && result.kind !== "queued") {
      throw new Error(`the order was not placed: ${result.kind}`, { cause: result });
    }
  }

  function showResult(order: SubmittedOrder, result: SubmitResult): void {
    if (result.kind === "queued") {
      setSubmission({ state: "queued", order });
      onAccepted(order);
      onOutcome();
    } else if (result.kind === "placed") {
      cart.completeOrder(order.key, order.items);
      const { customer, items } = order;
      const { number, path, total, delivery } = result;
      onAccepted({ items, placed: { number, path, total } });
      const isMoved = order.delivery?.delivery_flexible === true;
      finish(order.key, { number, path, sent: { customer, items, total, delivery, isMoved } });
      notifyOfSentOrder();
    } else {
      showFailure(order, result);
    }
  }

  /** Shows the placed order after the cart was emptied. */
  function finish(key: string, placed: ShownOrder): void {
    clearCheckout(form);
    $unansweredKey.set(undefined);
    setSubmission({ state: "sent", placed });
    onOutcome();
    discardRecord(key);
  }

  function showFailure(order: SubmittedOrder, result: OrderFailure): void {
    const failure = withFieldErrors(form, result);
    const mayBeStored = failure.kind === "not-stored" || failure.kind === "placed-before";
    $unansweredKey.set(mayBeStored ? order.key : undefined);
    // An earlier attempt arrived: nothing has to be sent again.
    if (failure.kind !== "placed-before") notifyOfOrderFailure();
    refetchCart(order.items);
    if (order.delivery) void refetchOffer();
    onOutcome();
    setSubmission({ state: "failed", order, failure });
    if (!isRetried(failure)) discardRecord(order.key);
  }

  const followed =
    submission.state === "queued" ||
    (submission.state === "failed" && isRetried(submission.failure))
      ? submission.order
      : undefined;
  const record = orders.find(({ key }) => key === followed?.key);
  const showRecord = useEffectEvent((record: OrderRecord | undefined) => {
    if (!followed || !record || isPending(record)) return;
    // In a closed checkout the outcome would be a surprise: the strip above the page shows it.
    if (!isOpen) setSubmission(draft);
    else showResult(followed, answerOf(record));
  });
  useEffect(() => showRecord(record), [record]);
  const checkoutKey = isOpen ? followed?.key : undefined;
  useEffect(() => {
    $checkoutKey.set(checkoutKey);
    return () => $checkoutKey.set(undefined);
  }, [checkoutKey]);

  return {
    submission: isShown(submission) ? submission : draft,
    submit,
    reset: () => setSubmission(draft),
    /** An earlier attempt arrived with other contents: the visitor wants only that order. */
    acceptEarlierOrder(number: number) {
      const { id } = cart.readNow();
      cart.startNewCart(() => []);
      finish(id, { number });
    },
    /** The visitor wants this order beside the earlier one. */
    separateFromEarlierOrder: () => cart.startNewCart((items) => items),
  };

  /** A failure is about the cart that was sent, and about a stored order as long as that exists. */
  function isShown(shown: Submission): boolean {
    if (shown.state !== "failed") return true;
    return shown.order.items === currentItems && (!isRetried(shown.failure) || isPending(record));
  }
}

/** The order stays in the queue, which sends it again. */
function isRetried({ kind }: OrderFailure): boolean {
  return kind === "unclear" || kind === "busy";
}

function answerOf(record: SentOrder | RejectedOrder): SubmitResult {
  if (record.state === "rejected") return record.rejection;
  const { number, total, path, deliveryText: delivery } = record;
  return { kind: "placed", number, total, path, delivery };
}

/** Where the browser stores nothing, there is no record. */
function discardRecord(key: string): void {
  deleteAnsweredOrder(key).catch(() => {});
}

/** Shows the server's messages at their fields; one without a field here becomes a rejection with that message. */
function withFieldErrors(form: CheckoutFields, result: OrderFailure): OrderFailure {
  if (result.kind !== "invalid") return result;
  let shouldFocus = true;
  for (const { field, message } of result.errors) {
    const name = checkoutFieldNames.find((known) => field === `customer.${known}`);
    if (!name) return { kind: "rejected", message };
    form.setError(name, { type: "server", message }, { shouldFocus });
    shouldFocus = false;
  }
  return result;
}

/** One notice for all attempts: a success takes the place of an earlier failure. */
const noticeId = "order-outcome";

function notifyOfOrderFailure(): void {
  toast({
    id: noticeId,
    title: "Erro ao enviar pedido",
    description: "Ocorreu um erro ao enviar seu pedido. Tente novamente.",
    variant: "destructive",
  });
}

export function notifyOfSentOrder(): void {
  toast({
    id: noticeId,
    title: "Pedido enviado!",
    description: "Seu pedido foi enviado com sucesso. Entraremos em contato em breve.",
  });
}
