import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "#app/domain/orders/order.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { shortId } from "./order-words.ts";

type DeleteDialogProps = {
  /** Stays given while the dialog goes away. */
  order: Order | undefined;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteDialog({ order, open, onClose, onDeleted }: DeleteDialogProps) {
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);
  async function remove() {
    if (!order) return;
    setPending(true);
    const answer = await callApi("DELETE", `/api/orders/${order.id}`);
    setPending(false);
    // Whoever deleted it first wanted the same.
    if (answer.ok || answer.problem.status === 404) {
      toast({ title: "Pedido excluído" });
      onDeleted();
      await revalidate();
      return;
    }
    const description = describeProblem(answer.problem);
    toast({ title: "Erro ao excluir pedido", description, look: "destructive" });
  }
  return (
    <ConfirmDialog
      open={open}
      title="Confirmar Exclusão"
      confirmLabel="Excluir"
      pending={pending}
      onConfirm={remove}
      onClose={onClose}
    >
      Tem certeza que deseja excluir o pedido {order && shortId(order.id)}? Esta ação não pode ser
      desfeita.
    </ConfirmDialog>
  );
}
