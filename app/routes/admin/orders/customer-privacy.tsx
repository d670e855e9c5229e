import { useState } from "react";
import type { RelatedOrder } from "#app/domain/customers/privacy/schema.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { ActionDialog, ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { CheckField, withToggled } from "#app/routes/admin/kit/fields/fields.tsx";
import { MenuItem } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { useAnswer } from "#app/routes/admin/kit/session/use-answer.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { buttonClasses } from "#app/ui/button.tsx";

type PrivacyDialog = "export" | "erase";

/** The customer's rights under the LGPD: a copy of the data and its deletion. Menu entries and the dialogs they open. */
export function useCustomerPrivacy(order: Order) {
  const [dialog, setDialog] = useState<PrivacyDialog>();
  const close = () => setDialog(undefined);
  const isKnown = order.anonymized_at === null;
  return {
    items: isKnown && (
      <>
        <MenuItem icon="icon-[lucide--download]" onAct={() => setDialog("export")}>
          Baixar dados do cliente (LGPD)
        </MenuItem>
        <MenuItem icon="icon-[lucide--user-x]" danger onAct={() => setDialog("erase")}>
          Apagar dados do cliente (LGPD)
        </MenuItem>
      </>
    ),
    dialogs: isKnown && (
      <>
        <ExportDialog order={order} open={dialog === "export"} onClose={close} />
        <AnonymizeDialog order={order} open={dialog === "erase"} onClose={close} />
      </>
    ),
  };
}

/** Shown in place of erased customer data. */
export function ForgottenCustomer({ since }: { since: string }) {
  return (
    <section aria-labelledby="cliente">
      <h3 id="cliente" className="mb-1 text-lg">
        Cliente
      </h3>
      <p className="text-muted">
        Os dados do cliente foram apagados em {formatDate(since)}. Itens, valores e datas ficaram.
      </p>
    </section>
  );
}

type PrivacyDialogProps = { order: Order; open: boolean; onClose: () => void };

/** Shows the orders whose data are exported, and downloads them. */
function ExportDialog({ order, open, onClose }: PrivacyDialogProps) {
  const related = useRelatedOrders(order.id, open);
  const { selected } = related;
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title="Baixar dados do cliente"
      action={
        selected && (
          <a
            href={`/api/orders/${order.id}/customer-data?orders=${selected.join(",")}`}
            download
            className={buttonClasses({})}
          >
            Baixar
          </a>
        )
      }
    >
      <p className="text-muted">
        Vale para os pedidos com o mesmo e-mail e o mesmo documento; os que têm só um deles você
        escolhe.
      </p>
      <RelatedOrders {...related} />
    </ActionDialog>
  );
}

/** Shows what will be erased and asks for a confirmation. */
function AnonymizeDialog({ order, open, onClose }: PrivacyDialogProps) {
  const { act, pending } = useAction();
  const related = useRelatedOrders(order.id, open);
  const { orders, selected } = related;

  async function anonymize() {
    await act("POST", `/api/orders/${order.id}/anonymize`, {
      body: { orders: selected },
      done: "Dados do cliente apagados",
      onDone: onClose,
      failed: "Erro ao apagar dados do cliente",
    });
  }

  return (
    <ConfirmDialog
      open={open}
      title="Apagar dados do cliente"
      confirmLabel="Apagar dados"
      pending={pending !== undefined || !selected}
      onConfirm={anonymize}
      onClose={onClose}
    >
      <p>
        Tem certeza que deseja apagar os dados de <strong>{order.cliente_info.name}</strong>?
      </p>
      <div className="mt-3">
        <RelatedOrders {...related} />
      </div>
      {orders && selected && (
        <p className="mt-3">
          {describeAnonymization(orders.filter(({ id }) => selected.includes(id)))}
        </p>
      )}
    </ConfirmDialog>
  );
}

type RelatedOrdersState = {
  /** Undefined while loading. */
  orders: readonly RelatedOrder[] | undefined;
  /** Ids of the selected orders; those of the same customer cannot be deselected. */
  selected: readonly string[] | undefined;
  onToggle: (id: string) => void;
};

/** The orders of the same customer, and those that share only the e-mail or the document, loaded when `wanted`. */
function useRelatedOrders(id: string, wanted: boolean): RelatedOrdersState {
  const path = wanted ? (`/api/orders/${id}/related` as const) : undefined;
  const answer = useAnswer<{ items: RelatedOrder[] }>(path);
  const orders = answer?.ok ? answer.data.items : undefined;
  const [extra, setExtra] = useState<readonly string[]>([]);
  if (!wanted && extra.length > 0) setExtra([]);
  const own = orders?.filter(({ match }) => match === "customer").map((order) => order.id);
  return {
    orders,
    selected: own && [...own, ...extra],
    onToggle: (one) => setExtra(withToggled(extra, one)),
  };
}

function RelatedOrders({ orders, selected = [], onToggle }: RelatedOrdersState) {
  if (!orders) return <p role="status">Procurando os pedidos...</p>;
  const same = orders.filter(({ match }) => match === "customer");
  const similar = orders.filter(({ match }) => match !== "customer");
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 className="font-semibold">
          {same.length === 1 ? "Este pedido" : `${same.length} pedidos deste cliente`}
        </h3>
        <ul>
          {same.map((order) => (
            <li key={order.id}>{describeOrder(order)}</li>
          ))}
        </ul>
      </div>
      {similar.length > 0 && (
        <fieldset>
          <legend className="font-semibold">
            Só o e-mail ou só o documento é igual: confira o nome e marque se for a mesma pessoa
          </legend>
          {similar.map((order) => (
            <CheckField
              key={order.id}
              label={`${describeOrder(order)} · mesmo ${order.match === "email" ? "e-mail" : "documento"}`}
              checked={selected.includes(order.id)}
              onChange={() => onToggle(order.id)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

function describeOrder({ numero_pedido, created_at, name, deleted }: RelatedOrder): string {
  const text = `Nº ${numero_pedido}, de ${formatDate(created_at)} · ${name || "dados já apagados"}`;
  return deleted ? `${text} (excluído)` : text;
}

/** Describes the data that are erased and those that remain. */
function describeAnonymization(orders: readonly RelatedOrder[]): string {
  const open = orders.filter(({ status, deleted }) => !deleted && !statusTable[status].isClosed);
  const those = orders.length === 1 ? "deste pedido" : `de ${orders.length} pedidos`;
  const warning =
    open.length > 0 ? " Ainda há pedido em aberto: depois disso não há a quem entregar." : "";
  return `Nome, contato, documento e endereço serão apagados ${those}, do registro de alterações e dos e-mails ainda não enviados. Itens, valores e datas ficam.${warning} As cópias de segurança diárias guardam os dados por mais sete dias; outras cópias, até você apagá-las. Esta ação não pode ser desfeita.`;
}
