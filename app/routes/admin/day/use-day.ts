import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { whenIdle } from "#app/client/browser-fallbacks.ts";
import {
  type DayRecord,
  dayOutbox,
  deleteDayRecord,
  deleteShownRecords,
  queueDayAction,
  sendDayActions,
  storeDayPage,
  undoDayAction,
} from "#app/client/day-queue.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { copyAttribute } from "#app/client/worker-messages.ts";
import { applyAction } from "#app/domain/day/rules.ts";
import type { DayAction, DayView } from "#app/domain/day/schema.ts";

const sendIntervalMs = 5_000;

/** The day as it is with what was done on this device, and how more is done. */
export type Day = {
  view: DayView;
  /** The actions that are not sent yet. */
  queued: readonly DayRecord[];
  /** The actions that were not saved, because something else was saved first. */
  rejected: readonly DayRecord[];
  /** True if the page opens without a connection. */
  isStored: boolean;
  /** False if the shop did not answer the last action that was sent. */
  isReachable: boolean;
  /** With `done`, a notice offers to undo it for ten seconds; until then it is not sent. */
  act: (action: DayAction, done?: string) => void;
  dismiss: (key: string) => void;
};

type Options = {
  read: DayView;
  target: DayRecord["target"];
  /** The session ended: nothing can be sent. */
  onSignedOut?: () => void;
  /** The time between two refetches of a visible page that gets no changes. */
  refetchIntervalMs?: number;
};

export function useDay({ read, target, onSignedOut, refetchIntervalMs }: Options): Day {
  const [records, setRecords] = useState<readonly DayRecord[]>([]);
  const refetch = useRefetch();
  const isStored = useStoredPage();
  const [isReachable, setReachable] = useState(true);
  const signOut = useEffectEvent(() => onSignedOut?.());
  const send = useEffectEvent(async () => {
    if (!navigator.onLine) return;
    const { sent, isSignedOut, isUnreachable } = await sendDayActions();
    setReachable(!isUnreachable);
    if (isSignedOut) signOut();
    if (sent > 0) await refetch();
  });

  useEffect(() => {
    const load = async () => setRecords(await dayOutbox.list());
    void load();
    return dayOutbox.watch(() => void load());
  }, []);
  useEffect(() => {
    const sendNow = () => void send();
    const timer = setInterval(sendNow, sendIntervalMs);
    const stop = dayOutbox.watch(sendNow);
    addEventListener("online", sendNow);
    sendNow();
    return () => {
      clearInterval(timer);
      stop();
      removeEventListener("online", sendNow);
    };
  }, []);
  useEffect(() => {
    if (!refetchIntervalMs) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) void refetch();
    }, refetchIntervalMs);
    return () => clearInterval(timer);
  }, [refetch, refetchIntervalMs]);
  // The data may be newer than the stored page.
  useEffect(() => {
    if (document.documentElement.hasAttribute(copyAttribute)) void refetch();
  }, [refetch]);
  useEffect(() => void deleteShownRecords(read.read_at), [read.read_at]);

  const own = records.filter((record) => record.target === target);
  const applied = own.filter(
    ({ state, result }) => state === "queued" || (result && result.at >= read.read_at),
  );
  return {
    view: applied.reduce((view, { action }) => applyAction(view, action), read),
    queued: own.filter(({ state }) => state === "queued"),
    rejected: own.filter(({ state }) => state === "rejected"),
    isStored,
    isReachable,
    act(action, done) {
      void queueDayAction(target, action, done !== undefined).then((key) => {
        if (done) toast({ id: key, title: done, undo: () => void undoDayAction(key) });
      });
    },
    dismiss: (key) => void deleteDayRecord(key),
  };
}

const pauseMs = 400;

/** True for a moment after the rows have moved: a press that was meant for another row then does nothing. */
export function useJustMoved(rows: readonly unknown[]): boolean {
  const places = rows.join();
  const [shown, setShown] = useState(places);
  useEffect(() => {
    const timer = setTimeout(() => setShown(places), pauseMs);
    return () => clearTimeout(timer);
  }, [places]);
  return places !== shown;
}

/** Stores the page on this device, once it is idle. */
function useStoredPage(): boolean {
  const [isStored, setStored] = useState(false);
  const { pathname, search } = useLocation();
  useEffect(() => {
    whenIdle(() => {
      // Without a worker or storage the day needs a connection.
      storeDayPage(pathname, search).then(setStored, () => setStored(false));
    });
  }, [pathname, search]);
  return isStored;
}
