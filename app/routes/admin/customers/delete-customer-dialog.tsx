import { useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "#app/client/toast.ts";
import type { Customer } from "#app/domain/customers/schema.ts";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { CheckField } from "#app/routes/admin/kit/fields/fields.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";

type DeleteCustomerDialogProps = { customer: Customer; open: boolean; onClose: () => void };

/** Asks before a customer is deleted; the answer says what still needs the customer. */
export function DeleteCustomerDialog({ customer, open, onClose }: DeleteCustomerDialogProps) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [erases, setErases] = useState(false);

  async function remove() {
    setPending(true);
    const answer = await callApi("DELETE", `/api/customers/${customer.id}`);
    const erased =
      answer.ok && erases
        ? await callApi("POST", "/api/personal-data/erase", {
            customers: [customer.id],
            orders: [],
          })
        : undefined;
    setPending(false);
    onClose();
    if (!answer.ok) return showProblem("Erro ao excluir cliente", answer.problem);
    if (erased?.ok === false) showProblem("Erro ao apagar dados pessoais", erased.problem);
    toast({ title: "Cliente excluído" });
    await navigate("/admin/customers");
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
      <p>
        Tem certeza que deseja excluir {customer.trade_name ?? customer.name}? Esta ação não pode
        ser desfeita.
      </p>
      <CheckField
        label="Apagar os dados pessoais também do registro de alterações (LGPD)"
        className="mt-3"
        checked={erases}
        onChange={() => setErases(!erases)}
      />
    </ConfirmDialog>
  );
}
