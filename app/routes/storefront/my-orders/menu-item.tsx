import { type ReactNode, useSyncExternalStore } from "react";
import { hasStoredOrders } from "./has-stored-orders.ts";

/** Read again whenever the menu renders, as at each navigation. */
const neverChanges = () => () => {};

/** A link that is there only while an order is stored on this device, which the server does not know. */
export function MyOrders({ children }: { children: ReactNode }) {
  return useSyncExternalStore(neverChanges, hasStoredOrders, () => false) && children;
}
