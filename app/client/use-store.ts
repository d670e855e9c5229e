import type { ReadableAtom } from "nanostores";
import { useSyncExternalStore } from "react";

/** The value of an atom; on the server and in the first render its initial one, since only the browser knows another. */
export function useStore<Value>(store: ReadableAtom<Value>): Value {
  // Typed as optional for stores that compute their value, of which there are none.
  return useSyncExternalStore(store.listen, store.get, () => store.init as Value);
}
