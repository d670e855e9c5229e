import type { RowChange } from "#app/shared/changes.ts";

/** One event of a text/event-stream, with JSON data. */
export function eventFrame(name: string, data: object): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Changes may have been missed: the page must refetch everything. */
const gapFrame = eventFrame("gap", {});

/** Four frames a second at most. */
const frameIntervalMs = 250;
/** Beyond this, refetching everything is cheaper than the list of changes. */
const maxChangesPerFrame = 200;

export type ChangeBatches = {
  add(change: RowChange): void;
  /** Reports that changes may have been missed, after those already added. */
  addGap(): void;
};

/**
 * Gathers changes into frames, each built once for all its streams. A first change after a pause is sent after `delayMs`,
 * together with the others of its transaction; later ones wait for the next interval. Of several changes of one row in one
 * tab only the last is sent.
 */
export function createChangeBatches(send: (frame: Buffer) => void, delayMs = 0): ChangeBatches {
  let pending = new Map<string, RowChange>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (pending.size === 0) return;
    const changes = [...pending.values()];
    pending = new Map();
    timer = setTimeout(flush, frameIntervalMs);
    send(changes.length > maxChangesPerFrame ? gapFrame : eventFrame("changes", changes));
  }

  return {
    add(change) {
      const key = mergeKey(change);
      const earlier = pending.get(key);
      pending.delete(key);
      if (earlier || pending.size <= maxChangesPerFrame) pending.set(key, merge(earlier, change));
      timer ??= setTimeout(flush, delayMs);
    },
    addGap() {
      clearTimeout(timer);
      flush();
      send(gapFrame);
    },
  };
}

/** Changes by different users, in different tabs, or with and without a notification, are sent separately. */
function mergeKey({ table, id, by, tab, quiet, reminder }: RowChange): string {
  return [table, id, by, tab, quiet, reminder].join(" ");
}

/** A row whose insertion was not sent yet is still new after its first update. */
function merge(earlier: RowChange | undefined, change: RowChange): RowChange {
  const isNew = earlier?.operation === "INSERT" && change.operation === "UPDATE";
  const lists = new Set([...(earlier?.lists ?? []), ...(change.lists ?? [])]);
  return {
    ...change,
    ...(isNew && { operation: "INSERT" as const }),
    ...(lists.size > 0 && { lists: [...lists] }),
  };
}
