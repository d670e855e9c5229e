import { Link, useNavigate } from "react-router";
import { shopContext } from "#app/context.ts";
import type { CashPayment, MethodTotal } from "#app/domain/payments/money-pages.ts";
import { paymentMethodLabel } from "#app/domain/settings/payment-methods.ts";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { formatTime } from "#app/routes/admin/ui/dates.ts";
import { PageHeader } from "#app/routes/admin/ui/page.tsx";
import { EmptyRows } from "#app/routes/admin/ui/states.tsx";
import { addDays, dayOf, formatDay } from "#app/shared/days.ts";
import { formatCents, sumCents, toCents } from "#app/shared/money.ts";
import { z } from "#app/shared/zod.ts";
import { Button, ButtonLink, buttonClasses } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import type { Route } from "./+types/cash";

export async function loader({ context, url }: Route.LoaderArgs) {
  const today = dayOf(new Date());
  const day = z.iso.date().catch(today).parse(url.searchParams.get("dia"));
  return { ...(await context.get(shopContext).readCashDay(day)), today };
}

/** What was received on a day, by method: to read, print and export. */
export default function CashPage({ loaderData }: Route.ComponentProps) {
  const { day, methods, payments, today } = loaderData;
  const net = sumCents(methods.map((one) => toCents(one.received) + toCents(one.refunded)));
  const count = methods.reduce((sum, one) => sum + one.payments, 0);
  return (
    <>
      <PageHeader title="Caixa do dia" description="O que foi recebido, por forma de pagamento">
        <div className="flex flex-wrap gap-3 print:hidden">
          <a
            data-write="owner"
            href={`/api/payments/export.csv?from=${day}&until=${day}`}
            download
            className={buttonClasses({ variant: "outline" })}
          >
            <span className="icon-[lucide--download] size-5" aria-hidden />
            Exportar CSV
          </a>
          <Button variant="outline" onClick={() => print()}>
            <span className="icon-[lucide--printer] size-5" aria-hidden />
            Imprimir
          </Button>
        </div>
      </PageHeader>
      <DayPicker day={day} today={today} />
      <p className="mb-4 text-xl font-bold">
        Recebido em {formatDay(day)}: <span className="tabular-nums">{formatCents(net)}</span>
      </p>
      {methods.length === 0 ? (
        <EmptyRows icon="icon-[lucide--banknote]" title="Nada recebido neste dia" />
      ) : (
        <>
          <DataTable
            caption="Recebido por forma de pagamento"
            columns={methodColumns}
            rows={methods}
            rowKey={({ method }) => method}
          />
          <h2 className="mt-6 mb-2 text-lg">Pagamentos</h2>
          {payments.length < count && (
            <p className="mb-2 text-muted">Os primeiros {payments.length}; o CSV tem todos.</p>
          )}
          <DataTable
            caption="Pagamentos do dia"
            columns={paymentColumns}
            rows={payments}
            rowKey={({ id }) => id}
            narrow="rows"
            pressable
          />
        </>
      )}
    </>
  );
}

function DayPicker({ day, today }: { day: string; today: string }) {
  const navigate = useNavigate();
  const addressOf = (other: string) => `/admin/caixa?dia=${other}`;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
      <ButtonLink variant="outline" to={addressOf(addDays(day, -1))}>
        <span className="icon-[lucide--chevron-left] size-5" aria-hidden />
        <span className="sr-only">Dia anterior</span>
      </ButtonLink>
      <input
        key={day}
        type="date"
        aria-label="Dia"
        defaultValue={day}
        max={today}
        onChange={({ currentTarget: { value } }) => {
          if (value) void navigate(addressOf(value));
        }}
        className="min-h-11 rounded-md border border-field bg-background px-3"
      />
      {day < today && (
        <>
          <ButtonLink variant="outline" to={addressOf(addDays(day, 1))}>
            <span className="icon-[lucide--chevron-right] size-5" aria-hidden />
            <span className="sr-only">Dia seguinte</span>
          </ButtonLink>
          <ButtonLink variant="ghost" to="/admin/caixa">
            Hoje
          </ButtonLink>
        </>
      )}
    </div>
  );
}

const methodColumns: Column<MethodTotal>[] = [
  {
    key: "method",
    header: "Forma de pagamento",
    card: "title",
    cell: ({ method }) => paymentMethodLabel(method),
  },
  {
    key: "payments",
    header: "Pagamentos",
    align: "end",
    card: "line",
    cell: ({ payments }) => payments,
  },
  {
    key: "received",
    header: "Recebido",
    align: "end",
    card: "line",
    cell: ({ received }) => <Price amount={received} />,
  },
  {
    key: "refunded",
    header: "Devolvido",
    align: "end",
    card: "line",
    cell: ({ refunded }) => <Price amount={refunded} />,
  },
  {
    key: "net",
    header: "Saldo",
    align: "end",
    card: "line",
    cell: ({ received, refunded }) => <Price cents={toCents(received) + toCents(refunded)} />,
  },
];

const paymentColumns: Column<CashPayment>[] = [
  { key: "time", header: "Hora", card: "meta", cell: ({ received_at }) => formatTime(received_at) },
  {
    key: "order",
    header: "Pedido",
    card: "title",
    cell: ({ order_id, numero_pedido, customer_name }) => (
      <Link
        to={`/admin/orders?pedido=${order_id}`}
        data-row-open
        className="font-semibold underline"
      >
        nº {numero_pedido}
        {customer_name && `, ${customer_name}`}
      </Link>
    ),
  },
  {
    key: "method",
    header: "Forma de pagamento",
    card: "badge",
    cell: ({ method }) => paymentMethodLabel(method),
  },
  { key: "note", header: "Observação", card: "more", cell: ({ note }) => note },
  {
    key: "amount",
    header: "Valor",
    align: "end",
    card: "end",
    cell: ({ amount }) => <Price amount={amount} />,
  },
];
