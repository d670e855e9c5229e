import { useState } from "react";
import { Link } from "react-router";
import { shopContext } from "#app/context.ts";
import { formatOrderCount } from "#app/domain/orders/texts.ts";
import { createMessage } from "#app/domain/outgoing/messages.ts";
import { describeDue } from "#app/domain/payments/rules.ts";
import {
  type Debtor,
  groupByDebtor,
  isOverdue,
  type ReceivableOrder,
  reminderText,
} from "#app/domain/reports/money/rules.ts";
import { ReceiptDialog } from "#app/routes/admin/customers/receipt-dialog.tsx";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { amountColumn, type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { formatCents, sumCents } from "#app/shared/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import type { Route } from "./+types/receivables";

export async function loader({ context }: Route.LoaderArgs) {
  const found = await context.get(shopContext).reports.listReceivable();
  return { ...found, today: dayOf(new Date()) };
}

/** The amounts that customers owe: overdue ones come first, each with a reminder for WhatsApp. */
export default function ReceivablesPage({ loaderData }: Route.ComponentProps) {
  const { items, total, today } = loaderData;
  const debtors = groupByDebtor(items, today);
  const [payer, setPayer] = useState<{ id: string; name: string }>();
  const [isOpen, setOpen] = useState(false);
  function receive({ customer_id, name }: Debtor) {
    if (!customer_id) return;
    setPayer({ id: customer_id, name });
    setOpen(true);
  }
  const overdue = sumCents(debtors.map((debtor) => debtor.overdue));
  return (
    <>
      <PageHeader
        title="A receber"
        description="Pedidos confirmados ou entregues que não estão pagos"
      >
        <p className="max-md:w-full md:text-end">
          <Price amount={total.amount} className="block text-xl font-bold" />
          <span className="text-muted">
            {formatOrderCount(total.orders)}
            {overdue > 0 && `, vencido ${formatCents(overdue)}`}
          </span>
        </p>
      </PageHeader>
      {items.length < total.orders && (
        <p className="mb-4 text-muted">Aqui estão os {items.length} que vencem primeiro.</p>
      )}
      {debtors.length === 0 && (
        <EmptyRows icon="icon-[lucide--hand-coins]" title="Nada a receber" />
      )}
      {debtors.map((debtor) => (
        <DebtorSection key={debtor.key} debtor={debtor} today={today} onReceive={receive} />
      ))}
      {payer && (
        <ReceiptDialog
          key={payer.id}
          action={isOpen ? "receipts" : undefined}
          customer={payer}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

type DebtorSectionProps = { debtor: Debtor; today: string; onReceive: (debtor: Debtor) => void };

function DebtorSection({ debtor, today, onReceive }: DebtorSectionProps) {
  const siteName = useSiteName();
  const { key, customer_id, name, phone, orders, open, overdue } = debtor;
  const message = createMessage(reminderText(debtor, { siteName, today }), phone);
  return (
    <section aria-labelledby={`cliente-${key}`} className="mb-6">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 tabular-nums">
          <h2 id={`cliente-${key}`} className="min-w-0 text-lg wrap-anywhere">
            {name || "Dados do cliente apagados"}
          </h2>
          <b>{formatCents(open)}</b>
          {overdue > 0 && (
            <span className="font-semibold whitespace-nowrap text-danger-ink">
              Vencido {formatCents(overdue)}
            </span>
          )}
        </div>
        {name && (
          <span className="flex shrink-0 flex-wrap justify-end gap-2">
            {customer_id && (
              <Allowed area="customers">
                <Button onClick={() => onReceive(debtor)}>
                  Receber
                  <span className="sr-only">de {name}</span>
                </Button>
              </Allowed>
            )}
            {message.url && (
              <ButtonLink to={message.url} variant="outline">
                <span className="icon-[lucide--message-circle] size-5" aria-hidden />
                Lembrar
                <span className="sr-only">{name} no WhatsApp</span>
              </ButtonLink>
            )}
            {!message.url && (
              <CopyButton text={message.text} label={`Copiar lembrete para ${name}`} />
            )}
            {customer_id && (
              <ButtonLink to={`/admin/customers/${customer_id}/statement`} variant="outline">
                Extrato
                <span className="sr-only">de {name}</span>
              </ButtonLink>
            )}
          </span>
        )}
      </div>
      <DataTable
        caption={`Pedidos em aberto de ${name}`}
        columns={columnsOf(today)}
        rows={orders}
        narrow="three-lines"
        pressable
      />
    </section>
  );
}

const columnsOf = (today: string): Column<ReceivableOrder>[] => [
  {
    header: "Pedido",
    width: "14%",
    card: "title",
    cell: ({ id, numero_pedido }) => (
      <Link to={`/admin/orders?pedido=${id}`} data-row-open className="font-semibold underline">
        nº {numero_pedido}
      </Link>
    ),
  },
  {
    header: "Data",
    width: "18%",
    card: "meta",
    cell: ({ placed_on }) => formatDay(placed_on),
  },
  {
    header: "Vencimento",
    width: "26%",
    card: "badge",
    cell: (order) => (
      <StatusBadge tone={isOverdue(order, today) ? "danger" : "neutral"}>
        {describeDue(order, today) || "à vista"}
      </StatusBadge>
    ),
  },
  {
    header: "Forma de pagamento",
    width: "22%",
    card: "more",
    cell: ({ payment_method }) => payment_method,
  },
  amountColumn("Em aberto", "end", ({ open }) => open),
];
