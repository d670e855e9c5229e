import { useSearchParams } from "react-router";
import { administratorContext, shopContext } from "#app/context.ts";
import { daySchema } from "#app/domain/day/schema.ts";
import { cursorSchema } from "#app/domain/kernel/paging/schema.ts";
import {
  type BarSpan,
  barSpans,
  periodError,
  periodOf,
  periods,
  type SalesDimension,
  type SalesFigure,
  salesDimensions,
  salesFigures,
  usualSpan,
} from "#app/domain/reports/sales/rules.ts";
import type { SalesQuery } from "#app/domain/reports/sales/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { ChoiceFilter, DayField } from "#app/routes/admin/kit/fields/day-field.tsx";
import { DownloadLink } from "#app/routes/admin/kit/links.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { z } from "#app/shared/zod.ts";
import type { Route } from "./+types/sales";
import { SalesChart } from "./sales-chart.tsx";
import { RowOrders, SalesTable, TotalMargin, Totals } from "./sales-table.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const view = readView(url.searchParams);
  const { query } = view;
  const key = url.searchParams.get("linha");
  const after = cursorSchema.safeParse(url.searchParams.get("depois")).data;
  const orders = key === null ? undefined : await shop.reports.listSalesOrders(query, key, after);
  const sales = await shop.reports.readSales(query);
  const isOwner = context.get(administratorContext).role === "dono";
  const margins = isOwner ? await shop.reports.readSalesMargins(query) : undefined;
  return { ...view, sales, margins, key, orders };
}

/** `period` is empty for typed days. */
type View = { query: SalesQuery; period: string; span: BarSpan };

/** The query of the URL's parameters; invalid ones are replaced by the usual ones. */
function readView(params: URLSearchParams): View {
  const today = dayOf(new Date());
  const names = Object.keys(periods) as (keyof typeof periods)[];
  const name = z.enum(names).catch("30-dias").parse(params.get("periodo"));
  const period = periodOf(name, today);
  const typed = {
    from: daySchema.catch(period.from).parse(params.get("de")),
    until: daySchema.catch(period.until).parse(params.get("ate")),
  };
  const isTyped = (params.has("de") || params.has("ate")) && !periodError(typed);
  const { from, until } = isTyped ? typed : period;
  const figure = keyOf(salesFigures, params.get("figura"), "delivered") as SalesFigure;
  const by = keyOf(salesDimensions, params.get("por"), "product") as SalesDimension;
  const isPossible = figure !== "received" || salesDimensions[by].ofPayments;
  return {
    query: { from, until, figure, by: isPossible ? by : "customer" },
    period: isTyped ? "" : name,
    span: keyOf(barSpans, params.get("barras"), usualSpan(from, until)) as BarSpan,
  };
}

function keyOf(table: object, name: string | null, usual: string): string {
  return name !== null && Object.hasOwn(table, name) ? name : usual;
}

/** The sales of a period, by the figure and dimension that the seller chooses. */
export default function SalesPage({ loaderData }: Route.ComponentProps) {
  const { query, period, span, sales, margins, key, orders } = loaderData;
  const row = sales.rows.find((one) => one.key === key);
  const { figure, by } = query;
  return (
    <>
      <PageHeader title="Vendas" description={salesFigures[figure].description}>
        <Files query={query} />
      </PageHeader>
      <Filters query={query} span={span} period={period} />
      <Totals sales={sales} figure={figure} />
      {margins && <TotalMargin margin={margins.total} />}
      {sales.rows.length === 0 ? (
        <EmptyRows icon="icon-[lucide--chart-column]" title="Nenhuma venda neste período" />
      ) : (
        <>
          <SalesChart sales={sales} span={span} figure={figure} />
          <SalesTable
            sales={sales}
            margins={margins?.rows ?? []}
            figure={figure}
            by={by}
            selected={key}
          />
        </>
      )}
      {row && orders && <RowOrders row={row} orders={orders} />}
    </>
  );
}

const labelsOf = (table: Record<string, { label: string }>) =>
  Object.entries(table).map(([value, { label }]) => [value, label] as const);

/** Each choice is a parameter of the address; dates take the place of a named period. */
function Filters({ query, span, period }: { query: SalesQuery; span: BarSpan; period: string }) {
  const [, setParams] = useSearchParams();
  const { from, until, figure, by } = query;
  const dimensions = Object.entries(salesDimensions).filter(
    ([, { ofPayments }]) => figure !== "received" || ofPayments,
  );
  function change(changes: Record<string, string>) {
    setParams(
      (params) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === "") params.delete(name);
          else params.set(name, value);
        }
        params.delete("depois");
        return params;
      },
      { preventScrollReset: true },
    );
  }
  const changeDays = (days: { de: string; ate: string }) => change({ ...days, periodo: "" });
  return (
    <search className="mb-4 grid grid-cols-2 gap-2 print:hidden sm:flex sm:flex-wrap sm:items-end">
      <ChoiceFilter
        label="Figura"
        value={figure}
        choices={labelsOf(salesFigures)}
        onChoose={(figura) => change({ figura })}
      />
      <ChoiceFilter
        label="Período"
        value={period}
        choices={[
          ...(period === "" ? [["", "Outro período"] as const] : []),
          ...Object.entries(periods),
        ]}
        onChoose={(periodo) => change({ periodo, de: "", ate: "" })}
      />
      <DayField label="De" value={from} onChange={(de) => changeDays({ de, ate: until })} />
      <DayField label="Até" value={until} onChange={(ate) => changeDays({ de: from, ate })} />
      <ChoiceFilter
        label="Agrupar por"
        value={by}
        choices={dimensions.map(
          ([value, { label }]) => [value, `Por ${label.toLowerCase()}`] as const,
        )}
        onChoose={(por) => change({ por, linha: "" })}
      />
      <ChoiceFilter
        label="Barras"
        value={span}
        choices={Object.entries(barSpans)}
        onChoose={(barras) => change({ barras })}
      />
    </search>
  );
}

/** The rows behind the figures; of what was received there is the cash's file. */
function Files({ query: { from, until, figure } }: { query: SalesQuery }) {
  const range = `from=${from}&until=${until}`;
  const files =
    figure === "received"
      ? [["Pagamentos", `/api/payments/export.csv?${range}`] as const]
      : ([
          ["Pedidos", `/api/sales/orders.csv?${range}&figure=${figure}`],
          ["Itens", `/api/sales/lines.csv?${range}&figure=${figure}`],
        ] as const);
  return (
    <Allowed>
      <p className="flex flex-wrap gap-2 print:hidden">
        {files.map(([label, href]) => (
          <DownloadLink
            key={href}
            href={href}
            title={`${label} de ${formatDay(from)} a ${formatDay(until)}`}
          >
            {`${label} (CSV)`}
          </DownloadLink>
        ))}
      </p>
    </Allowed>
  );
}
