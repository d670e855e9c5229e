import { Link, useLocation } from "react-router";
import {
  type Bar,
  type BarSpan,
  type SalesDimension,
  type SalesFigure,
  type SalesOrder,
  salesDimensions,
  salesFigures,
} from "#app/domain/reports/sales/rules.ts";
import type { Sales, SalesRow, SalesSums } from "#app/domain/reports/sales/schema.ts";
import { type Column, DataTable } from "#app/routes/admin/kit/data-table.tsx";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { OrderStatusBadge } from "#app/routes/admin/kit/order-labels.tsx";
import { addDays, formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";

const height = 100;
/** Of a bar, its gap included. */
const step = 10;

type SalesChartProps = { bars: readonly Bar[]; span: BarSpan; figure: SalesFigure };

/** The amounts as bars; a table for screen readers. */
export function SalesChart({ bars, span, figure }: SalesChartProps) {
  const top = Math.max(1, ...bars.map(({ amount }) => amount));
  const first = bars[0];
  const last = bars.at(-1);
  return (
    <figure className="mb-4 rounded-md border border-line bg-background p-4">
      <figcaption className="mb-2 flex flex-wrap justify-between gap-x-6 text-sm text-muted">
        <span>
          {salesFigures[figure].label} {spanLabels[span]}, até {formatMoney(top)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        className="h-40 w-full"
        aria-hidden="true"
      >
        {bars.map(({ start, amount }, index) => {
          const size = (Math.max(0, amount) / top) * height;
          return (
            <rect
              key={start}
              x={index * step + 1}
              y={height - size}
              width={step - 2}
              height={size}
              className="fill-primary"
            >
              <title>{`${nameBar(start, span)}: ${formatMoney(amount)}`}</title>
            </rect>
          );
        })}
        <path d={`M0 ${height}H${bars.length * step}`} className="stroke-line" />
      </svg>
      <p className="mt-1 flex justify-between text-sm text-muted tabular-nums" aria-hidden>
        <span>{first && nameBar(first.start, span)}</span>
        <span>{last && last !== first && nameBar(last.start, span)}</span>
      </p>
      <div className="sr-only">
        <table>
          <caption>{`${salesFigures[figure].label} ${spanLabels[span]}`}</caption>
          <thead>
            <tr>
              <th scope="col">Período</th>
              <th scope="col">Pedidos</th>
              <th scope="col">Valor</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ start, amount, orders }) => (
              <tr key={start}>
                <th scope="row">{nameBar(start, span)}</th>
                <td>{orders}</td>
                <td>{formatMoney(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const spanLabels: Record<BarSpan, string> = {
  day: "por dia",
  week: "por semana",
  month: "por mês",
};

/** '03/08/2026', of a month '08/2026' */
function nameBar(start: string, span: BarSpan): string {
  return span === "month" ? formatDay(start).slice(3) : formatDay(start);
}

/** 'Entregues' and the other figures of the period, each beside the one before. */
export function Totals({ sales, figure }: { sales: Sales; figure: SalesFigure }) {
  const { from, until, before_from, total, before } = sales;
  const hasGoods = figure !== "received";
  const figures = [
    [salesFigures[figure].label, formatMoney(total.amount), total.amount, before.amount],
    [countLabel(figure), total.orders.toLocaleString("pt-BR"), total.orders, before.orders],
    ["Média", formatMoney(averageOf(total)), averageOf(total), averageOf(before)],
    ...(hasGoods
      ? [["Unidades", formatQuantity(total.quantity), total.quantity, before.quantity] as const]
      : []),
  ] as const;
  return (
    <>
      <p className="mb-2 text-muted">
        De {formatDay(from)} a {formatDay(until)}, comparado com {formatDay(before_from)} a{" "}
        {formatDay(addDays(from, -1))}
      </p>
      <dl className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {figures.map(([label, text, now, earlier]) => (
          <div key={label} className="bg-background p-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-xl font-bold tabular-nums wrap-anywhere">{text}</dd>
            <dd className="text-sm text-muted tabular-nums">{describeChange(now, earlier)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function countLabel(figure: SalesFigure): string {
  if (figure === "placed") return "Número de pedidos";
  return figure === "received" ? "Pagamentos" : "Pedidos entregues";
}

function averageOf({ amount, orders }: SalesSums): number {
  return orders === 0 ? 0 : Math.round((amount / orders) * 100) / 100;
}

const percent = new Intl.NumberFormat("pt-BR", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** '+12 % que antes'; nothing can be said about a period without sales. */
function describeChange(now: number, before: number): string {
  return before > 0 ? `${percent.format(now / before - 1)} que antes` : "Antes: nada";
}

type SalesTableProps = {
  sales: Sales;
  figure: SalesFigure;
  by: SalesDimension;
  selected: string | null;
};

export function SalesTable({ sales, figure, by, selected }: SalesTableProps) {
  const { search } = useLocation();
  const addressOf = (key: string) => {
    const params = new URLSearchParams(search);
    params.set("linha", key);
    params.delete("depois");
    return `?${params}#pedidos-da-linha`;
  };
  const others = sales.row_count - sales.rows.length;
  return (
    <>
      <DataTable
        caption={`${salesFigures[figure].label} por ${salesDimensions[by].label.toLowerCase()}`}
        columns={columnsOf(figure, by, { selected, addressOf })}
        rows={sales.rows}
        rowKey={({ key }) => key}
        pressable
      />
      {others > 0 && (
        <p className="mt-2 text-muted">E mais {others} linhas menores, que estão nos totais.</p>
      )}
    </>
  );
}

type RowLinks = { selected: string | null; addressOf: (key: string) => string };

function columnsOf(
  figure: SalesFigure,
  by: SalesDimension,
  { selected, addressOf }: RowLinks,
): Column<SalesRow>[] {
  const columns: Column<SalesRow>[] = [
    {
      key: "label",
      header: salesDimensions[by].label,
      card: "title",
      cell: ({ key, label }) => (
        <Link
          to={addressOf(key)}
          preventScrollReset
          data-row-open
          aria-current={key === selected || undefined}
          className="font-semibold underline wrap-anywhere aria-[current]:text-primary-ink"
        >
          {label}
        </Link>
      ),
    },
    {
      key: "amount",
      header: "Valor",
      align: "end",
      card: "line",
      cell: ({ amount }) => <Price amount={amount} />,
    },
    {
      key: "before",
      header: "Antes",
      align: "end",
      card: "line",
      cell: ({ before }) => <Price amount={before} className="text-muted" />,
    },
    {
      key: "orders",
      header: figure === "received" ? "Pagamentos" : "Pedidos",
      align: "end",
      card: "line",
      cell: ({ orders }) => orders,
    },
    {
      key: "average",
      header: "Média",
      align: "end",
      card: "line",
      cell: (row) => <Price amount={averageOf(row)} />,
    },
  ];
  if (figure === "received") return columns;
  const quantity: Column<SalesRow> = {
    key: "quantity",
    header: "Unidades",
    align: "end",
    card: "line",
    cell: (row) => formatQuantity(row.quantity),
  };
  return [...columns.slice(0, 3), quantity, ...columns.slice(3)];
}

type RowOrdersProps = {
  row: SalesRow;
  orders: { items: readonly SalesOrder[]; next_cursor: string | null };
};

/** The orders behind a row. */
export function RowOrders({ row, orders: { items, next_cursor } }: RowOrdersProps) {
  const params = new URLSearchParams(useLocation().search);
  params.set("depois", next_cursor ?? "");
  return (
    <section id="pedidos-da-linha" aria-labelledby="pedidos-da-linha-titulo" className="mt-6">
      <h2 id="pedidos-da-linha-titulo" className="mb-2 text-lg">
        Pedidos de {row.label}
      </h2>
      <DataTable
        caption="Pedidos da linha"
        columns={orderColumns}
        rows={items}
        rowKey={({ id }) => id}
        narrow="rows"
        pressable
      />
      {next_cursor && (
        <ButtonLink
          to={`?${params}#pedidos-da-linha`}
          preventScrollReset
          variant="outline"
          className="mt-4"
        >
          Mais antigos
        </ButtonLink>
      )}
    </section>
  );
}

const orderColumns: Column<SalesOrder>[] = [
  {
    key: "number",
    header: "Pedido",
    card: "title",
    cell: ({ id, numero_pedido, customer_name }) => (
      <Link to={`/admin/orders?pedido=${id}`} data-row-open className="font-semibold underline">
        nº {numero_pedido}
        {customer_name && `, ${customer_name}`}
      </Link>
    ),
  },
  { key: "date", header: "Data", card: "meta", cell: ({ created_at }) => formatDate(created_at) },
  {
    key: "status",
    header: "Status",
    card: "badge",
    cell: ({ status }) => <OrderStatusBadge status={status} />,
  },
  {
    key: "total",
    header: "Total",
    align: "end",
    card: "end",
    cell: ({ valor_total }) => <Price amount={valor_total} />,
  },
];
