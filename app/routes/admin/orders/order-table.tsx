import { useSyncExternalStore } from "react";
import { type Location, useLocation } from "react-router";
import type { Order } from "#app/domain/orders/schema.ts";
import { RowAction } from "#app/routes/admin/editing/row-actions.tsx";
import { useUnopenedOrders } from "#app/routes/admin/layout-data.ts";
import { NewBadge } from "#app/routes/admin/live/unopened-orders.tsx";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { formatDate, formatTime } from "#app/routes/admin/ui/dates.ts";
import { ButtonLink, buttonClasses } from "#app/ui/button.tsx";
import { DialogLink } from "#app/ui/dialog-link.tsx";
import { Price } from "#app/ui/price.tsx";
import { formatOrderId, OrderPrintLink, OrderStatusBadge, PaidBadge } from "./order-labels.tsx";

type OrderTableProps = {
  orders: readonly Order[];
  addressOf: (id: string) => string;
  onDelete: (order: Order) => void;
};

export function OrderTable({ orders, addressOf, onDelete }: OrderTableProps) {
  const { state }: Location<unknown> = useLocation();
  const unopened = useUnopenedOrders();
  const idColumn: Column<Order> = {
    key: "id",
    header: "ID do Pedido",
    card: "title",
    cell: ({ id, numero_pedido }) => (
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          <DialogLink
            to={addressOf(id)}
            state={state}
            className="relative inline-flex min-h-6 items-center font-semibold underline decoration-line underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:decoration-current"
          >
            {formatOrderId(id)}
          </DialogLink>
          {unopened.includes(id) && <NewBadge />}
        </div>
        <p className="text-sm text-muted tabular-nums">nº {numero_pedido}</p>
      </div>
    ),
  };
  const actions: Column<Order> = {
    key: "actions",
    header: "Ações",
    card: "actions",
    cell: (order) => (
      <div className="flex items-center justify-end max-sm:w-full">
        <DialogLink
          to={addressOf(order.id)}
          state={state}
          aria-label={`Ver pedido ${formatOrderId(order.id)}`}
          title={`Ver pedido ${formatOrderId(order.id)}`}
          className={buttonClasses({ look: "ghost", size: "icon" })}
        >
          <span className="icon-[lucide--eye] size-5" aria-hidden />
        </DialogLink>
        <OrderPrintLink id={order.id} iconOnly />
        <RowAction
          label={`Excluir pedido ${formatOrderId(order.id)}`}
          icon="icon-[lucide--trash-2]"
          onAct={() => onDelete(order)}
          danger
          className="ml-3 max-sm:ml-auto"
        />
      </div>
    ),
  };
  return (
    <DataTable
      caption="Pedidos"
      columns={[idColumn, ...dataColumns, actions]}
      rows={orders}
      rowKey={(order) => order.id}
    />
  );
}

const dataColumns: Column<Order>[] = [
  {
    key: "customer",
    header: "Cliente",
    cell: ({ cliente_info }) => (
      <div className="min-w-0">
        <p className="wrap-anywhere">{cliente_info.name || "N/A"}</p>
        <p className="text-sm text-muted wrap-anywhere">{cliente_info.email || "N/A"}</p>
      </div>
    ),
  },
  {
    key: "date",
    header: "Data",
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="whitespace-nowrap tabular-nums">
        {formatDate(created_at)}{" "}
        <span className="text-sm text-muted">{formatTime(created_at)}</span>
      </time>
    ),
  },
  {
    key: "total",
    header: "Total",
    align: "end",
    cell: ({ valor_total }) => <Price amount={valor_total} />,
  },
  {
    key: "status",
    header: "Status",
    cell: ({ status, paid_at }) => (
      <span className="flex flex-wrap gap-1">
        <OrderStatusBadge status={status} />
        {paid_at && <PaidBadge />}
      </span>
    ),
  },
];

/** The cursors of the previous pages; the first page's is empty. */
type Trail = readonly string[];
const none: Trail = [];

/** Links to older and newer orders. The list only knows its next page; the history state contains the previous ones. */
export function Paging({ nextCursor }: { nextCursor: string | null }) {
  const { search } = useLocation();
  const trailed = useTrail();
  const params = new URLSearchParams(search);
  const here = params.get("cursor") ?? "";
  const trail = here === "" ? none : trailed;
  if (here === "" && nextCursor === null) return null;
  const addressOf = (cursor: string) => {
    const next = new URLSearchParams(params);
    next.delete("pedido");
    if (cursor === "") next.delete("cursor");
    else next.set("cursor", cursor);
    return `/admin/orders?${next}`;
  };
  return (
    <nav aria-label="Páginas" className="mt-4 flex flex-wrap justify-between gap-3">
      {here !== "" && (
        <ButtonLink
          look="outline"
          to={addressOf(trail.at(-1) ?? "")}
          state={{ trail: trail.slice(0, -1) }}
        >
          <span className="icon-[lucide--chevron-left] size-5" aria-hidden />
          {trail.length > 0 ? "Mais recentes" : "Voltar ao início"}
        </ButtonLink>
      )}
      {nextCursor !== null && (
        <ButtonLink
          look="outline"
          to={addressOf(nextCursor)}
          state={{ trail: [...trail, here] }}
          className="ml-auto"
        >
          Mais antigos
          <span className="icon-[lucide--chevron-right] size-5" aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}

/** The server does not know the history state, so it is read after hydration. */
function useTrail(): Trail {
  const { state } = useLocation() as { state: { trail?: Trail } | null };
  return useSyncExternalStore(
    watchNothing,
    () => state?.trail ?? none,
    () => none,
  );
}

function watchNothing() {
  return () => undefined;
}
