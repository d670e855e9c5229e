import { atom, onMount } from "nanostores";
import {
  listQueuedOrders,
  type OrderRecord,
  watchOrders,
} from "#app/client/order-queue-records.ts";

/** The order records of this browser, in step with other tabs and the worker while a component reads them. */
export const $orders = atom<readonly OrderRecord[]>([]);

export const $isOrderListOpen = atom(false);

/** Whether the cart's dialog is at the checkout; set before `openCart`, it opens there. */
export const $isAtCheckout = atom(false);

/** Id of the cart whose order is shown in the open checkout, which then shows its outcome as well. */
export const $checkoutKey = atom<string | undefined>();

/** Id of the cart that was sent without a clear answer and that the browser could not store. */
export const $unansweredKey = atom<string | undefined>();

onMount($orders, () => {
  const refresh = () => {
    listQueuedOrders().then(
      (orders) => $orders.set(orders),
      // Where the browser stores nothing, there are no records.
      () => {},
    );
  };
  refresh();
  return watchOrders(refresh);
});
