import { randomId } from "#app/client/browser-fallbacks.ts";

/** The part of the browser's storage that the key needs; each call may throw (denied, full). */
type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

type PendingOrder = { key: string; unanswered: boolean };

const keyName = "pomar.order-key";

/**
 * The key under which the visitor's next order is sent. It stays with the cart until an order is acknowledged, so that
 * a second press, a retry after a lost answer and a reload in mid-flight all speak of the same order. Where storage is
 * denied it lives as long as the page.
 */
export function createOrderKey(storage: () => KeyStorage) {
  let inMemory: PendingOrder | undefined;

  function read(): PendingOrder | undefined {
    try {
      return parse(storage().getItem(keyName)) ?? inMemory;
    } catch {
      return inMemory;
    }
  }

  function keep(pending: PendingOrder | undefined) {
    inMemory = pending;
    try {
      if (pending) storage().setItem(keyName, JSON.stringify(pending));
      else storage().removeItem(keyName);
    } catch {
      // Denied or full storage: the key in memory still guards this page.
    }
  }

  return {
    /** The key under which the cart was sent before, if it was. */
    current: () => read()?.key,
    /** The key to send with; from here on an answer is awaited. */
    begin(): string {
      const key = read()?.key ?? randomId();
      keep({ key, unanswered: true });
      return key;
    },
    /** The server refused: nothing is stored under the key, which stays good for the next try. */
    refused() {
      const key = read()?.key;
      if (key) keep({ key, unanswered: false });
    },
    /** The order is known to exist: the next one gets a key of its own. */
    acknowledged() {
      keep(undefined);
    },
    /** Whether an order was sent and no answer came, in this page or before a reload. */
    isUnanswered: () => read()?.unanswered ?? false,
  };
}

export const orderKey = createOrderKey(() => localStorage);

function parse(text: string | null): PendingOrder | undefined {
  const [, key, unanswered] =
    /^\{"key":"([\w-]{8,64})","unanswered":(true|false)\}$/.exec(text ?? "") ?? [];
  return key ? { key, unanswered: unanswered === "true" } : undefined;
}
