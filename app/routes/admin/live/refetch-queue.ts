import { atom } from "nanostores";

const minPauseMs = 400;

/** How many drags and saves are in progress. */
const $holds = atom(0);

/** Defers refetches during a drag or a save, until the returned function is called. */
export function holdRefetch(): () => void {
  $holds.set($holds.get() + 1);
  let isHeld = true;
  return () => {
    if (isHeld) $holds.set($holds.get() - 1);
    isHeld = false;
  };
}

/** Runs `refetch` on request: the first at once, one at a time, with a pause between them, and not while it is held. */
export function createRefetchQueue(refetch: () => Promise<void>) {
  let isRequested = false;
  let isBusy = false;
  async function run(): Promise<void> {
    if (!isRequested || isBusy || $holds.get() > 0) return;
    isRequested = false;
    isBusy = true;
    await refetch();
    setTimeout(() => {
      isBusy = false;
      void run();
    }, minPauseMs);
  }
  return {
    request() {
      isRequested = true;
      void run();
    },
    stop: $holds.listen(() => void run()),
  };
}
