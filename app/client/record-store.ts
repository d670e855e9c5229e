import { createStore, promisifyRequest } from "idb-keyval";
import { notifyTabs, watchTabs } from "./tabs.ts";

/** Records by key in an IndexedDB of their own, which pages and service worker share. */
export type RecordStore<Stored> = {
  list: () => Promise<Stored[]>;
  read: (key: string) => Promise<Stored | undefined>;
  /** Changes a record in one transaction; `next` returns undefined to delete it. */
  change: (key: string, next: (stored: Stored | undefined) => Stored | undefined) => Promise<void>;
  /** Calls `listener` after every change in any other tab or the worker. Returns how to stop. */
  watch: (listener: () => void) => () => void;
};

/** Opened on first use: without IndexedDB each call rejects. */
export function createRecordStore<Stored>(name: string): RecordStore<Stored> {
  const access = createStore(name, "waiting");
  return {
    // The library's own functions also have a default store and a way for browsers without `getAll`, on every visit.
    async list() {
      return access("readonly", (records) => promisifyRequest<Stored[]>(records.getAll()));
    },
    async read(key) {
      return access("readonly", (records) =>
        promisifyRequest<Stored | undefined>(records.get(key)),
      );
    },
    async change(key, next) {
      await access("readwrite", async (records) => {
        const stored = await promisifyRequest<Stored | undefined>(records.get(key));
        const changed = next(stored);
        if (changed) records.put(changed, key);
        else records.delete(key);
        await promisifyRequest(records.transaction);
      });
      notifyTabs(name);
    },
    watch: (listener) => watchTabs(name, listener),
  };
}

/** Tag of the Background Sync event. */
export const syncTag = "pomar-orders";

/** Where the browser has Background Sync, it wakes the worker even if no page is open. */
export async function requestSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const sync = registration && Reflect.get(registration, "sync");
    await sync?.register(syncTag);
  } catch {
    // The pages send as well.
  }
}
