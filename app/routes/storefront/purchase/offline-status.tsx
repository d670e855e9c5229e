import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useRefetch } from "#app/client/refetch.ts";
import { useStore } from "#app/client/use-store.ts";
import { noConnectionPath, openMark } from "#app/client/worker-messages.ts";
import { pathOf } from "#app/shared/paths.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { useSite } from "../frame/site.ts";
import { $isOrderListOpen, $orders } from "./cart-store.ts";
import { cacheCatalogue, connectWorker, readCopyTime } from "./offline-catalogue.ts";

export type OfflineStatusProps = {
  /** The browser's own offer to install the shop. */
  installOffer: Event | undefined;
};

const pageNotices = lateComponent(
  () => import("./strips.tsx"),
  ({ PageNotices }) => PageNotices,
);
const queuedOrders = lateComponent(
  () => import("./queued-orders.tsx"),
  ({ QueuedOrders }) => QueuedOrders,
);

/** The notices about the connection, above the page. Parts that most visits do not need are fetched on first use. */
export function OfflineStatus({ installOffer }: OfflineStatusProps) {
  const { pathname } = useLocation();
  const copiedAt = useCopyTime();
  const orders = useStore($orders);
  const isListOpen = useStore($isOrderListOpen);
  const canHint = orders.length === 0 && (installOffer !== undefined || "standalone" in navigator);
  const copyTime = pathname === noConnectionPath ? undefined : copiedAt;
  const PageNotices = useLateComponent(pageNotices, canHint || copyTime !== undefined);
  const QueuedOrders = useLateComponent(queuedOrders, orders.length > 0 || isListOpen);
  return (
    <>
      {PageNotices && (
        <PageNotices copiedAt={copyTime} canHint={canHint} installOffer={installOffer} />
      )}
      {QueuedOrders && <QueuedOrders />}
    </>
  );
}

type CopyTimes = ReadonlyMap<string, string>;

/**
 * Returns the time when the shown page was cached, ISO 8601; undefined for one that comes from the shop. Caches the catalogue as
 * well.
 */
function useCopyTime(): string | undefined {
  const { pathname } = useLocation();
  const [times, setTimes] = useState<CopyTimes>(new Map());
  const refetch = useRefetch();
  const setTime = useEffectEvent((path: string, at: string | null) => {
    setTimes((known) => withTime(known, path, at));
  });
  useOpenMark();
  const table = useSite()?.settings.price_table?.text ?? "";
  useEffect(() => {
    const controller = new AbortController();
    const catalogue = cacheCatalogue(controller.signal, table);
    connectWorker(
      {
        onServed: (address, at) => setTime(pagePathOf(address), at),
        onLateAnswer: () => void refetch(),
        onChanged: catalogue.refresh,
      },
      controller.signal,
    );
    const copiedAt = readCopyTime();
    if (copiedAt) {
      setTime(location.pathname, copiedAt);
      // The connection may be back by now.
      if (navigator.onLine) void refetch();
    }
    return () => controller.abort();
  }, [table, refetch]);
  return times.get(pathname);
}

/** Opens the dialog that a copy was requested with but cached without. */
function useOpenMark(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!location.hash.startsWith(openMark)) return;
    const search = decodeURI(location.hash.slice(openMark.length));
    void navigate({ search, hash: "" }, { replace: true, preventScrollReset: true });
  }, [navigate]);
}

function withTime(known: CopyTimes, path: string, at: string | null): CopyTimes {
  if ((known.get(path) ?? null) === at) return known;
  const times = new Map(known);
  if (at === null) times.delete(path);
  else times.set(path, at);
  return times;
}

/** The page whose data an address returns. */
function pagePathOf(address: string): string {
  const path = pathOf(address).replace(/\.data$/, "");
  return path === "/_" ? "/" : path;
}
