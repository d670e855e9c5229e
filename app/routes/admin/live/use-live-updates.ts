import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import { onMissedChanges, subscribeToChanges, tablesChangedWithin } from "#app/client/changes.ts";
import { createRefetchQueue, refetchQuietly } from "#app/client/refetch.ts";
import { dismissToast, toast } from "#app/client/toast.ts";
import { screenShows } from "#app/routes/admin/screens.ts";
import { tabId } from "#app/routes/admin/session/call-api.ts";
import { readSession } from "#app/routes/admin/session/session-store.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { createChangeNotifier } from "./change-notices.ts";
import { playOrderSound, unlockSound } from "./order-sound.tsx";
import { useRefetch } from "./use-refetch.ts";

const notify = createChangeNotifier({ show: toast, dismiss: dismissToast });
/** A navigation that takes longer is rare enough to show older data until the next change. */
const navigationTimeoutMs = 10_000;
/** Orders whose arrival was shown. */
const notifiedOrders = new Set<string>();

/** Reads the changed row alone and returns true, or false when more than this row may look different. */
type RowReader = (change: RowChange) => boolean;
const rowReaders = new Set<RowReader>();

/** Calls `reader` before the screen is refetched because of a change. Returns how to stop. */
export function readChangedRows(reader: RowReader): () => void {
  rowReaders.add(reader);
  return () => void rowReaders.delete(reader);
}

/** Refetches the screen and shows a notice when something was changed outside this tab. */
export function useLiveUpdates(unopened: readonly string[]): void {
  const refetchScreen = useRefetch();
  const matches = useMatches();
  const location = useLocation();
  const refetch = useEffectEvent(async () => {
    // A page with unsaved changes can outlive its session; then there is nothing to fetch.
    return !readSession() || (await refetchQuietly(matches, refetchScreen));
  });
  const requestRefetch = useRef<() => void>(undefined);
  const isShown = useEffectEvent(({ table }: RowChange) => screenShows(location, table));
  useEffect(() => {
    const controller = new AbortController();
    const request = createRefetchQueue(refetch, controller.signal);
    requestRefetch.current = request;
    const stops = [
      () => controller.abort(),
      onMissedChanges(request),
      subscribeToChanges((changes) => {
        const others = changes.filter(({ tab }) => tab !== tabId);
        for (const change of others) notifyOnce(change);
        const reminder = others.find((change) => change.reminder);
        if (reminder) playOrderSound(reminder.id);
        const shown = others.filter(isShown);
        if (!shown.every((change) => [...rowReaders].some((read) => read(change)))) request();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // A change received during a navigation may be newer than the data that the navigation fetched.
  const refetchIfStale = useEffectEvent((_location: string) => {
    const changed = tablesChangedWithin(navigationTimeoutMs);
    if (changed.some((table) => screenShows(location, table))) requestRefetch.current?.();
  });
  useEffect(() => refetchIfStale(location.key), [location.key]);
  useEffect(unlockSound, []);
  useNewOrders(unopened);
}

/** A new order arrives by the stream and by the refetched list; the first of them shows the notice. */
function notifyOnce(change: RowChange): void {
  if (change.table === "orders" && change.operation === "INSERT") {
    if (notifiedOrders.has(change.id)) return;
    notifiedOrders.add(change.id);
  }
  notify(change);
}

/** Notices and sound for orders that the previous fetch did not contain, including those placed while offline. */
function useNewOrders(unopened: readonly string[]): void {
  const known = useRef(new Set(unopened));
  useEffect(() => {
    const arrived = unopened.filter((id) => !known.current.has(id));
    for (const id of arrived) {
      known.current.add(id);
      notifyOnce({ table: "orders", operation: "INSERT", id });
    }
    const [newest] = arrived;
    if (newest) playOrderSound(newest);
  }, [unopened]);
}
