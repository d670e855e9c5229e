import { takeTurns } from "./hidden-watch.ts";

/** Milliseconds for which who looks at another tab finds everything as it was. */
const patience = 10_000;

export type PresenceOptions = {
  /** The page has nobody before it: hidden for some seconds, or put away whole for the back button. */
  onAway(): void;
  onBack(): void;
  /** Of the hidden pages that stay awake one is as good as seen. */
  staysAwake: boolean;
};

/** Follows whether somebody has the page before them, until `signal`. */
export function watchPresence(options: PresenceOptions, signal: AbortSignal) {
  const { onAway, onBack, staysAwake } = options;
  const isSeen = () => document.visibilityState === "visible";
  let isHere = staysAwake || isSeen();
  let hiding = new AbortController();

  function leave(): void {
    isHere = false;
    onAway();
  }

  function come(): void {
    isHere = true;
    onBack();
  }

  function onVisibility(): void {
    hiding.abort();
    hiding = new AbortController();
    if (isSeen()) come();
    else hide(hiding.signal);
  }

  function hide(seen: AbortSignal): void {
    const timer = setTimeout(() => {
      if (staysAwake) takeTurns(come, leave, seen);
      else leave();
    }, patience);
    seen.addEventListener("abort", () => clearTimeout(timer));
  }

  if (!isSeen()) hide(hiding.signal);
  signal.addEventListener("abort", () => hiding.abort());
  document.addEventListener("visibilitychange", onVisibility, { signal });
  addEventListener("pagehide", leave, { signal });
  addEventListener("pageshow", (event) => event.persisted && isSeen() && come(), { signal });
  return { isHere: () => isHere };
}
