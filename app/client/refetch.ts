import { atom } from "nanostores";
import { useCallback } from "react";
import { isRouteErrorResponse, type UIMatch, useRevalidator } from "react-router";
import type { RowChange } from "#app/shared/changes.ts";
import { loginPath } from "#app/shared/paths.ts";
import { onMissedChanges, publishSignedOut, subscribeToChanges } from "./changes.ts";

type ShownRoutes = readonly Pick<UIMatch, "id" | "loaderData">[];
type Results = Record<string, { type: "data" | "error"; result: unknown }>;

let shownRoutes: ShownRoutes = [];
let refetch: { address: string; shown: Record<string, unknown>; hasFailed: boolean } | undefined;

/** Records the routes that the page shows, as `useMatches` returns them. */
export function recordShownRoutes(routes: ShownRoutes): void {
  shownRoutes = routes;
}

/** Returns `refetchData`, the same function at each render. */
export function useRefetch(): () => Promise<boolean> {
  const { revalidate } = useRevalidator();
  return useCallback(() => refetchData(revalidate), [revalidate]);
}

/** Returns whether the page's data is being refetched: a navigation then interrupts the refetch and must load the data itself. */
export function isRefetching(): boolean {
  return refetch !== undefined;
}

/**
 * Refetches the page's data and resolves when it is shown, with whether all of it was fetched. When a part fails it stays as
 * it is, without an error page. `revalidate` is that of `useRevalidator`.
 */
export async function refetchData(revalidate: () => Promise<void>): Promise<boolean> {
  const shown = Object.fromEntries(shownRoutes.map(({ id, loaderData }) => [id, loaderData]));
  // Requests have no fragment.
  const [address = ""] = location.href.split("#");
  const own = { address, shown, hasFailed: false };
  refetch = own;
  await revalidate();
  if (refetch === own) refetch = undefined;
  return !own.hasFailed;
}

/** The root's client middleware, which `refetchData` needs. */
export async function keepDataOfFailedRefetch(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next();
  // A navigation that started meanwhile shows its own failure.
  if (refetch?.address !== request.url) return results;
  for (const [id, { type, result }] of Object.entries(results)) {
    const isSignedOut = isLoginRedirect(result);
    if (type === "data" || (isServerResponse(result) && !isSignedOut)) continue;
    refetch.hasFailed = true;
    if (refetch.shown[id] === undefined) continue;
    // Following this redirect would discard unsaved input without a question.
    if (isSignedOut) afterHolds(publishSignedOut);
    results[id] = { type: "data", result: refetch.shown[id] };
  }
  return results;
}

function isLoginRedirect(result: unknown): boolean {
  return result instanceof Response && !!result.headers.get("Location")?.startsWith(loginPath);
}

/** A redirect or a missing page is not a failure. */
function isServerResponse(result: unknown): boolean {
  return result instanceof Response || (isRouteErrorResponse(result) && result.status < 500);
}

const minPauseMs = 400;
const retryDelayMs = 5000;
const maxAttempts = 3;

/** The number of drags and saves in progress. */
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

/** Calls `act` when no drag and no save is in progress: now, or at the end of the last one. */
export function afterHolds(act: () => void): void {
  if ($holds.get() === 0) {
    act();
    return;
  }
  const stop = $holds.listen((holds) => {
    if (holds > 0) return;
    stop();
    act();
  });
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
