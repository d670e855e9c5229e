import { useEffect } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { useUnopenedOrders } from "#app/routes/admin/layout-data.ts";
import { classNames } from "#app/ui/class-names.ts";

/** Marks an order that was never opened. */
export function NewBadge() {
  return (
    <StatusBadge tone="success" icon="icon-[lucide--sparkles]">
      Novo
    </StatusBadge>
  );
}

/** Marks an order that its customer changed, until the seller has seen it. */
export function ChangedBadge() {
  return (
    <StatusBadge tone="warning" icon="icon-[lucide--pencil]">
      Mudou
    </StatusBadge>
  );
}

/** A new order where there is no room for a badge. */
export function NewDot({ className }: { className?: string }) {
  return (
    <span
      title="Novo"
      className={classNames("size-2 shrink-0 self-center rounded-full bg-primary", className)}
    >
      <span className="sr-only">Novo: </span>
    </span>
  );
}

/** Marks the order on screen as opened, on all devices. If the request fails, it stays new. */
export function useMarkAsOpened(id: string | undefined): void {
  const refetch = useRefetch();
  const unopened = useUnopenedOrders();
  const canMark = useAllowed("orders");
  const isNew = canMark && id !== undefined && unopened.includes(id);
  useEffect(() => {
    if (!isNew) return;
    void callApi("PUT", `/api/orders/${id}/opened`).then(({ ok }) => {
      if (ok) void refetch();
    });
  }, [id, isNew, refetch]);
}

/** Shows the number of pending orders on the icon of the installed back office, where the browser can. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    shown.catch(() => undefined);
  }, [count]);
}
