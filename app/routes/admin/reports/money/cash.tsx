import { Fragment } from "react";
import { Link } from "react-router";
import { shopContext } from "#app/context.ts";
import { daySchema } from "#app/domain/day/schema.ts";
import type { CashPayment, MethodTotal } from "#app/domain/reports/money/rules.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { formatTime } from "#app/routes/admin/kit/dates.ts";
import { DownloadLink } from "#app/routes/admin/kit/links.tsx";
import { amountColumn, type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { DateNavigation, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { formatCents, sumCents, toCents } from "#app/shared/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import type { Route } from "./+types/cash";

export async function loader({ context, url }: Route.LoaderArgs) {
  const today = dayOf(new Date());
  const day = daySchema.catch(today).parse(url.searchParams.get("dia"));
  return { ...(await context.get(shopContext).reports.readCashDay(day)), today };
}

/** The payments received on a day, by method: to read, print and export. */
export default function CashPage({ loaderData }: Route.ComponentProps) {
  const { day, methods, payments, today } = loaderData;
  const net = sumCents(methods.map((one) => toCents(one.received) + toCents(one.refunded)));
  const count = methods.reduce((sum, one) => sum + one.payments, 0);
  return (
    <>
      <PageHeader title="Caixa do dia" description="O que foi recebido, por forma de pagamento">
        <div className="flex gap-2 md:ml-auto print:hidden">
          <Allowed>
            <DownloadLink href={`/api/payments/export.csv?from=${day}&until=${day}`} isShort>
              Exportar CSV
            </DownloadLink>
          </Allowed>
          <Button variant="outline" className="max-sm:px-3" onClick={() => print()}>
            <span className="icon-[lucide--printer] size-5" aria-hidden />
            <span className="max-sm:sr-only">Imprimir</span>
          </Button>
        </div>
        <DateNavigation date={day} max={today} addressOf={(other) => `/admin/cash?dia=${other}`} />
      </PageHeader>
      <p className="mb-4 text-muted">
        Recebido em {formatDay(day)}{" "}
        <b className="block text-2xl text-foreground tabular-nums">{formatCents(net)}</b>
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
            narrow="rows"
          />
          <h2 className="mt-6 mb-2 text-lg">Pagamentos</h2>
          {payments.length < count && (
            <p className="mb-2 text-muted">Os primeiros {payments.length}; o CSV tem todos.</p>
          )}
          <DataTable
            caption="Pagamentos do dia"
            columns={paymentColumns}
            rows={payments}
            narrow="growing-rows"
            pressable
          />
        </>
      )}
    </>
  );
}

const methodColumns: Column<MethodTotal>[] = [
  {
    header: "Forma de pagamento",
    card: "title",
    cell: ({ method }) => method,
  },
  {
    header: "Pagamentos",
    align: "end",
    card: "meta",
    cell: ({ payments }) => (
      <span>
        {payments}
        <span className="@min-[44rem]/table-frame:hidden">
          {payments === 1 ? " pagamento" : " pagamentos"}
        </span>
      </span>
    ),
  },
  amountColumn("Recebido", "hidden", ({ received }) => received),
  {
    header: "Devolvido",
    align: "end",
    card: "badge",
    cell: ({ refunded }) =>
      refunded !== 0 && (
        <span>
          <span className="@min-[44rem]/table-frame:hidden">devolvido </span>
          <Price amount={refunded} />
        </span>
      ),
  },
  {
    header: "Saldo",
    align: "end",
    card: "end",
    cell: ({ received, refunded }) => <Price cents={toCents(received) + toCents(refunded)} />,
  },
];

const paymentColumns: Column<CashPayment>[] = [
  { header: "Hora", card: "meta", cell: ({ received_at }) => formatTime(received_at) },
  {
    header: "Pedido",
    card: "title",
    cell: ({ orders, customer_name }) => (
      <span className="font-semibold">
        {orders.map(({ order_id, numero_pedido }, index) => (
          <Fragment key={order_id}>
            {index > 0 && ", "}
            <Link
              to={`/admin/orders?pedido=${order_id}`}
              data-row-open={index === 0 || undefined}
              className="underline"
            >
              nº {numero_pedido}
              {orders.length === 1 && customer_name && `, ${customer_name}`}
            </Link>
          </Fragment>
        ))}
        {orders.length > 1 && customer_name && `, ${customer_name}`}
        {orders.length === 0 && `Crédito, ${customer_name}`}
      </span>
    ),
  },
  {
    header: "Forma de pagamento",
    card: "badge",
    cell: ({ method }) => method,
  },
  { header: "Observação", card: "more", cell: ({ note }) => note },
  amountColumn("Valor", "end", ({ amount }) => amount),
];
