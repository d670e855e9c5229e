import { createStore, promisifyRequest } from "idb-keyval";
import { notifyTabs, watchTabs, withLock } from "./tabs.ts";

/**
 * The requests that wait in this browser: records by key, in an IndexedDB of their own that pages and service worker share. One of
 * them sends at a time. The key is the idempotency key of the request.
 */
export type Outbox<Stored> = {
  /** The oldest first. */
  list: () => Promise<Stored[]>;
  read: (key: string) => Promise<Stored | undefined>;
  /** Changes a record in one transaction; `next` returns undefined to delete it. */
  change: (key: string, next: (stored: Stored | undefined) => Stored | undefined) => Promise<void>;
  /** Calls `listener` after every change in this tab, any other or the worker. Returns how to stop. */
  watch: (listener: () => void) => () => void;
  /** Passes the record to `work` when no other tab and no worker has a turn. */
  takeTurn: <Result>(
    key: string,
    work: (stored: Stored | undefined) => Promise<Result>,
  ) => Promise<Result>;
};

type OutboxRecord = {
  key: string;
  /** Later records have later ones. */
  savedAt: string | number;
};

/** Opened on first use: without IndexedDB each call rejects. With `memory`, what cannot be stored is there as long as the page. */
export function createOutbox<Stored extends OutboxRecord>(
  name: string,
  memory?: Map<string, Stored>,
): Outbox<Stored> {
  const access = createStore(name, "waiting");
  const rethrowWithoutMemory = (error: unknown) => {
    if (!memory) throw error;
  };

  // The library's own functions also have a default store and a way for browsers without `getAll`, on every visit.
  async function listStored(): Promise<Stored[]> {
    return access("readonly", (records) => promisifyRequest<Stored[]>(records.getAll()));
  }

  async function readStored(key: string): Promise<Stored | undefined> {
    return access("readonly", (records) => promisifyRequest<Stored | undefined>(records.get(key)));
  }

  async function read(key: string): Promise<Stored | undefined> {
    return memory?.get(key) ?? (await readStored(key).catch(rethrowWithoutMemory)) ?? undefined;
  }

  async function changeStored(
    key: string,
    next: (stored: Stored | undefined) => Stored | undefined,
  ): Promise<void> {
    await access("readwrite", async (records) => {
      const stored = await promisifyRequest<Stored | undefined>(records.get(key));
      const changed = next(memory?.get(key) ?? stored);
      if (changed) records.put(changed, key);
      else records.delete(key);
      await promisifyRequest(records.transaction);
    });
  }

  return {
    read,
    async list() {
      const stored = (await listStored().catch(rethrowWithoutMemory)) ?? [];
      const others = stored.filter(({ key }) => !memory?.has(key));
      return [...others, ...(memory?.values() ?? [])].sort((one, other) =>
        one.savedAt < other.savedAt ? -1 : Number(one.savedAt > other.savedAt),
      );
    },
    async change(key, next) {
      try {
        await changeStored(key, next);
        memory?.delete(key);
      } catch (error) {
        rethrowWithoutMemory(error);
        const changed = next(await read(key));
        if (changed) memory?.set(key, changed);
        else memory?.delete(key);
      }
      notifyTabs(name);
    },
    watch: (listener) => watchTabs(name, listener),
    takeTurn: (key, work) => withLock(name, async () => work(await read(key))),
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
