const lockName = "pomar:hidden-watch";
/** Milliseconds within which a lock that is free is given. */
const promptly = 500;

/**
 * Of the hidden tabs one keeps its stream: a browser has six connections to a shop, and six waiting tabs would leave none to
 * read a page by. Calls `onTurn` when that is this tab, now or once another tab has let go, and `onRest` meanwhile. It ends,
 * and lets go, with `signal`. Where there are no locks (a page that came without encryption) every tab keeps its own.
 */
export function takeTurns(onTurn: () => void, onRest: () => void, signal: AbortSignal): void {
  const timer = setTimeout(onRest, promptly);
  const over = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  const watch = () => {
    clearTimeout(timer);
    onTurn();
    return over;
  };
  try {
    navigator.locks.request(lockName, { signal }, watch).catch(keepOwn);
  } catch {
    keepOwn();
  }
  function keepOwn() {
    clearTimeout(timer);
  }
}
