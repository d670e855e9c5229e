import { useState } from "react";
import { Link } from "react-router";
import type { Customer } from "#app/domain/customers/schema.ts";
import type { Receipt } from "#app/domain/orders/payments/schema.ts";
import { describeBalance } from "#app/domain/receivables/rules.ts";
import type { Account } from "#app/domain/receivables/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { ActionRow } from "#app/routes/admin/kit/lists/action-row.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type ReceiptAction, ReceiptDialog, useReceiptRemoval } from "./receipt-dialog.tsx";

type CustomerAccountProps = {
  customer: Customer;
  account: Account;
  receipts: readonly Receipt[];
};

/** More are in the statement. */
const shownReceipts = 10;

/** The amounts that the customer owes and has paid, with the seller's actions on them. */
export function CustomerAccount({ customer, account, receipts }: CustomerAccountProps) {
  const { id } = customer;
  const [action, setAction] = useState<ReceiptAction>();
  const { balance, credit, open_orders } = account;
  return (
    <FormSection
      title="Conta"
      description={
        <>
          <p className="font-semibold text-foreground">{describeBalance(balance)}</p>
          <p>Pelo que foi entregue, menos o que pagou.</p>
        </>
      }
      footer={
        <>
          <Allowed area="customers">
            <Button onClick={() => setAction("receipts")}>Registrar recebimento</Button>
          </Allowed>
          <ButtonLink to={`/admin/customers/${id}/statement`} variant="outline">
            Ver extrato
          </ButtonLink>
          <Allowed>
            <Button variant="ghost" onClick={() => setAction("adjustments")}>
              Abater da conta
            </Button>
          </Allowed>
        </>
      }
    >
      {credit > 0 && (
        <Credit
          customerId={id}
          credit={credit}
          canUse={open_orders.length > 0}
          onRefund={() => setAction("refunds")}
        />
      )}
      <Bills bills={account.bills} />
      {receipts.length === 0 && <p className="text-muted">Nenhum recebimento ainda.</p>}
      <ul className="divide-y divide-line">
        {receipts.slice(0, shownReceipts).map((receipt) => (
          <ReceiptRow key={receipt.id} customerId={id} receipt={receipt} />
        ))}
      </ul>
      <ReceiptDialog action={action} customer={customer} onClose={() => setAction(undefined)} />
    </FormSection>
  );
}

/** The monthly bills, the newest first. */
function Bills({ bills }: { bills: Account["bills"] }) {
  if (bills.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">Faturas do mês</h3>
      <ul className="divide-y divide-line">
        {bills.map(({ closes_on, due_on, orders, total, open }) => (
          <ActionRow
            key={closes_on}
            text={`Fecha em ${formatDay(closes_on)}, vence em ${formatDay(due_on)}`}
            detail={`${orders} ${orders === 1 ? "entrega" : "entregas"}, ${formatMoney(total)}`}
          >
            <span className="ml-auto font-semibold tabular-nums">
              {open > 0 ? `Falta ${formatMoney(open)}` : "Paga"}
            </span>
          </ActionRow>
        ))}
      </ul>
    </div>
  );
}

type CreditProps = { customerId: string; credit: number; canUse: boolean; onRefund: () => void };

function Credit({ customerId, credit, canUse, onRefund }: CreditProps) {
  const { act, pending } = useAction();
  const give = () =>
    act<{ used: number }>("POST", `/api/customers/${customerId}/credit`, {
      body: {},
      done: ({ used }) => ({ title: "Crédito usado", description: formatMoney(used) }),
      failed: "Erro ao usar o crédito",
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-success-soft px-3 py-2 text-success-ink">
      <span className="font-semibold">Crédito de {formatMoney(credit)}</span>
      <Allowed area="customers">
        <span className="flex flex-wrap gap-2">
          {canUse && (
            <Button variant="outline" pending={pending !== undefined} onClick={give}>
              Usar nos pedidos em aberto
            </Button>
          )}
          <Button variant="outline" onClick={onRefund}>
            Devolver
          </Button>
        </span>
      </Allowed>
    </div>
  );
}

function ReceiptRow({ customerId, receipt }: { customerId: string; receipt: Receipt }) {
  const { remove } = useReceiptRemoval(customerId);
  const { id, amount, credit, method, kind, note, received_at, payments } = receipt;
  const what =
    kind === "adjustment" ? "Abatido" : amount < 0 ? `Devolvido, ${method}` : `Pago, ${method}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="min-w-0 wrap-anywhere">
        {formatDate(received_at)} · {what}
        <span className="block text-sm text-muted">
          {payments.map(({ order_id, numero_pedido, amount: part }, index) => (
            <span key={`${order_id} ${part}`}>
              {index > 0 && ", "}
              <Link
                to={`/admin/orders?pedido=${order_id}`}
                className="underline underline-offset-4"
              >
                nº {numero_pedido}
              </Link>{" "}
              {formatMoney(part)}
            </span>
          ))}
          {credit > 0 && `${payments.length > 0 ? ", " : ""}crédito ${formatMoney(credit)}`}
          {note && <span className="block">{note}</span>}
        </span>
      </span>
      <span className="ml-auto flex items-center gap-1 tabular-nums">
        {formatMoney(amount)}
        <Allowed>
          <Button
            variant="ghost"
            className="-mr-4"
            aria-label={`Desfazer recebimento de ${formatMoney(Math.abs(amount))}`}
            onClick={() => void remove(id)}
          >
            Desfazer
          </Button>
        </Allowed>
      </span>
    </li>
  );
}
