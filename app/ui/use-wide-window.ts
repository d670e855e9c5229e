import { useSyncExternalStore } from "react";

const wideWindow = "(width >= 64rem)";

/** Returns whether there is room for two things side by side; false on the server. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => false);
}

function subscribe(onChange: () => void) {
  const query = matchMedia(wideWindow);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

function isWide(): boolean {
  return matchMedia(wideWindow).matches;
}
