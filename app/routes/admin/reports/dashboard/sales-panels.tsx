import type { BestSeller, Dashboard, DayTotals } from "#app/domain/reports/dashboard/rules.ts";
import { Panel, PanelLink } from "#app/routes/admin/kit/page.tsx";
import { AmountChart } from "#app/routes/admin/reports/chart/amount-chart.tsx";
import { formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantities } from "#app/shared/quantities.ts";
import { Price } from "#app/ui/price.tsx";

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
  const { today, month, revenue, days } = dashboard;
  return (
    <dl className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4">
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
    </dl>
  );
}

type FigureProps = {
  label: string;
  value: string;
  note: string;
  trend?: number | undefined;
};

function Figure({ label, value, note, trend }: FigureProps) {
  return (
    <div className="min-w-0 bg-background p-3 sm:p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-lg font-bold sm:text-xl tabular-nums wrap-anywhere">{value}</dd>
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

/** The delivered revenue of thirty days beside that of the thirty before. */
export function RevenuePanel({ days }: { days: readonly DayTotals[] }) {
  const bars = days.map(({ day, orders, revenue, revenue_before }) => ({
    name: formatDay(day),
    shortName: formatDay(day).slice(0, 5),
    amount: revenue,
    before: revenue_before,
    count: orders,
  }));
  return (
    <Panel
      title="Receita em 30 dias"
      action={<PanelLink to="/admin/sales">Vendas</PanelLink>}
      className="mb-4"
    >
      <AmountChart
        name="Pedidos e receita de cada um dos últimos 30 dias"
        bars={bars}
        period="Pedidos entregues, por dia"
        periodBefore="30 dias antes"
        counted="Pedidos"
      />
    </Panel>
  );
}

/** The best-selling products of thirty days. */
export function BestSellersPanel({ bestSellers }: { bestSellers: readonly BestSeller[] }) {
  const best = bestSellers[0]?.amount || 1;
  return (
    <Panel title="Mais vendidos em 30 dias">
      {bestSellers.length === 0 && (
        <p className="text-muted">Nenhuma venda confirmada nos últimos 30 dias.</p>
      )}
      <ol className="flex flex-col gap-3">
        {bestSellers.map(({ product_id, product_name, quantities, amount }) => (
          <li key={product_id}>
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 font-semibold wrap-anywhere">{product_name}</span>
              <Price amount={amount} />
            </p>
            <div className="flex items-center gap-3">
              <div className="h-2 grow rounded-full bg-sunken" aria-hidden>
                <div
                  className="h-full rounded-full bg-primary"
                  style={{ width: `${(amount / best) * 100}%` }}
                />
              </div>
              <span className="w-28 text-end text-sm text-muted tabular-nums">
                {formatQuantities(quantities)}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
