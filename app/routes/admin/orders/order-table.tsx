import { type Location, useLocation } from "react-router";
import type { Order } from "#app/domain/orders/order.ts";
import { RowAction } from "#app/routes/admin/editing/row-actions.tsx";
import { NewBadge } from "#app/routes/admin/live/new-badge.tsx";
import { useUnopened } from "#app/routes/admin/live/use-unopened.ts";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { buttonClasses } from "#app/ui/button.tsx";
import { DialogLink } from "#app/ui/dialog-link.tsx";
import { Price } from "#app/ui/price.tsx";
import { OrderStatusBadge } from "./order-status-badge.tsx";
import { shortId, showDate, showTime } from "./order-words.ts";
import { PrintLink } from "./print-link.tsx";

type OrderTableProps = {
  orders: readonly Order[];
  addressOf: (id: string) => string;
  onDelete: (order: Order) => void;
};

export function OrderTable({ orders, addressOf, onDelete }: OrderTableProps) {
  const { state }: Location<unknown> = useLocation();
  const unopened = useUnopened();
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
            className="relative inline-flex min-h-6 items-center font-mono font-semibold underline decoration-line underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:decoration-current"
          >
            {shortId(id)}
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
          aria-label={`Ver pedido ${shortId(order.id)}`}
          title={`Ver pedido ${shortId(order.id)}`}
          className={buttonClasses({ look: "ghost", size: "icon" })}
        >
          <span className="icon-[lucide--eye] size-5" aria-hidden />
        </DialogLink>
        <PrintLink id={order.id} iconOnly />
        <RowAction
          label={`Excluir pedido ${shortId(order.id)}`}
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
        {showDate(created_at)} <span className="text-sm text-muted">{showTime(created_at)}</span>
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
    cell: ({ status }) => <OrderStatusBadge status={status} />,
  },
];
