import { type ReactNode, useSyncExternalStore } from "react";
import { safeLocalStorage } from "#app/client/storage.ts";

/** Read again whenever the menu renders, as at each navigation. */
const neverChanges = () => () => {};

/** A link that is there only while an order is stored on this device, which the server does not know. */
export function MyOrders({ children }: { children: ReactNode }) {
  return useHasStoredOrders() && children;
}

/** False on the server and in the first render. */
export function useHasStoredOrders(): boolean {
  return useSyncExternalStore(neverChanges, hasStoredOrders, () => false);
}

/** Absent while no order is stored on this device. */
export const storedOrdersKey = "pomar.my-orders";

/** For the menu, which loads nothing else of the stored orders. */
function hasStoredOrders(): boolean {
  return safeLocalStorage.read(storedOrdersKey) !== null;
}
