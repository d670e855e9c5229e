import { safeLocalStorage } from "#app/client/storage.ts";

/** Absent while no order is stored on this device. */
export const storedOrdersKey = "pomar.my-orders";

/** For the menu, which loads nothing else of the stored orders. */
export function hasStoredOrders(): boolean {
  return safeLocalStorage.read(storedOrdersKey) !== null;
}
