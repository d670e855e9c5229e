import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { CheckField } from "#app/routes/admin/kit/fields/fields.tsx";
import { formatOrderId } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { statusTable } from "#app/shared/order-status.ts";

type DeleteOrderDialogProps = {
  /** The order, which is still set during the closing animation. */
  order: Order | undefined;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before an order is deleted, and whether the quantities that it took from the stock return. */
export function DeleteOrderDialog({ order, open, onClose, onDeleted }: DeleteOrderDialogProps) {
  const refetch = useRefetch();
  const [pending, setPending] = useState(false);
  const [choice, setChoice] = useState<{ order: Order; restoreStock: boolean }>();
  // Goods of a confirmed order are usually still there, those of a delivered one are not.
  const restoreStock =
    choice && choice.order === order
      ? choice.restoreStock
      : order !== undefined && !statusTable[order.status].isClosed;

  async function remove() {
    if (!order) return;
    setPending(true);
    const query = statusTable[order.status].takesStock && restoreStock ? "?restore_stock=true" : "";
    const answer = await callApi("DELETE", `/api/orders/${order.id}${query}`);
    setPending(false);
    // 404: the order is already deleted.
    if (answer.ok || answer.problem.status === 404) {
      toast({ title: "Pedido excluído" });
      onDeleted();
      await refetch();
      return;
    }
    showProblem("Erro ao excluir pedido", answer.problem);
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
      Tem certeza que deseja excluir o pedido {order && formatOrderId(order.id)}? Esta ação não pode
      ser desfeita.
      {order && statusTable[order.status].takesStock && (
        <div className="mt-4 flex flex-col gap-2">
          <p>
            O pedido está {statusTable[order.status].label.toLowerCase()}: as quantidades já saíram
            do estoque.
          </p>
          <CheckField
            label="Devolver as quantidades ao estoque"
            checked={restoreStock}
            onChange={(event) => setChoice({ order, restoreStock: event.target.checked })}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
