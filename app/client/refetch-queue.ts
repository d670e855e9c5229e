import { atom } from "nanostores";
import type { RowChange } from "#app/shared/changes.ts";
import { onMissedChanges, subscribeToChanges } from "./changes.ts";

const minPauseMs = 400;
const retryDelayMs = 5000;
const maxAttempts = 3;

/** How many drags and saves are in progress. */
const $holds = atom(0);

/** Defers all refetches, during a drag or a save, until the returned function is called. */
export function holdRefetch(): () => void {
  $holds.set($holds.get() + 1);
  let isHeld = true;
  return () => {
    if (isHeld) $holds.set($holds.get() - 1);
    isHeld = false;
  };
}

/**
 * Returns a function that runs `refetch`: one at a time with a pause between them, requests during one are answered by the
 * next. `refetch` resolves with whether it succeeded; a failed one is repeated after some seconds. Stops with `signal`.
 */
export function createRefetchQueue(
  refetch: () => Promise<boolean>,
  signal: AbortSignal,
): () => void {
  let isRequested = false;
  let isBusy = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    if (!isRequested || isBusy || $holds.get() > 0 || signal.aborted) return;
    clearTimeout(timer);
    isRequested = false;
    isBusy = true;
    failures = (await refetch()) ? 0 : failures + 1;
    setTimeout(() => {
      isBusy = false;
      void run();
    }, minPauseMs);
    if (failures > 0 && failures < maxAttempts) timer = setTimeout(request, retryDelayMs);
    else failures = 0;
  }

  function request(): void {
    isRequested = true;
    void run();
  }

  const stop = $holds.listen(() => void run());
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    stop();
  });
  return request;
}

/** Calls `refetch` after changes of what is shown, and when changes may have been missed, until `signal`. */
export function refetchAfterChanges(
  isShown: (change: RowChange) => boolean,
  refetch: () => void,
  signal: AbortSignal,
): void {
  const stops = [
    onMissedChanges(refetch),
    subscribeToChanges((changes) => {
      if (changes.some(isShown)) refetch();
    }),
  ];
  signal.addEventListener("abort", () => {
    for (const stop of stops) stop();
  });
}
