import { useState } from "react";
import { flushSync } from "react-dom";

/** Closes the order's dialog, but asks first while a status is chosen there that is not saved. */
export function useCarefulClose(close: () => void) {
  const [unsaved, setUnsaved] = useState(false);
  const [asking, setAsking] = useState(false);
  return {
    unsaved,
    setUnsaved,
    asking,
    ask: () => (unsaved ? setAsking(true) : close()),
    stay: () => setAsking(false),
    /** Without asking. */
    leave() {
      // Before the walk away begins, on which the guard of unsaved changes looks.
      flushSync(() => {
        setUnsaved(false);
        setAsking(false);
      });
      close();
    },
  };
}
