import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useMatches, useRevalidator } from "react-router";
import { onGap, subscribeToChanges } from "#app/client/changes.ts";
import { readQuietly } from "#app/client/live/quiet-reading.ts";
import { dismissToast, toast } from "#app/client/toast.ts";
import { shows } from "#app/routes/admin/screens.ts";
import { thisTab } from "#app/routes/admin/session/call-api.ts";
import { readSession } from "#app/routes/admin/session/session-store.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { createTeller } from "./change-notices.ts";
import { soundFor, unlockSound } from "./order-sound.tsx";
import { createReader } from "./refetch-queue.ts";

const tell = createTeller({ show: toast, dismiss: dismissToast });
/** Orders whose arrival was told. */
const told = new Set<string>();

/**
 * Keeps the back office in step with what is changed elsewhere: its lists are read anew, and a notice says what it was.
 * What this tab saves itself is neither.
 */
export function useLive(unopened: readonly string[]): void {
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  const location = useLocation();
  const read = useEffectEvent(async () => {
    // A page that stays after its session, for what is unsaved on it, has nothing to read.
    if (readSession()) await readQuietly(matches, revalidate);
  });
  const isShown = useEffectEvent(({ table }: RowChange) => shows(location, table));
  useEffect(() => {
    const reader = createReader(read);
    const stops = [
      reader.stop,
      onGap(reader.ask),
      subscribeToChanges((changes) => {
        const others = changes.filter(({ tab }) => tab !== thisTab);
        for (const change of others) tellOnce(change);
        if (others.some(isShown)) reader.ask();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(unlockSound, []);
  useArrivals(unopened);
}

/** An order's arrival is told by the stream, and by the list that is read after it: whichever comes first. */
function tellOnce(change: RowChange): void {
  if (change.table === "orders" && change.operation === "INSERT") {
    if (told.has(change.id)) return;
    told.add(change.id);
  }
  tell(change);
}

/** Orders that were not there when the page last read them, also those that came while there was no connection. */
function useArrivals(unopened: readonly string[]): void {
  const known = useRef(new Set(unopened));
  useEffect(() => {
    const arrived = unopened.filter((id) => !known.current.has(id));
    for (const id of arrived) {
      known.current.add(id);
      tellOnce({ table: "orders", operation: "INSERT", id });
    }
    const [newest] = arrived;
    if (newest) soundFor(newest);
  }, [unopened]);
}
