import { Link } from "react-router";
import type { LatestOrder } from "#app/domain/dashboard/rules.ts";
import { NewBadge } from "#app/routes/admin/live/new-badge.tsx";
import { useUnopened } from "#app/routes/admin/live/use-unopened.ts";
import { OrderStatusBadge } from "#app/routes/admin/orders/order-status-badge.tsx";
import { shortId, showDate, showTime } from "#app/routes/admin/orders/order-words.ts";
import { Price } from "#app/ui/price.tsx";
import { Panel } from "./panel.tsx";
import { PanelLink } from "./panel-link.tsx";

/** The latest four orders. */
export function ActivityPanel({ latest }: { latest: readonly LatestOrder[] }) {
  const unopened = useUnopened();
  return (
    <Panel
      className="grow"
      title="Atividade recente"
      action={<PanelLink to="/admin/orders">Pedidos</PanelLink>}
    >
      {latest.length === 0 && <p className="text-muted">Nenhum pedido cadastrado</p>}
      <ul className="divide-y divide-line">
        {latest.map((order) => (
          <li
            key={order.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-2.5"
          >
            <Link
              to={`/admin/orders?pedido=${order.id}`}
              className="relative inline-flex min-h-6 items-center font-semibold wrap-anywhere underline decoration-line underline-offset-4 after:absolute after:-inset-y-2.5 after:-inset-x-2 hover:decoration-current"
            >
              {order.customer_name || "N/A"}
            </Link>
            <Price amount={order.valor_total} className="text-end font-semibold" />
            <p className="text-sm text-muted tabular-nums">
              <span className="font-mono">{shortId(order.id)}</span>,{" "}
              <time dateTime={order.created_at}>
                {showDate(order.created_at)} às {showTime(order.created_at)}
              </time>
            </p>
            <p className="flex flex-wrap justify-end gap-1.5">
              {unopened.includes(order.id) && <NewBadge />}
              <OrderStatusBadge status={order.status} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
