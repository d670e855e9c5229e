import type { ChangedTable } from "#app/shared/changes.ts";
import { onGap, subscribeToChanges } from "../changes.ts";

/** Milliseconds within which every process of a shop has heard of a change. */
const heardByAll = 1500;

let isShared = false;

/** Says whether several processes may serve the shop: the one that answers may then hear later than the one that told. */
export function setShared(shared: boolean): void {
  isShared = shared;
}

/** Calls `read` whenever something in a table that `concerns` says yes to is not what it was, until `signal`. */
export function readAfterChanges(
  concerns: (table: ChangedTable) => boolean,
  read: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stops = [
    () => clearTimeout(timer),
    onGap(read),
    subscribeToChanges((changes) => {
      if (!changes.some(({ table }) => concerns(table))) return;
      read();
      clearTimeout(timer);
      if (isShared) timer = setTimeout(read, heardByAll);
    }),
  ];
  signal.addEventListener("abort", () => {
    for (const stop of stops) stop();
  });
}
