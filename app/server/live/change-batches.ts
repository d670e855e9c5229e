import type { RowChange } from "#app/shared/changes.ts";
import { eventFrame, gap } from "./frames.ts";

/** Milliseconds between two frames, which makes four a second. */
const pause = 250;
/** Beyond it, asking for everything anew is the shorter message. */
const mostChanges = 200;

export type Batches = {
  add(change: RowChange): void;
  /** Tells that changes may have been missed, after those that were not. */
  addGap(): void;
};

/**
 * Turns changes into frames, each made once for all who read it. The first change after a quiet moment leaves at once,
 * with whatever its transaction changed beside it; what follows is gathered. Of several changes to one row
 * in one tab, the last is told. `hold` is for how long, in milliseconds, a first change is kept back all the same.
 */
export function createBatches(send: (frame: Buffer) => void, hold = 0): Batches {
  let waiting = new Map<string, RowChange>();
  let due: NodeJS.Timeout | undefined;

  function flush(): void {
    due = undefined;
    if (waiting.size === 0) return;
    const changes = [...waiting.values()];
    waiting = new Map();
    due = setTimeout(flush, pause);
    send(changes.length > mostChanges ? gap : eventFrame("changes", changes));
  }

  return {
    add(change) {
      const key = keyOf(change);
      const earlier = waiting.get(key);
      waiting.delete(key);
      if (earlier || waiting.size <= mostChanges) waiting.set(key, merge(earlier, change));
      due ??= setTimeout(flush, hold);
    },
    addGap() {
      clearTimeout(due);
      flush();
      send(gap);
    },
  };
}

/** Changes by others, and those worth a notice, are told beside one's own and the quiet ones. */
function keyOf({ table, id, by, tab, quiet }: RowChange): string {
  return [table, id, by, tab, quiet].join(" ");
}

/** A row that nobody has heard of yet is still a new one after its first change. */
function merge(earlier: RowChange | undefined, change: RowChange): RowChange {
  const isNew = earlier?.operation === "INSERT" && change.operation === "UPDATE";
  return isNew ? { ...change, operation: "INSERT" } : change;
}
