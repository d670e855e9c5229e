import { atom } from "nanostores";
import { type ReactNode, useSyncExternalStore } from "react";
import { safeLocalStorage } from "#app/client/storage.ts";
import { areaPath } from "#app/shared/paths.ts";

/** Absent while no order is stored on this device. */
export const storedOrdersKey = "pomar.my-orders";
/** Present while a customer's area is open on this device. */
const areaKey = "pomar.area";

/** Changes when the device enters an area or leaves it. Orders are read whenever the menu renders, as at each navigation. */
const $entries = atom(0);
const watchEntries = (notify: () => void) => $entries.listen(notify);

type Place = { to: string; label: string };
const area: Place = { to: areaPath, label: "Minha área" };
const storedOrders: Place = { to: "/meus-pedidos", label: "Meus pedidos" };

/** A link to the visitor's orders. Only the browser has them: nothing on the server, in the first render, and without orders. */
export function MyOrders({ children }: { children: (place: Place) => ReactNode }) {
  const place = useMyOrders();
  return place && children(place);
}

/** Undefined on the server, in the first render, and without orders. */
export function useMyOrders(): Place | undefined {
  return useSyncExternalStore(watchEntries, findPlace, () => undefined);
}

function findPlace(): Place | undefined {
  if (isInArea()) return area;
  return safeLocalStorage.read(storedOrdersKey) === null ? undefined : storedOrders;
}

export function isInArea(): boolean {
  return safeLocalStorage.read(areaKey) !== null;
}

/** Notes on this device that an area is open on it, or that none is. */
export function noteEntry(hasEntered: boolean): void {
  if (hasEntered === isInArea()) return;
  if (hasEntered) safeLocalStorage.write(areaKey, "1");
  else safeLocalStorage.remove(areaKey);
  $entries.set($entries.get() + 1);
}
