type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Texts by name. No method throws: where the browser denies storage or it is full, texts live in memory. */
export type SafeStorage = {
  read: (name: string) => string | null;
  /** Returns whether the text outlives the page. */
  write: (name: string, text: string) => boolean;
  remove: (name: string) => void;
  /** Returns whether the browser lets the page read its storage. */
  isAvailable: () => boolean;
};

/** `open` returns the browser's storage and may throw, as `localStorage` itself does where it is denied. */
export function createSafeStorage(open: () => BrowserStorage): SafeStorage {
  const inMemory = new Map<string, string | null>();

  function attempt<T>(work: (storage: BrowserStorage) => T, fallback: () => T): T {
    try {
      return work(open());
    } catch {
      return fallback();
    }
  }

  return {
    read(name) {
      const text = inMemory.get(name);
      if (text !== undefined) return text;
      return attempt(
        (storage) => storage.getItem(name),
        () => null,
      );
    },
    write(name, text) {
      return attempt(
        (storage) => {
          storage.setItem(name, text);
          inMemory.delete(name);
          return true;
        },
        () => {
          inMemory.set(name, text);
          return false;
        },
      );
    },
    remove(name) {
      attempt(
        (storage) => {
          storage.removeItem(name);
          inMemory.delete(name);
        },
        () => void inMemory.set(name, null),
      );
    },
    isAvailable: () => attempt(Boolean, () => false),
  };
}

export const safeLocalStorage = createSafeStorage(() => localStorage);
export const safeSessionStorage = createSafeStorage(() => sessionStorage);
