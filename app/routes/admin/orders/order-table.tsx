import { type Location, useLocation, useNavigate } from "react-router";
import type { Order, Shortage } from "#app/domain/orders/schema.ts";
import { describeShortage } from "#app/domain/orders/texts.ts";
import { Allowed, useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { formatDate, formatTime } from "#app/routes/admin/kit/dates.ts";
import { amountColumn, type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { ChangedBadge, NewBadge, NewDot } from "#app/routes/admin/kit/live/unopened-orders.tsx";
import type { useConfirmation } from "#app/routes/admin/kit/orders/order-confirmation.tsx";
import {
  formatOrderId,
  OrderStatusBadge,
  PaymentBadge,
  printPath,
} from "#app/routes/admin/kit/orders/order-labels.tsx";
import { useUnopenedOrders } from "#app/routes/admin/layout-data.ts";
import { newStatus } from "#app/shared/order-status.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { DialogLink } from "#app/ui/dialog-address.tsx";
import { listCustomerChanges } from "./customer-change.tsx";

type OrderTableProps = {
  orders: readonly Order[];
  shortages: readonly Shortage[];
  addressOf: (id: string) => string;
  /** The id of the order beside the list. */
  openId: string | null;
  onDelete: (order: Order) => void;
  /** Ids of the orders that are marked to be confirmed together. */
  markedIds: readonly string[];
  onMark: (id: string) => void;
  confirmation: ReturnType<typeof useConfirmation>;
};

export function OrderTable(props: OrderTableProps) {
  const { orders, shortages, addressOf, openId, onDelete, markedIds, onMark, confirmation } = props;
  const { state }: Location<unknown> = useLocation();
  const unopened = useUnopenedOrders();
  const mayConfirm = useAllowed("orders");
  const idColumn: Column<Order> = {
    header: "ID do Pedido",
    card: "meta",
    cell: ({ id, numero_pedido }) => (
      <div className="min-w-0">
        <div className="flex items-center gap-x-2 @max-[62rem]/table-frame:flex-wrap">
          <DialogLink
            to={addressOf(id)}
            state={state}
            replace={openId !== null}
            aria-current={id === openId || undefined}
            data-row-open
            className="relative inline-flex min-h-6 items-center font-semibold whitespace-nowrap underline decoration-line underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-2 hover:decoration-current @max-[44rem]/table-frame:text-sm @max-[44rem]/table-frame:font-normal"
          >
            {formatOrderId(id)}
            <span className="@min-[44rem]/table-frame:hidden">&nbsp;· nº {numero_pedido}</span>
          </DialogLink>
          {unopened.includes(id) && (
            <span className="@max-[44rem]/table-frame:hidden">
              <NewBadge />
            </span>
          )}
        </div>
        <p className="text-sm leading-tight text-muted tabular-nums @max-[44rem]/table-frame:hidden">
          nº {numero_pedido}
        </p>
      </div>
    ),
  };
  const customerColumn: Column<Order> = {
    header: "Cliente",
    card: "title",
    cell: (order) => (
      <div className="max-w-80 min-w-0 @min-[44rem]/table-frame:w-40 @min-[44rem]/table-frame:max-w-none @min-[44rem]/table-frame:min-w-full @min-[62rem]/table-frame:w-48 @min-[66rem]/table-frame:w-56">
        <p className="flex gap-2 @max-[44rem]/table-frame:font-semibold">
          {unopened.includes(order.id) && <NewDot className="@min-[44rem]/table-frame:hidden" />}
          <span className="truncate">{order.cliente_info.name || "N/A"}</span>
        </p>
        <p className="truncate text-sm leading-tight text-muted">
          {order.cliente_info.email || "N/A"}
        </p>
        {shortages
          .filter(({ order_id }) => order_id === order.id)
          .map((shortage) => (
            <p key={shortage.product_id} className="text-sm leading-tight text-danger-ink">
              {shortage.product_name}: {describeShortage(shortage)}
            </p>
          ))}
        {listCustomerChanges(order).map((change) => (
          <p key={change} className="text-sm leading-tight text-warning-ink">
            {change}
          </p>
        ))}
      </div>
    ),
  };
  const actions: Column<Order> = {
    header: "Ações",
    card: "actions",
    cell: (order) => <OrderActions order={order} confirmation={confirmation} onDelete={onDelete} />,
  };
  return (
    <DataTable
      caption="Pedidos"
      columns={[
        ...(mayConfirm ? [markColumn(markedIds, onMark)] : []),
        idColumn,
        customerColumn,
        ...dataColumns,
        actions,
      ]}
      rows={orders}
      narrow="three-lines"
      pressable
      isCurrent={({ id }) => id === openId}
    />
  );
}

const dataColumns: Column<Order>[] = [
  {
    header: "Data",
    card: "more",
    cell: ({ created_at }) => (
      <time
        dateTime={created_at}
        className="whitespace-nowrap tabular-nums @max-[44rem]/table-frame:text-sm @max-[44rem]/table-frame:leading-6"
      >
        {formatDate(created_at)}{" "}
        <span className="text-sm text-muted">{formatTime(created_at)}</span>
      </time>
    ),
  },
  amountColumn("Total", "end", ({ valor_total }) => valor_total),
  {
    header: "Status",
    card: "badge",
    cell: ({ status, payment_state, changed_from }) => (
      <span className="flex gap-1 @min-[44rem]/table-frame:flex-wrap @max-[44rem]/table-frame:[&>:first-child_[aria-hidden]]:hidden">
        <OrderStatusBadge status={status} />
        <PaymentBadge state={payment_state} isShort />
        {changed_from && <ChangedBadge />}
      </span>
    ),
  },
];

/** Marks orders: only those that wait for the shop's answer can be marked. */
function markColumn(markedIds: readonly string[], onMark: (id: string) => void): Column<Order> {
  return {
    key: "mark",
    header: "Marcar",
    hideHeader: true,
    card: "hidden",
    width: "2.75rem",
    cell: ({ id, status, numero_pedido }) =>
      status === newStatus && (
        <label className="-m-3 flex size-11 items-center justify-center">
          <input
            type="checkbox"
            aria-label={`Marcar o pedido nº ${numero_pedido}`}
            className="size-5"
            checked={markedIds.includes(id)}
            onChange={() => onMark(id)}
          />
        </label>
      ),
  };
}

type OrderActionsProps = { order: Order } & Pick<OrderTableProps, "confirmation" | "onDelete">;

/** The actions on an order that do not open it. On phones the menu of an order that waits is in the order only. */
function OrderActions({ order, confirmation, onDelete }: OrderActionsProps) {
  const navigate = useNavigate();
  const isWaiting = order.status === newStatus;
  return (
    <div className="flex items-center justify-end gap-1">
      {isWaiting && (
        <Allowed area="orders">
          <Button
            variant="outline"
            size="compact"
            className="@max-[44rem]/table-frame:min-w-11 @max-[44rem]/table-frame:px-0"
            pending={confirmation.isPending(order.id)}
            aria-label={`Confirmar pedido nº ${order.numero_pedido}`}
            onClick={() => confirmation.confirm([order])}
          >
            <span
              className="icon-[lucide--check] size-5 @min-[44rem]/table-frame:hidden"
              aria-hidden
            />
            <span className="@max-[44rem]/table-frame:hidden">Confirmar</span>
          </Button>
        </Allowed>
      )}
      <div className={classNames(isWaiting && "@max-[44rem]/table-frame:hidden")}>
        <MoreMenu iconOnly label={`Mais: pedido ${formatOrderId(order.id)}`}>
          <MenuItem icon="icon-[lucide--printer]" onAct={() => void navigate(printPath(order.id))}>
            Imprimir
          </MenuItem>
          <Allowed>
            <MenuItem icon="icon-[lucide--trash-2]" danger onAct={() => onDelete(order)}>
              Excluir
            </MenuItem>
          </Allowed>
        </MoreMenu>
      </div>
    </div>
  );
}
