/** When a page that shows changed rows reads them anew. */

/** Milliseconds between two readings, however many changes come. */
const pause = 400;

let holders = 0;
const waiting = new Set<() => void>();

/**
 * Lets the lists stand as they are, while a row is dragged or a save is on its way, until the returned function is
 * called; what changed meanwhile is read then.
 */
export function holdReading(): () => void {
  holders += 1;
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    holders -= 1;
    if (holders === 0) for (const goOn of [...waiting]) goOn();
  };
}

/** Calls `read` when asked to: at once, one at a time, with a pause in between, and not while reading is held. */
export function createReader(read: () => Promise<void>) {
  let wanted = false;
  let busy = false;
  async function goOn(): Promise<void> {
    if (!wanted || busy || holders > 0) return;
    wanted = false;
    busy = true;
    await read();
    setTimeout(() => {
      busy = false;
      void goOn();
    }, pause);
  }
  waiting.add(goOn);
  return {
    ask() {
      wanted = true;
      void goOn();
    },
    stop: () => void waiting.delete(goOn),
  };
}
