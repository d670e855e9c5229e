import { type ReactNode, useEffect, useState } from "react";
import { joinedReason } from "#app/domain/orders/join/rules.ts";
import type { Order, Shortage } from "#app/domain/orders/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { ConfirmDialog, UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { formatDate, formatTime } from "#app/routes/admin/kit/dates.ts";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import {
  formatOrderId,
  OrderPrintLink,
  OrderStatusBadge,
  PaymentBadge,
} from "#app/routes/admin/kit/orders/order-labels.tsx";
import { OrderSeries } from "#app/routes/admin/series/order-series.tsx";
import { statusTable } from "#app/shared/order-status.ts";
import { isWebAddress } from "#app/shared/parse-url.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useLastShown } from "#app/ui/dialog-address.tsx";
import { CustomerChange } from "./customer-change.tsx";
import { ForgottenCustomer, useCustomerPrivacy } from "./customer-privacy.tsx";
import { JoinOrders } from "./join-orders.tsx";
import {
  CustomerDetails,
  CustomerWishes,
  DeliveryAddress,
  NotifyCustomer,
} from "./order-customer.tsx";
import { type OrderEditing, useOrderEdit } from "./order-edit.ts";
import { EditButtons, OrderEditor, OrderHistory } from "./order-editor.tsx";
import { OrderPayments } from "./order-payments.tsx";
import type { OrderRecord } from "./order-record.ts";
import {
  NextStepButton,
  OrderStatusForm,
  type StatusEditing,
  useStatusChange,
} from "./order-status-form.tsx";

type OrderDialogProps = {
  open: boolean;
  /** Undefined when the order does not exist. */
  record: OrderRecord | undefined;
  /** The shortages of this and other orders. */
  shortages: readonly Shortage[];
  closeTo: string;
  onClose: () => void;
  onDelete: (order: Order) => void;
  /** True if the chosen status or an edit is unsaved. */
  unsaved: boolean;
  onUnsaved: (unsaved: boolean) => void;
};

export function OrderDialog(props: OrderDialogProps) {
  const { open, record, closeTo, onClose, unsaved } = props;
  const shown = useLastShown(record, open);
  const guard = <UnsavedGuard dirty={open && unsaved} parameter="pedido" />;
  if (shown) {
    return (
      <KnownOrder key={shown.order.id} {...props} record={shown}>
        {guard}
      </KnownOrder>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeTo={closeTo}
      wide
      asPane
      title="Pedido não encontrado"
    >
      <p className="px-5 py-6 md:px-8">
        Este pedido não existe ou já foi excluído. Confira o endereço ou volte à lista.
      </p>
      {guard}
    </Dialog>
  );
}

type KnownOrderProps = OrderDialogProps & { record: OrderRecord; children: ReactNode };

function KnownOrder(props: KnownOrderProps) {
  const { open, record, closeTo, onClose, onDelete, onUnsaved, children } = props;
  const { order, table } = record;
  const status = useStatusChange(order, open);
  const editing = useOrderEdit({ order, table, open });
  const isUnsaved = status.dirty || editing.isDirty;
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  const privacy = useCustomerPrivacy(order);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeTo={closeTo}
      wide
      asPane
      title={`Detalhes do Pedido ${formatOrderId(order.id)}`}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Allowed>
            <MoreMenu>
              {privacy.items}
              <MenuItem icon="icon-[lucide--trash-2]" danger onAct={() => onDelete(order)}>
                Excluir
              </MenuItem>
            </MoreMenu>
          </Allowed>
          <span className="mr-auto max-sm:mr-0">
            <OrderPrintLink id={order.id} />
          </span>
          {editing.isDirty ? (
            <EditButtons editing={editing} />
          ) : (
            <NextStepButton order={order} status={status} />
          )}
        </div>
      }
    >
      <div className="@container/order">
        <Details record={record} shortages={props.shortages} status={status} editing={editing} />
      </div>
      {privacy.dialogs}
      {children}
    </Dialog>
  );
}

type DetailsProps = Pick<KnownOrderProps, "record" | "shortages"> & {
  status: StatusEditing;
  editing: OrderEditing;
};

function Details({ record, shortages, status, editing }: DetailsProps) {
  const { order, link, customer, series } = record;
  return (
    <div className="grid gap-x-8 gap-y-6 px-5 py-5 md:px-8 @min-[40rem]/order:grid-cols-[minmax(0,1fr)_18rem] @min-[50rem]/order:grid-cols-[minmax(0,1fr)_20rem] @min-[40rem]/order:grid-rows-[auto_auto_1fr]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted @min-[40rem]/order:col-span-2">
        <OrderStatusBadge status={order.status} />
        <PaymentBadge state={order.payment_state} />
        <span className="tabular-nums">
          nº {order.numero_pedido}, {formatDate(order.created_at)} às {formatTime(order.created_at)}
        </span>
        {order.cancel_reason && (
          <p className="basis-full text-foreground wrap-anywhere">
            {!order.cancel_reason.startsWith(joinedReason) && (
              <span className="font-semibold">Motivo do cliente para cancelar: </span>
            )}
            {order.cancel_reason}
          </p>
        )}
        <CustomerChange order={order} />
      </div>
      <div className="flex flex-col gap-6">
        <OrderStatusForm order={order} status={status} />
        {link && <NotifyCustomer order={order} link={link} templates={record.templates} />}
      </div>
      <section aria-labelledby="itens" className="@container">
        {order.delivery_date && !statusTable[order.status].isClosed && (
          <Allowed area="orders">
            <JoinOrders order={order} />
          </Allowed>
        )}
        <OrderEditor order={order} shortages={shortages} editing={editing} />
        <OrderPayments order={order} payments={record.payments} credit={customer?.credit ?? 0} />
      </section>
      <div className="flex flex-col gap-6 @min-[40rem]/order:col-start-2 @min-[40rem]/order:row-span-2 @min-[40rem]/order:row-start-2">
        {series && <OrderSeries order={order} notice={series} />}
        <CustomerOfOrder order={order} customer={customer} />
        {link && (
          <>
            <OrderLinkSection order={order} link={link} />
            {!series && <OrderSeries order={order} notice={undefined} />}
          </>
        )}
        <InvoiceLink order={order} />
        <OrderHistory order={order} events={record.history} disabled={editing.isDirty} />
      </div>
    </div>
  );
}

function CustomerOfOrder({ order, customer }: Pick<OrderRecord, "order" | "customer">) {
  if (order.anonymized_at !== null) return <ForgottenCustomer since={order.anonymized_at} />;
  return (
    <>
      <CustomerWishes order={order} />
      <CustomerDetails order={order} customer={customer} />
      <DeliveryAddress order={order} />
    </>
  );
}

/** The link to the invoice, if its issuer has stored an address in the metadata. */
function InvoiceLink({ order }: { order: Order }) {
  const { invoice_url = "", invoice_number } = order.metadata;
  if (!isWebAddress(invoice_url)) return null;
  return (
    <p>
      <a
        href={invoice_url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
      >
        <span className="icon-[lucide--receipt-text] size-5" aria-hidden />
        Nota fiscal{invoice_number && ` ${invoice_number}`}
      </a>
    </p>
  );
}

/** The customer's private page of the order: to open, to copy, and to replace when the link reached the wrong hands. */
function OrderLinkSection({ order, link }: { order: Order; link: string }) {
  const { act, pending } = useAction();
  const [isConfirming, setIsConfirming] = useState(false);

  async function replace() {
    await act("POST", `/api/orders/${order.id}/link/rotate`, {
      body: {},
      done: "Novo link gerado",
      failed: "Erro ao gerar o link",
    });
    setIsConfirming(false);
  }

  return (
    <section aria-labelledby="link-do-cliente">
      <h3 id="link-do-cliente" className="text-lg">
        Página do cliente
      </h3>
      <p className="text-sm text-muted">
        Quem tem o link vê itens e andamento, e pode mudar ou cancelar o pedido pendente.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ButtonLink to={link} variant="outline">
          <span className="icon-[lucide--external-link] size-4" aria-hidden />
          Abrir
          <span className="sr-only">a página do cliente em uma nova aba</span>
        </ButtonLink>
        <CopyButton text={link} label="Copiar link" showLabel />
      </div>
      <Allowed area="orders">
        <Button variant="ghost" className="mt-1 -ml-4" onClick={() => setIsConfirming(true)}>
          Gerar novo link
        </Button>
      </Allowed>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Gerar novo link"
        confirmLabel="Gerar novo link"
        pending={pending !== undefined}
        onConfirm={() => void replace()}
      >
        O link atual deixa de funcionar, também nas mensagens que o cliente já recebeu.
      </ConfirmDialog>
    </section>
  );
}
