import { useEffect } from "react";

const events = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Runs `load` once, at the first interaction with the page: for code that a later click needs. A constant function. */
export function useFirstInteraction(load: () => Promise<unknown>): void {
  useEffect(() => {
    const listening = new AbortController();
    function start() {
      listening.abort();
      load().catch((error) => console.warn("Code for a later interaction was not loaded", error));
    }
    for (const event of events) {
      addEventListener(event, start, { signal: listening.signal, passive: true });
    }
    return () => listening.abort();
  }, [load]);
}
