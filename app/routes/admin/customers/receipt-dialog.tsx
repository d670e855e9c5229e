import { useEffect, useEffectEvent, useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Receipt } from "#app/domain/orders/payments/schema.ts";
import { describeDue, receivedAtOf } from "#app/domain/payments/rules.ts";
import { distribute } from "#app/domain/receivables/rules.ts";
import {
  type Account,
  adjustmentFormSchema,
  receiptFormSchema,
  refundFormSchema,
  type UnpaidOrder,
} from "#app/domain/receivables/schema.ts";
import { MoneyField } from "#app/routes/admin/kit/fields/fields.tsx";
import { MethodOptions, usePaymentMethods } from "#app/routes/admin/kit/fields/payment-fields.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { useSendOnce } from "#app/routes/admin/kit/session/send-once.ts";
import { useAnswer } from "#app/routes/admin/kit/session/use-answer.ts";
import { useApiForm } from "#app/routes/admin/kit/session/use-api-form.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { dayOf } from "#app/shared/days.ts";
import {
  formatCents,
  formatMoney,
  parseTypedNumber,
  sumCents,
  toAmount,
  toCents,
} from "#app/shared/money.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";

/** The kind of record: money in, money back, or a credit without money. */
export type ReceiptAction = "receipts" | "refunds" | "adjustments";

const titles: Record<ReceiptAction, string> = {
  receipts: "Registrar recebimento",
  refunds: "Devolver crédito",
  adjustments: "Abater da conta",
};
const done: Record<ReceiptAction, string> = {
  receipts: "Recebimento registrado",
  refunds: "Devolução registrada",
  adjustments: "Abatimento registrado",
};

type ReceiptDialogProps = {
  /** Undefined: closed. */
  action: ReceiptAction | undefined;
  customer: { id: string; name: string };
  onClose: () => void;
};

/** Records a receipt for a customer's account, with the share of each open order. */
export function ReceiptDialog({ action, customer, onClose }: ReceiptDialogProps) {
  // The contents stay while the dialog closes.
  const [shown, setShown] = useState(action);
  if (action && action !== shown) setShown(action);
  const account = useAccount(customer.id, action !== undefined, onClose);
  return (
    <Dialog
      open={action !== undefined}
      onClose={onClose}
      title={titles[shown ?? "receipts"]}
      note={customer.name}
    >
      {account && shown ? (
        <ReceiptForm action={shown} customerId={customer.id} account={account} onClose={onClose} />
      ) : (
        <p className="px-5 py-5 text-muted md:px-8">Carregando a conta...</p>
      )}
    </Dialog>
  );
}

/** The account as it is when the dialog opens. */
function useAccount(id: string, isOpen: boolean, onFail: () => void): Account | undefined {
  const path = isOpen ? (`/api/customers/${id}/account` as const) : undefined;
  const answer = useAnswer<Account>(path);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    if (!answer || answer.ok) return;
    showProblem("Erro ao carregar a conta", answer.problem);
    fail();
  }, [answer]);
  return answer?.ok ? answer.data : undefined;
}

const formSchemas = {
  receipts: receiptFormSchema,
  refunds: refundFormSchema,
  adjustments: adjustmentFormSchema,
};

type ReceiptFormProps = {
  action: ReceiptAction;
  customerId: string;
  account: Account;
  onClose: () => void;
};

function ReceiptForm({ action, customerId, account, onClose }: ReceiptFormProps) {
  const methods = usePaymentMethods();
  const refetch = useRefetch();
  const today = dayOf(new Date());
  const isRefund = action === "refunds";
  const isMoney = action !== "adjustments";
  const open = sumCents(account.open_orders.map((order) => toCents(order.open)));
  const proposed = { receipts: open, refunds: toCents(account.credit), adjustments: 0 }[action];
  const [typed, setTyped] = useState(proposed > 0 ? formatTypedAmount(toAmount(proposed)) : "");
  const shares = useShares(typed, account.open_orders);
  const send = useSendOnce<Receipt>();
  const { remove } = useReceiptRemoval(customerId);
  const { submit, pending, problem, field } = useApiForm({
    schema: formSchemas[action] as typeof receiptFormSchema,
    send: ({ day, amount, method, note }) => {
      const body = {
        amount,
        note,
        ...(isMoney && { method }),
        ...(isMoney && { received_at: receivedAtOf(day, today) }),
        ...(!isRefund && { payments: shares.payments }),
      };
      return send(`/api/customers/${customerId}/${action}`, body);
    },
    onDone: ({ id, amount, credit }) => {
      toast({
        title: done[action],
        description:
          credit > 0 ? `${formatMoney(credit)} ficam de crédito` : formatMoney(Math.abs(amount)),
        undo: () => void remove(id),
      });
      onClose();
      void refetch();
    },
  });
  const amountField = field("amount");
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4 px-5 py-5 md:px-8">
      {problem && <Alert>{problem.detail ?? problem.title}</Alert>}
      {isRefund && <p>Crédito do cliente: {formatMoney(account.credit)}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          {...amountField}
          label={isRefund ? "Valor devolvido" : isMoney ? "Valor recebido" : "Valor abatido"}
          defaultValue={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            return amountField.onChange(event);
          }}
        />
        {isMoney && (
          <>
            <SelectField {...field("method")} label="Forma de pagamento">
              <MethodOptions methods={methods} />
            </SelectField>
            <TextField
              {...field("day")}
              label="Data"
              type="date"
              max={today}
              defaultValue={today}
            />
          </>
        )}
        <TextField
          {...field("note")}
          label={action === "receipts" ? "Observação" : "Motivo"}
          optional={action === "receipts"}
          hint={isMoney ? "Só a loja vê." : "O cliente lê no extrato."}
          autoComplete="off"
        />
      </div>
      {!isRefund && <Shares orders={account.open_orders} shares={shares} />}
      <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-between gap-3 border-t border-line bg-background px-5 py-3 md:-mx-8 md:px-8">
        <Button variant="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" pending={pending} disabled={shares.error !== undefined}>
          {titles[action]}
        </Button>
      </div>
    </form>
  );
}

/** Returns what removes a receipt of the customer. */
export function useReceiptRemoval(customerId: string) {
  const { act } = useAction();
  const remove = (id: string) =>
    act("DELETE", `/api/customers/${customerId}/receipts/${id}`, {
      done: "Recebimento desfeito",
      failed: "Erro ao desfazer o recebimento",
    });
  return { remove };
}

type ShareState = ReturnType<typeof useShares>;

/** The share of each order, as typed or else what the orders that are due before leave. */
function useShares(typedAmount: string, orders: readonly UnpaidOrder[]) {
  const [edited, setEdited] = useState<Record<string, string>>({});
  const total = readCents(typedAmount);
  const given = orders.map(({ id }) => readCents(edited[id] ?? ""));
  const automatic = distribute(
    Math.max(0, total - sumCents(given)),
    orders.map(({ id, open }) => (id in edited ? { id, open: 0 } : { id, open })),
  );
  const rows = orders.map(({ id, open }, index) => {
    const own = automatic.find(({ order_id }) => order_id === id)?.cents ?? 0;
    const cents = id in edited ? (given[index] ?? 0) : own;
    const text = edited[id] ?? (own > 0 ? formatTypedAmount(toAmount(own)) : "");
    return { id, cents, text, isTooMuch: cents > toCents(open) };
  });
  const rest = total - sumCents(rows.map(({ cents }) => cents));
  const error = rows.some(({ isTooMuch }) => isTooMuch)
    ? "Um pedido recebe mais do que falta."
    : rest < 0
      ? "A soma dos pedidos passa do valor recebido."
      : undefined;
  return {
    rows,
    rest,
    error,
    payments: rows
      .filter(({ cents }) => cents > 0)
      .map(({ id, cents }) => ({ order_id: id, amount: toAmount(cents) })),
    edit: (id: string, text: string) => setEdited({ ...edited, [id]: text }),
  };
}

/** Zero for what is no amount: the field says so when the form is sent. */
function readCents(typed: string): number {
  const amount = typed.trim() === "" ? 0 : parseTypedNumber(typed);
  return Number.isFinite(amount) && amount > 0 ? Math.round(amount * 100) : 0;
}

function Shares({ orders, shares }: { orders: readonly UnpaidOrder[]; shares: ShareState }) {
  if (orders.length === 0) return <p>Nenhum pedido em aberto: tudo fica como crédito.</p>;
  return (
    <fieldset>
      <legend className="font-semibold">Vai para os pedidos</legend>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        {orders.map((order) => {
          const row = shares.rows.find(({ id }) => id === order.id);
          const texts = [`Faltam ${formatMoney(order.open)}`, describeDue(order)];
          return (
            <MoneyField
              key={order.id}
              label={`Pedido nº ${order.numero_pedido}`}
              hint={texts.filter(Boolean).join(", ")}
              name={`share-${order.id}`}
              value={row?.text ?? ""}
              error={row?.isTooMuch ? "É mais do que falta." : undefined}
              onChange={(event) => shares.edit(order.id, event.currentTarget.value)}
            />
          );
        })}
      </div>
      <p role="status" className="mt-2 font-semibold tabular-nums">
        {shares.error ?? (shares.rest > 0 ? `Fica de crédito: ${formatCents(shares.rest)}` : "")}
      </p>
    </fieldset>
  );
}
