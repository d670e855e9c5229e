import { useEffect, useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import type { CustomerData } from "#app/domain/privacy/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { formatDate } from "#app/routes/admin/ui/dates.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";

/** The customer's rights under the LGPD: a copy of the data and its deletion. */
export function CustomerPrivacy({ order }: { order: Order }) {
  const [confirming, setConfirming] = useState(false);
  return (
    <section aria-labelledby="privacidade" className="md:col-span-2">
      <h3 id="privacidade" className="mb-1 text-lg">
        Privacidade (LGPD)
      </h3>
      <p className="max-w-prose text-muted">
        Se o cliente pedir uma cópia dos dados ou a exclusão deles. Vale para todos os pedidos com o
        mesmo e-mail ou documento.
      </p>
      <div className="mt-3 flex flex-wrap justify-between gap-3">
        <a
          href={`/api/orders/${order.id}/customer-data`}
          download
          className={buttonClasses({ look: "outline" })}
        >
          <span className="icon-[lucide--download] size-5" aria-hidden />
          Baixar dados do cliente
        </a>
        <Button look="ghost" onClick={() => setConfirming(true)} className="max-sm:-ml-4">
          <span className="icon-[lucide--user-x] size-5 text-danger-ink" aria-hidden />
          <span className="text-danger-ink">Apagar dados do cliente</span>
        </Button>
      </div>
      <AnonymizeDialog order={order} open={confirming} onClose={() => setConfirming(false)} />
    </section>
  );
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

type AnonymizeDialogProps = { order: Order; open: boolean; onClose: () => void };

/** Lists the number of affected orders and asks for a confirmation. */
function AnonymizeDialog({ order, open, onClose }: AnonymizeDialogProps) {
  const refetch = useRefetch();
  const [pending, setPending] = useState(false);
  const orders = useOrdersOfCustomer(order.id, open);

  async function anonymize() {
    setPending(true);
    const answer = await callApi("POST", `/api/orders/${order.id}/anonymize`);
    setPending(false);
    if (!answer.ok) {
      showProblem("Erro ao apagar dados do cliente", answer.problem);
      return;
    }
    toast({ title: "Dados do cliente apagados" });
    onClose();
    await refetch();
  }

  return (
    <ConfirmDialog
      open={open}
      title="Apagar dados do cliente"
      confirmLabel="Apagar dados"
      pending={pending || !orders}
      onConfirm={anonymize}
      onClose={onClose}
    >
      <p>
        Tem certeza que deseja apagar os dados de <strong>{order.cliente_info.name}</strong>?
      </p>
      <p className="mt-2" role="status">
        {orders ? describeAnonymization(orders) : "Contando os pedidos..."}
      </p>
    </ConfirmDialog>
  );
}

/** Undefined while loading. */
function useOrdersOfCustomer(id: string, wanted: boolean): readonly Order[] | undefined {
  const [orders, setOrders] = useState<readonly Order[]>();
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    callApi<CustomerData>("GET", `/api/orders/${id}/customer-data`).then((answer) => {
      if (current && answer.ok) setOrders(answer.data.orders);
    });
    return () => {
      current = false;
    };
  }, [id, wanted]);
  return orders;
}

const openStatuses = new Set(["pendente", "confirmado"]);

/** Which data is erased and which remains. */
function describeAnonymization(orders: readonly { status: string }[]): string {
  const open = orders.filter(({ status }) => openStatuses.has(status));
  const those = orders.length === 1 ? "deste pedido" : `de ${orders.length} pedidos desta pessoa`;
  const warning =
    open.length > 0 ? " Ainda há pedido em aberto: depois disso não há a quem entregar." : "";
  return `Nome, contato, documento e endereço serão apagados ${those} e do registro de alterações. Itens, valores e datas ficam.${warning} Esta ação não pode ser desfeita.`;
}
