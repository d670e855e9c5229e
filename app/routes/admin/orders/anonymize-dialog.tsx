import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "#app/domain/orders/order.ts";
import type { CustomerData } from "#app/domain/privacy/schema.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { anonymizeQuestion } from "./order-words.ts";

type AnonymizeDialogProps = { order: Order; open: boolean; onClose: () => void };

/** Says how many orders lose their customer, and asks. */
export function AnonymizeDialog({ order, open, onClose }: AnonymizeDialogProps) {
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);
  const orders = useOrdersOfCustomer(order.id, open);

  async function anonymize() {
    setPending(true);
    const answer = await callApi("POST", `/api/orders/${order.id}/anonymize`);
    setPending(false);
    if (!answer.ok) {
      const description = describeProblem(answer.problem);
      toast({ title: "Erro ao apagar dados do cliente", description, look: "destructive" });
      return;
    }
    toast({ title: "Dados do cliente apagados" });
    onClose();
    await revalidate();
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
        {orders ? anonymizeQuestion(orders) : "Contando os pedidos..."}
      </p>
    </ConfirmDialog>
  );
}

/** Undefined until they are known. */
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
