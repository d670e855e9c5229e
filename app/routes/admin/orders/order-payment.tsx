import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { toast } from "#app/client/toast.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { statusTable } from "#app/domain/orders/status.ts";
import {
  acceptedPaymentMethods,
  paymentMethodLabel,
} from "#app/domain/settings/payment-methods.ts";
import type { loader } from "#app/root.tsx";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";
import { formatDate, formatTime } from "#app/routes/admin/ui/dates.ts";
import { formatCents, toCents } from "#app/shared/money.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";

/** Marks a confirmed or delivered order as paid, with undo. */
export function OrderPayment({ order }: { order: Order }) {
  const { save, isSaving } = usePayment(order);
  if (order.paid_at) {
    return (
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p>
          Pago em {formatDate(order.paid_at)} às {formatTime(order.paid_at)},{" "}
          {paymentMethodLabel(order.paid_method ?? "")}
        </p>
        <Button variant="ghost" pending={isSaving} onClick={() => void save(null)}>
          Desfazer pagamento
        </Button>
        {order.paid_amount !== null && (
          <div className="flex basis-full flex-wrap items-center justify-between gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
            <p className="font-semibold">
              {describeDifference(order.valor_total, order.paid_amount)}
            </p>
            <Button
              variant="inherit"
              pending={isSaving}
              onClick={() => void save(order.paid_method)}
            >
              Marcar como acertado
            </Button>
          </div>
        )}
      </div>
    );
  }
  return statusTable[order.status].isPayable ? (
    <MarkAsPaid save={save} isSaving={isSaving} />
  ) : null;
}

/** 'A receber R$ 12,40', 'A devolver R$ 3,10' */
function describeDifference(total: number, paid: number): string {
  const cents = toCents(total) - toCents(paid);
  return `${cents > 0 ? "A receber" : "A devolver"} ${formatCents(Math.abs(cents))}`;
}

type MarkAsPaidProps = { save: (method: string) => Promise<void>; isSaving: boolean };

function MarkAsPaid({ save, isSaving }: MarkAsPaidProps) {
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  const accepted = acceptedPaymentMethods(settings?.payment_methods ?? null);
  const methods = accepted.length > 0 ? accepted : ["Outra"];
  const [chosen, setChosen] = useState(methods[0] ?? "");
  return (
    <form
      className="mt-4 flex flex-wrap items-end gap-2 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save(chosen);
      }}
    >
      <SelectField
        label="Pagamento"
        name="paid_method"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        className="min-w-0 grow sm:max-w-60"
      >
        {methods.map((method) => (
          <option key={method} value={method}>
            {paymentMethodLabel(method)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="outline" pending={isSaving} className="min-h-12">
        Marcar como pago
      </Button>
    </form>
  );
}

function usePayment({ id, version, paid_at }: Order) {
  const refetch = useRefetch();
  const [isSaving, setIsSaving] = useState(false);
  async function save(method: string | null) {
    setIsSaving(true);
    const answer = await callApi("PUT", `/api/orders/${id}/payment`, { method, version });
    if (answer.ok) toast({ title: nameChange(method, paid_at) });
    else showProblem("Erro ao salvar o pagamento", answer.problem);
    await refetch();
    setIsSaving(false);
  }
  return { save, isSaving };
}

function nameChange(method: string | null, paidAt: string | null): string {
  if (method === null) return "Pagamento desfeito";
  return paidAt ? "Diferença acertada" : "Pedido pago";
}
