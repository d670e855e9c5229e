import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { NewPayment, Payment } from "#app/domain/orders/payments/schema.ts";
import { paymentFormSchema } from "#app/domain/orders/payments/schema.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import {
  describeOpen,
  describeTerms,
  openCents,
  receivedAtOf,
} from "#app/domain/payments/rules.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { MoneyField } from "#app/routes/admin/kit/fields/fields.tsx";
import { MethodOptions, usePaymentMethods } from "#app/routes/admin/kit/fields/payment-fields.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { useSendOnce } from "#app/routes/admin/kit/session/send-once.ts";
import { useApiForm } from "#app/routes/admin/kit/session/use-api-form.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { dayOf } from "#app/shared/days.ts";
import { formatCents, formatMoney, toAmount } from "#app/shared/money.ts";
import { cancelledStatus, statusTable } from "#app/shared/order-status.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";

type OrderPaymentsProps = {
  order: Order;
  payments: readonly Payment[];
  /** The amount that the customer has paid too much, in BRL. */
  credit: number;
};

/** The payments of an order, and the open amount: the rest in one tap, another amount or a refund in a form. */
export function OrderPayments({ order, payments, credit }: OrderPaymentsProps) {
  const actions = usePayments(order);
  const [form, setForm] = useState<"payment" | "refund">();
  const open = openCents(order);
  const canPay = open > 0 && statusTable[order.status].isPayable;
  const terms = describeTerms(order);
  if (payments.length === 0 && !canPay && !terms) return null;
  return (
    <section aria-labelledby="pagamentos" className="mt-4 border-t border-line pt-4">
      <h3 id="pagamentos" className="sr-only">
        Pagamentos
      </h3>
      {terms && <p className="mb-2">Combinado: {terms}</p>}
      <ul className="flex flex-col">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} actions={actions} />
        ))}
      </ul>
      {payments.length > 0 && open !== 0 && (
        <p className="my-2 rounded-md bg-warning-soft px-3 py-2 font-semibold text-warning-ink">
          {describeOpen(order)}
        </p>
      )}
      {form ? (
        <PaymentForm
          // A changed status proposes another amount and note, also in a form that is open already.
          key={`${form} ${order.status}`}
          isRefund={form === "refund"}
          openAmount={toAmount(Math.abs(open))}
          note={order.status === cancelledStatus ? "Pedido cancelado" : ""}
          actions={actions}
          onClose={() => setForm(undefined)}
        />
      ) : (
        <>
          {canPay && credit > 0 && (
            <UseCredit credit={Math.min(credit, toAmount(open))} actions={actions} />
          )}
          {canPay && <PayRest open={open} agreedMethod={order.payment_method} actions={actions} />}
          <FormButtons canPay={canPay} open={open} paid={order.paid_amount} onOpen={setForm} />
        </>
      )}
    </section>
  );
}

type FormButtonsProps = {
  canPay: boolean;
  /** The open amount in cents; negative when too much was paid. */
  open: number;
  /** The paid amount in BRL. */
  paid: number;
  onOpen: (form: "payment" | "refund") => void;
};

function FormButtons({ canPay, open, paid, onOpen }: FormButtonsProps) {
  return (
    <Allowed area="orders">
      <p className="mt-2 flex flex-wrap gap-x-4">
        {canPay && (
          <Button variant="ghost" className="-ml-4" onClick={() => onOpen("payment")}>
            Outro valor ou data
          </Button>
        )}
        {paid > 0 && (
          <Button
            variant={open < 0 ? "outline" : "ghost"}
            className={open < 0 ? undefined : "-ml-4"}
            onClick={() => onOpen("refund")}
          >
            Registrar devolução
          </Button>
        )}
      </p>
    </Allowed>
  );
}

type Actions = ReturnType<typeof usePayments>;

function usePayments({ id, version, customer_id }: Order) {
  const refetch = useRefetch();
  const { act, pending } = useAction();
  const [isPaying, setPaying] = useState(false);
  const send = useSendOnce<Payment>();
  const path = `/api/orders/${id}/payments` as const;

  async function add(payment: NewPayment) {
    const answer = await send(path, { ...payment, version });
    if (answer.ok) {
      const { id: added, amount } = answer.data;
      toast({
        title: amount < 0 ? "Devolução registrada" : "Pagamento registrado",
        description: formatMoney(Math.abs(amount)),
        undo: () => void remove(added),
      });
      await refetch();
    }
    return answer;
  }
  const remove = (payment: string) =>
    act("DELETE", `${path}/${payment}`, {
      done: "Pagamento desfeito",
      failed: "Erro ao desfazer o pagamento",
    });
  async function payRest(method: string) {
    setPaying(true);
    const answer = await add({ method });
    if (!answer.ok) {
      showProblem("Erro ao salvar o pagamento", answer.problem);
      await refetch();
    }
    setPaying(false);
  }
  const giveCredit = (amount: number) =>
    act("POST", `/api/customers/${customer_id}/credit`, {
      body: { payments: [{ order_id: id, amount }] },
      done: () => ({ title: "Crédito usado", description: formatMoney(amount) }),
      failed: "Erro ao usar o crédito",
    });
  return { isSaving: isPaying || pending !== undefined, add, remove, payRest, giveCredit };
}

function PaymentRow({ payment, actions }: { payment: Payment; actions: Actions }) {
  const { id, amount, method, kind, received_at, note } = payment;
  const what = amount < 0 ? "Devolvido" : kind === "adjustment" ? "Abatido" : "Pago";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0 wrap-anywhere">
        {what} em {formatDate(received_at)}
        {kind !== "adjustment" && `, ${method}`}
        {note && <span className="block text-sm text-muted">{note}</span>}
      </span>
      <span className="ml-auto flex items-center gap-1 tabular-nums">
        {formatMoney(amount)}
        <Allowed area="orders">
          <Button
            variant="ghost"
            className="-mr-4"
            pending={actions.isSaving}
            aria-label={`Desfazer ${amount < 0 ? "devolução" : "pagamento"} de ${formatMoney(Math.abs(amount))}`}
            onClick={() => void actions.remove(id)}
          >
            Desfazer
          </Button>
        </Allowed>
      </span>
    </li>
  );
}

/** Offers what the customer has paid too much before. */
function UseCredit({ credit, actions }: { credit: number; actions: Actions }) {
  return (
    <Allowed area="customers">
      <p className="my-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-success-soft px-3 py-2 text-success-ink">
        <span className="font-semibold">O cliente tem crédito.</span>
        <Button
          variant="outline"
          pending={actions.isSaving}
          onClick={() => void actions.giveCredit(credit)}
        >
          Usar {formatMoney(credit)}
        </Button>
      </p>
    </Allowed>
  );
}

type PayRestProps = { open: number; agreedMethod: string | null; actions: Actions };

function PayRest({ open, agreedMethod, actions }: PayRestProps) {
  const methods = usePaymentMethods();
  const isAccepted = agreedMethod !== null && methods.includes(agreedMethod);
  const [chosen, setChosen] = useState(isAccepted ? agreedMethod : (methods[0] ?? ""));
  return (
    <Allowed area="orders">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void actions.payRest(chosen);
        }}
      >
        <SelectField
          label="Pagamento"
          name="paid_method"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          className="min-w-0 grow sm:max-w-60"
        >
          <MethodOptions methods={methods} />
        </SelectField>
        <Button
          type="submit"
          variant="outline"
          pending={actions.isSaving}
          title={`Recebido: ${formatCents(open)}`}
          className="min-h-12"
        >
          Marcar como pago
        </Button>
      </form>
    </Allowed>
  );
}

type PaymentFormProps = {
  isRefund: boolean;
  /** The open amount in BRL. */
  openAmount: number;
  /** The proposed note. */
  note: string;
  actions: Actions;
  onClose: () => void;
};

function PaymentForm({ isRefund, openAmount, note, actions, onClose }: PaymentFormProps) {
  const methods = usePaymentMethods();
  const today = dayOf(new Date());
  const { submit, pending, problem, field } = useApiForm({
    schema: paymentFormSchema,
    send: ({ day, amount, ...payment }) =>
      actions.add({
        ...payment,
        amount: isRefund ? -amount : amount,
        received_at: receivedAtOf(day, today),
      }),
    onDone: onClose,
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-md flex-col gap-3">
      {problem && <Alert>{problem.detail ?? problem.title}</Alert>}
      <MoneyField
        {...field("amount")}
        label={isRefund ? "Valor devolvido" : "Valor recebido"}
        defaultValue={formatTypedAmount(openAmount)}
      />
      <SelectField {...field("method")} label="Forma de pagamento">
        <MethodOptions methods={methods} />
      </SelectField>
      <TextField {...field("day")} label="Data" type="date" max={today} defaultValue={today} />
      <TextField
        {...field("note")}
        label={isRefund ? "Motivo" : "Observação"}
        optional={!isRefund}
        defaultValue={note}
        hint="Só a loja vê."
        autoComplete="off"
      />
      <p className="flex flex-wrap gap-2">
        <Button type="submit" pending={pending}>
          {isRefund ? "Registrar devolução" : "Registrar pagamento"}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancelar
        </Button>
      </p>
    </form>
  );
}
