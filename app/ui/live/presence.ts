/** Milliseconds for which who looks at another tab finds everything as it was. */
const patience = 10_000;

export type PresenceOptions = {
  /** The page has nobody before it: hidden for some seconds, or put away whole for the back button. */
  onAway(): void;
  onBack(): void;
  /** Being hidden does not count. */
  staysAwake: boolean;
};

/** Follows whether somebody has the page before them, until `signal`. */
export function watchPresence(options: PresenceOptions, signal: AbortSignal) {
  const { onAway, onBack, staysAwake } = options;
  const isSeen = () => staysAwake || document.visibilityState === "visible";
  let isHere = isSeen();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function leave(): void {
    isHere = false;
    onAway();
  }

  function come(): void {
    clearTimeout(timer);
    isHere = true;
    onBack();
  }

  function onVisibility(): void {
    if (isSeen()) come();
    else timer = setTimeout(leave, patience);
  }

  signal.addEventListener("abort", () => clearTimeout(timer));
  document.addEventListener("visibilitychange", onVisibility, { signal });
  addEventListener("pagehide", leave, { signal });
  addEventListener("pageshow", (event) => event.persisted && isSeen() && come(), { signal });
  return { isHere: () => isHere };
}
