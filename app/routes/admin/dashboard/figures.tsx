import type { Dashboard } from "#app/domain/dashboard/rules.ts";
import { formatMoney } from "#app/domain/money/rules.ts";
import { weekTrend } from "./trend.ts";

/** The figures of the day and the month, with the trend of the week where there is one. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { today, month, revenue, days } = dashboard;
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
    </dl>
  );
}

type FigureProps = { label: string; value: string; note: string; trend?: number | undefined };

function Figure({ label, value, note, trend }: FigureProps) {
  return (
    <div className="bg-background p-4">
      <dt className="text-sm text-muted">{label}</dt>
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
