import { useMemo } from "react";
import { useNavigate } from "react-router";
import { sendRequest } from "#app/client/api-request.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import type { NewSeries, SeriesOffer } from "#app/domain/series/schema.ts";
import { cancelledStatus } from "#app/shared/order-status.ts";
import { RepeatOrder } from "#app/ui/series/repeat-order.tsx";

type RepeatOrderOfLinkProps = {
  order: Pick<OrderView, "status">;
  /** The end of the page's own address. */
  linkRef: string;
};

/** 'Repetir este pedido' for the holder of the order's link. */
export function RepeatOrderOfLink({ order, linkRef }: RepeatOrderOfLinkProps) {
  const navigate = useNavigate();
  const client = useMemo(() => {
    const path = `/api/order-links/${linkRef}/series` as const;
    return {
      read: () => sendRequest<SeriesOffer>("GET", path),
      create: (series: NewSeries) =>
        sendRequest<{ id: string; path: string }>("POST", path, series),
    };
  }, [linkRef]);
  if (order.status === cancelledStatus) return null;
  return (
    <RepeatOrder
      client={client}
      variant="outline"
      className="max-sm:w-full"
      onCreated={(path) => void navigate(path)}
    />
  );
}
