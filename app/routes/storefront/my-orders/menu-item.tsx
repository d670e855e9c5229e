import { type ReactNode, useSyncExternalStore } from "react";
import { safeLocalStorage } from "#app/client/storage.ts";

/** Read again whenever the menu renders, as at each navigation. */
const neverChanges = () => () => {};

/** A link that is there only while an order is stored on this device, which the server does not know. */
export function MyOrders({ children }: { children: ReactNode }) {
  return useSyncExternalStore(neverChanges, hasStoredOrders, () => false) && children;
}

/** Absent while no order is stored on this device. */
export const storedOrdersKey = "pomar.my-orders";

/** For the menu, which loads nothing else of the stored orders. */
function hasStoredOrders(): boolean {
  return safeLocalStorage.read(storedOrdersKey) !== null;
}
