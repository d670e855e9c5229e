import { Link } from "react-router";
import type { BestSeller, Dashboard, DayTotals } from "#app/domain/reports/dashboard/rules.ts";
import { Panel } from "#app/routes/admin/kit/page.tsx";
import { formatMoney } from "#app/shared/money.ts";
import { Price } from "#app/ui/price.tsx";
import "./sales-panels.css";

/** The chart's viewBox size. */
const curveSize = { width: 600, height: 160 };

/** Bars for values from left to right; the highest reaches the top. */
export function curveBars(values: readonly number[]) {
  const highest = Math.max(...values, 1);
  const step = curveSize.width / Math.max(values.length, 1);
  return values.map((value, index) => {
    const height = (value / highest) * curveSize.height;
    return { x: index * step, y: curveSize.height - height, width: step, height };
  });
}

/** The SVG path of a line through the middle of each bar. */
export function toLine(values: readonly number[]): string {
  return curveBars(values)
    .map(
      ({ x, y, width }, index) => `${index === 0 ? "M" : "L"}${round(x + width / 2)} ${round(y)}`,
    )
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const week = 7;

/** The last seven days relative to the seven before: 0.25 is 25 % more. Undefined if those were zero. */
export function weekTrend(
  days: readonly DayTotals[],
  figure: "orders" | "revenue",
): number | undefined {
  const sum = (part: readonly DayTotals[]) => part.reduce((total, day) => total + day[figure], 0);
  const before = sum(days.slice(-2 * week, -week));
  return before === 0 ? undefined : sum(days.slice(-week)) / before - 1;
}

export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { today, month, revenue, received, receivable, days } = dashboard;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line">
      <Figure label="Pedidos hoje" value={show(today.orders)} note={formatMoney(today.amount)} />
      <Figure
        label="Pedidos no mês"
        value={show(month.orders)}
        note={formatMoney(month.amount)}
        trend={weekTrend(days, "orders")}
      />
      <Figure
        label="Receita no mês"
        value={formatMoney(revenue.month)}
        note="Pedidos entregues"
        trend={weekTrend(days, "revenue")}
      />
      <Figure label="Receita total" value={formatMoney(revenue.total)} note="Pedidos entregues" />
      <Figure
        label="A receber"
        value={formatMoney(receivable.amount)}
        note={receivable.orders === 1 ? "1 pedido" : `${show(receivable.orders)} pedidos`}
        to="/admin/receivables"
      />
      <Figure
        label="Recebido no mês"
        value={formatMoney(received.month)}
        note={`Hoje ${formatMoney(received.today)}`}
        to="/admin/cash"
      />
    </dl>
  );
}

type FigureProps = {
  label: string;
  value: string;
  note: string;
  trend?: number | undefined;
  /** The screen that says more. */
  to?: string;
};

function Figure({ label, value, note, trend, to }: FigureProps) {
  return (
    <div className="relative bg-background p-4">
      <dt className="text-sm text-muted">
        {to ? (
          <Link to={to} className="underline after:absolute after:inset-0">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="text-xl font-bold tabular-nums wrap-anywhere">{value}</dd>
      <dd className="text-sm text-muted tabular-nums">{note}</dd>
      {trend !== undefined && <Trend trend={trend} />}
    </div>
  );
}

const percent = new Intl.NumberFormat("pt-BR", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

function Trend({ trend }: { trend: number }) {
  const rising = trend >= 0;
  return (
    <dd
      className={`mt-1 flex items-start gap-1 text-sm ${rising ? "text-success-ink" : "text-danger-ink"}`}
    >
      <span
        className={`mt-0.5 size-4 shrink-0 ${rising ? "icon-[lucide--trending-up]" : "icon-[lucide--trending-down]"}`}
        aria-hidden
      />
      <span>{percent.format(trend)} na semana</span>
    </dd>
  );
}

function show(count: number): string {
  return count.toLocaleString("pt-BR");
}

/** Thirty days: orders as bars, delivered revenue as a line; a table for screen readers. */
export function CurvePanel({ days }: { days: readonly DayTotals[] }) {
  const orders = days.map((day) => day.orders);
  const revenue = days.map((day) => day.revenue);
  return (
    <Panel title="Últimos 30 dias">
      <div className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-2">
          <span className="sales-chart-key" data-figure="orders" aria-hidden />
          Pedidos por dia, até {Math.max(...orders)}
        </span>
        <span className="flex items-center gap-2">
          <span className="sales-chart-key" data-figure="revenue" aria-hidden />
          Receita por dia, até {formatMoney(Math.max(...revenue))}
        </span>
      </div>
      <Curve orders={orders} revenue={revenue} />
      <div className="mt-1 flex justify-between text-sm text-muted tabular-nums" aria-hidden>
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (day) => day && <span key={day.day}>{dayAndMonth(day.day)}</span>,
        )}
      </div>
      <DaysTable days={days} />
    </Panel>
  );
}

type CurveProps = { orders: readonly number[]; revenue: readonly number[] };

function Curve({ orders, revenue }: CurveProps) {
  const { width, height } = curveSize;
  return (
    <svg
      viewBox={`0 -4 ${width} ${height + 8}`}
      preserveAspectRatio="none"
      className="sales-chart"
      aria-hidden="true"
    >
      <path d={`M0 ${height}H${width}M0 ${height / 2}H${width}M0 0H${width}`} data-part="grid" />
      {curveBars(orders).map((bar) => (
        <rect
          key={bar.x}
          x={bar.x + bar.width * 0.2}
          y={bar.y}
          width={bar.width * 0.6}
          height={bar.height}
          data-part="orders"
        />
      ))}
      <path d={toLine(revenue)} data-part="revenue" />
    </svg>
  );
}

function DaysTable({ days }: { days: readonly DayTotals[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Pedidos e receita de cada um dos últimos 30 dias</caption>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            <th scope="col">Pedidos</th>
            <th scope="col">Receita</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, orders, revenue }) => (
            <tr key={day}>
              <th scope="row">{dayAndMonth(day)}</th>
              <td>{orders}</td>
              <td>{formatMoney(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** '2026-08-03' → '03/08' */
function dayAndMonth(day: string): string {
  return day.split("-").slice(1).reverse().join("/");
}

/** The best-selling products of thirty days. */
export function BestSellersPanel({ bestSellers }: { bestSellers: readonly BestSeller[] }) {
  const best = bestSellers[0]?.quantity ?? 1;
  return (
    <Panel title="Mais vendidos em 30 dias">
      {bestSellers.length === 0 && (
        <p className="text-muted">Nenhuma venda confirmada nos últimos 30 dias.</p>
      )}
      <ol className="flex flex-col gap-3">
        {bestSellers.map(({ product_id, product_name, quantity, amount }) => (
          <li key={product_id}>
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 font-semibold wrap-anywhere">{product_name}</span>
              <Price amount={amount} />
            </p>
            <div className="flex items-center gap-3">
              <div className="h-2 grow rounded-full bg-sunken" aria-hidden>
                <div
                  className="h-full rounded-full bg-primary"
                  style={{ width: `${(quantity / best) * 100}%` }}
                />
              </div>
              <span className="w-28 text-end text-sm text-muted tabular-nums">
                {quantity.toLocaleString("pt-BR")} {quantity === 1 ? "vendido" : "vendidos"}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
