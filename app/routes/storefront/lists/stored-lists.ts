import { type SafeStorage, safeLocalStorage } from "#app/client/storage.ts";
import {
  formatSharedList,
  parseSharedList,
  type SharedList,
} from "#app/domain/orders/cart/shared-list.ts";

/** The lists that the visitor saved on this device: one fragment of an address per line of text. */
export const listsKey = "pomar.lists";
export const maxStoredLists = 30;

/** The latest first. */
export function readLists(storage: SafeStorage = safeLocalStorage): SharedList[] {
  const fragments = (storage.read(listsKey) ?? "").split("\n").filter((text) => text !== "");
  return fragments.flatMap((fragment) => parseSharedList(fragment) ?? []);
}

/** Replaces the list with the same name; the oldest beyond 30 are deleted. Returns whether it is stored. */
export function saveList(list: SharedList, storage: SafeStorage = safeLocalStorage): boolean {
  const others = readLists(storage).filter(({ name }) => name !== list.name);
  return write([list, ...others].slice(0, maxStoredLists), storage);
}

export function removeList(name: string, storage: SafeStorage = safeLocalStorage): void {
  const lists = readLists(storage).filter((list) => list.name !== name);
  if (lists.length === 0) storage.remove(listsKey);
  else write(lists, storage);
}

function write(lists: readonly SharedList[], storage: SafeStorage): boolean {
  return storage.write(listsKey, lists.map(formatSharedList).join("\n"));
}

export function removeLists(storage: SafeStorage = safeLocalStorage): void {
  storage.remove(listsKey);
}
