import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useMatches, useRouteLoaderData } from "react-router";
import { type PageHandle, tablesChangedWithin } from "#app/client/changes.ts";
import { startLiveUpdates } from "#app/client/connection.ts";
import { useRefetch } from "#app/client/refetch.ts";
import type { ChangedTable } from "#app/shared/changes.ts";

/** Browsers use the data of a prefetched link for five minutes. */
const prefetchLifetimeMs = 5 * 60_000;

/** Part of what the root loads: the price table of the visit. */
type PricedSite = { settings: { price_table?: { text: string } | null } };

/** Watches the connection to the shop and refetches public pages after changes. */
export function LiveUpdates() {
  const matches = useMatches();
  const { key } = useLocation();
  const refetch = useRefetch();
  const request = useRef<() => void>(undefined);
  const isBackOffice = matches.some(({ id }) => id === "routes/admin/layout");
  /** The page of an order also receives the changes of that order. */
  const order = matches.at(-1)?.params.ref;
  const table = useRouteLoaderData<PricedSite>("root")?.settings.price_table?.text;
  const isShown = useEffectEvent((table: ChangedTable) =>
    matches.some(({ handle }) => (handle as PageHandle | undefined)?.shows.includes(table)),
  );
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const page = isBackOffice ? undefined : { isShown, refetch };
    request.current = startLiveUpdates({ page, order, table }, signal);
    return () => {
      controller.abort();
      request.current = undefined;
    };
  }, [isBackOffice, order, table, refetch]);
  // A change received during a navigation may be newer than the data that the navigation fetched or prefetched.
  const refetchIfStale = useEffectEvent((_location: string) => {
    if (tablesChangedWithin(prefetchLifetimeMs).some(isShown)) request.current?.();
  });
  useEffect(() => refetchIfStale(key), [key]);
  return null;
}
