import { useState } from "react";
import type { Problem } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { newStatus, type OrderStatus, statusTable } from "#app/shared/order-status.ts";

const confirmedStatus = statusTable[newStatus].next?.to ?? newStatus;

/** An order that waits for the shop's answer; the dashboard's has only the name of its customer. */
export type Confirmable = Pick<Order, "id" | "version" | "numero_pedido"> & {
  customer_name?: string | null;
  cliente_info?: Pick<Order["cliente_info"], "name">;
};

/** A step that the server did not take, since the order has warnings which were not accepted. */
export type WarnedStep<Step> = { step: Step; warnings: readonly string[] };

/** The warnings in the answer to a step that takes an order from the stock. */
export function orderWarnings({ type, warnings }: Problem): string[] | undefined {
  return type === "urn:pomar:order-warnings" ? (warnings as string[]) : undefined;
}

type SetStatus = { status: OrderStatus; accepted?: readonly string[] };

function setStatus({ id, version }: Confirmable, change: SetStatus) {
  return callApi<Order>("PATCH", `/api/orders/${id}`, { ...change, version });
}

/**
 * Confirms orders as they were shown, with undo. Those with warnings are confirmed only after the dialog that names them, which the
 * caller renders.
 */
export function useConfirmation() {
  const refetch = useRefetch();
  const [pending, setPending] = useState<readonly string[]>([]);
  const [warned, setWarned] = useState<readonly WarnedStep<Confirmable>[]>([]);
  const [confirmed, setConfirmed] = useState<readonly Confirmable[]>([]);

  async function send(steps: readonly WarnedStep<Confirmable>[], before: readonly Confirmable[]) {
    setPending(steps.map(({ step }) => step.id));
    const held: WarnedStep<Confirmable>[] = [];
    const saved: Confirmable[] = [...before];
    for (const { step, warnings: accepted } of steps) {
      const answer = await setStatus(step, { status: confirmedStatus, accepted });
      const warnings = answer.ok ? undefined : orderWarnings(answer.problem);
      if (answer.ok) saved.push(answer.data);
      else if (warnings) held.push({ step, warnings });
      else showProblem(`Erro ao confirmar o pedido nº ${step.numero_pedido}`, answer.problem);
    }
    await refetch();
    setPending([]);
    setWarned(held);
    setConfirmed(saved);
    if (saved.length === before.length) return;
    toast({
      id: "confirmation",
      title: saved.length === 1 ? "Pedido confirmado" : `${saved.length} pedidos confirmados`,
      undo: () => void undo(saved),
    });
  }

  async function undo(orders: readonly Confirmable[]) {
    for (const order of orders) {
      const answer = await setStatus(order, { status: newStatus });
      if (!answer.ok) {
        showProblem(`Erro ao desfazer o pedido nº ${order.numero_pedido}`, answer.problem);
      }
    }
    await refetch();
  }

  return {
    confirm: (orders: readonly Confirmable[]) =>
      void send(
        orders.map((step) => ({ step, warnings: [] })),
        [],
      ),
    isPending: (id: string) => pending.includes(id),
    dialog: (
      <OrderWarnings
        warned={warned.map(({ step, warnings }) => ({ name: nameOrder(step), warnings }))}
        pending={pending.length > 0}
        onConfirm={() => void send(warned, confirmed)}
        onClose={() => setWarned([])}
      />
    ),
  };
}

function nameOrder({ numero_pedido, customer_name, cliente_info }: Confirmable): string {
  const name = cliente_info?.name ?? customer_name;
  return [`Pedido nº ${numero_pedido}`, name].filter(Boolean).join(" · ");
}

type OrderWarningsProps = {
  /** Nothing: the dialog is closed. `name` is needed where there may be several orders. */
  warned: readonly { name?: string; warnings: readonly string[] }[];
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Shows the warnings about orders, which the seller accepts or not before they are confirmed. */
export function OrderWarnings({ warned, pending, onConfirm, onClose }: OrderWarningsProps) {
  return (
    <ConfirmDialog
      open={warned.length > 0}
      title="Confira antes de confirmar"
      confirmLabel="Confirmar mesmo assim"
      variant="primary"
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        {warned.map(({ name, warnings }) => (
          <div key={name ?? ""}>
            {name && <h3 className="font-semibold">{name}</h3>}
            <ul>
              {warnings.map((warning) => (
                <li key={warning} className="wrap-anywhere text-danger-ink">
                  {warning}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </ConfirmDialog>
  );
}
