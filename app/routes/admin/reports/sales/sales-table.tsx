import { Link, useLocation } from "react-router";
import { formatMargin } from "#app/domain/catalogue/prices/costs.ts";
import {
  type SalesDimension,
  type SalesFigure,
  type SalesOrder,
  salesDimensions,
  salesFigures,
} from "#app/domain/reports/sales/rules.ts";
import type {
  Sales,
  SalesMargin,
  SalesMargins,
  SalesRow,
  SalesSums,
} from "#app/domain/reports/sales/schema.ts";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { amountColumn, type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { OrderStatusBadge } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { addDays, formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantities } from "#app/shared/quantities.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Price } from "#app/ui/price.tsx";

/** 'Entregues' and the other figures of the period, each beside the one before. */
export function Totals({ sales, figure }: { sales: Sales; figure: SalesFigure }) {
  const { from, until, before_from, total, before } = sales;
  const hasGoods = figure !== "received";
  const average = averageOf(total);
  const figures = [
    {
      label: salesFigures[figure].label,
      text: formatMoney(total.amount),
      change: describeChange(total.amount, before.amount),
      isWide: true,
    },
    {
      label: countLabel(figure),
      text: total.orders.toLocaleString("pt-BR"),
      change: describeChange(total.orders, before.orders),
      isWide: false,
    },
    {
      label: "Média",
      text: formatMoney(average),
      change: describeChange(average, averageOf(before)),
      isWide: false,
    },
  ];
  if (hasGoods) {
    figures.push({
      label: "Quantidade",
      text: formatQuantities(total.quantities) || "–",
      change: `Antes: ${formatQuantities(before.quantities) || "nada"}`,
      isWide: true,
    });
  }
  return (
    <>
      <p className="mb-2 text-muted">
        De {formatDay(from)} a {formatDay(until)}, comparado com {formatDay(before_from)} a{" "}
        {formatDay(addDays(from, -1))}
      </p>
      <dl
        className={classNames(
          "mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line",
          hasGoods ? "lg:grid-cols-[1fr_1fr_1fr_2fr]" : "lg:grid-cols-3",
        )}
      >
        {figures.map(({ label, text, change, isWide }) => (
          <div
            key={label}
            className={classNames(
              "min-w-0 bg-background p-3 sm:p-4",
              isWide && "max-lg:col-span-2",
            )}
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-xl font-bold tabular-nums wrap-anywhere">{text}</dd>
            <dd className="text-sm text-muted tabular-nums">{change}</dd>
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

/** The margin of the goods with a known cost. */
export function TotalMargin({ margin: { costed_amount, cost, margin } }: { margin: SalesMargin }) {
  if (margin === null) return null;
  return (
    <p className="mb-4">
      Margem dos produtos com custo: <strong>{formatMargin(margin)}</strong>
      <span className="text-muted">
        {` (${formatMoney(costed_amount - cost)} de ${formatMoney(costed_amount)}, sem entrega e descontos)`}
      </span>
    </p>
  );
}

type SalesTableProps = {
  sales: Sales;
  /** The margins of the rows whose cost is known; empty for members. */
  margins: SalesMargins["rows"];
  figure: SalesFigure;
  by: SalesDimension;
  selected: string | null;
};

export function SalesTable({ sales, margins, figure, by, selected }: SalesTableProps) {
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
        columns={columnsOf(figure, by, { selected, addressOf, margins: marginTexts(margins) })}
        rows={sales.rows}
        rowKey={({ key }) => key}
        narrow="three-lines"
        pressable
      />
      {others > 0 && (
        <p className="mt-2 text-muted">E mais {others} linhas menores, que estão nos totais.</p>
      )}
    </>
  );
}

/** The class of a text that replaces the headers in a row of a phone. */
const onPhone = "@min-[44rem]/table-frame:hidden";

function marginTexts(margins: SalesMargins["rows"]): ReadonlyMap<string, string> {
  return new Map(
    margins.flatMap(({ key, margin }) => (margin === null ? [] : [[key, formatMargin(margin)]])),
  );
}

type RowLinks = {
  selected: string | null;
  addressOf: (key: string) => string;
  /** The margins of the rows whose cost is known, by key; empty for members. */
  margins: ReadonlyMap<string, string>;
};

function columnsOf(
  figure: SalesFigure,
  by: SalesDimension,
  { selected, addressOf, margins }: RowLinks,
): Column<SalesRow>[] {
  const isReceived = figure === "received";
  const countedAs = (count: number) => {
    if (isReceived) return count === 1 ? " pagamento" : " pagamentos";
    return count === 1 ? " pedido" : " pedidos";
  };
  const columns: Column<SalesRow>[] = [
    {
      header: salesDimensions[by].label,
      card: "title",
      cell: ({ key, label, quantities }) => (
        <span className="flex flex-col items-start">
          <Link
            to={addressOf(key)}
            preventScrollReset
            data-row-open
            aria-current={key === selected || undefined}
            className="font-semibold underline wrap-anywhere aria-[current]:text-primary-ink"
          >
            {label}
          </Link>
          <span className={`text-muted ${onPhone}`}>
            {formatQuantities(quantities)}
            {margins.has(key) && ` · margem ${margins.get(key)}`}
          </span>
        </span>
      ),
    },
    amountColumn("Valor", "end", ({ amount }) => amount),
    {
      header: "Antes",
      align: "end",
      card: "badge",
      cell: ({ before }) => (
        <span className="text-muted">
          <span className={onPhone}>antes </span>
          <Price amount={before} />
        </span>
      ),
    },
    {
      header: isReceived ? "Pagamentos" : "Pedidos",
      align: "end",
      card: "meta",
      cell: (row) => (
        <span>
          {row.orders}
          <span className={onPhone}>
            {countedAs(row.orders)}, média <Price amount={averageOf(row)} />
          </span>
        </span>
      ),
    },
    amountColumn("Média", "hidden", (row) => averageOf(row)),
  ];
  if (isReceived) return columns;
  const quantity: Column<SalesRow> = {
    header: "Quantidade",
    align: "end",
    card: "hidden",
    cell: (row) => formatQuantities(row.quantities) || "–",
  };
  const margin: Column<SalesRow> = {
    header: "Margem",
    align: "end",
    card: "hidden",
    cell: ({ key }) => margins.get(key) ?? "–",
  };
  return [
    ...columns.slice(0, 3),
    quantity,
    ...columns.slice(3),
    ...(margins.size > 0 ? [margin] : []),
  ];
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
    header: "Pedido",
    card: "title",
    cell: ({ id, numero_pedido, customer_name }) => (
      <Link to={`/admin/orders?pedido=${id}`} data-row-open className="font-semibold underline">
        nº {numero_pedido}
        {customer_name && `, ${customer_name}`}
      </Link>
    ),
  },
  { header: "Data", card: "meta", cell: ({ created_at }) => formatDate(created_at) },
  {
    header: "Status",
    card: "badge",
    cell: ({ status }) => <OrderStatusBadge status={status} />,
  },
  amountColumn("Total", "end", ({ valor_total }) => valor_total),
];
