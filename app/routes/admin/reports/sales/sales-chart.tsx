import {
  type BarSpan,
  type SalesFigure,
  salesFigures,
  toBars,
} from "#app/domain/reports/sales/rules.ts";
import type { Sales } from "#app/domain/reports/sales/schema.ts";
import { AmountChart } from "#app/routes/admin/reports/chart/amount-chart.tsx";
import { addDays, formatDay } from "#app/shared/days.ts";

type SalesChartProps = { sales: Sales; span: BarSpan; figure: SalesFigure };

/** The amounts of the period and of the one before. */
export function SalesChart({ sales, span, figure }: SalesChartProps) {
  const { from, until, before_from } = sales;
  const bars = toBars(sales, span).map(({ start, orders, ...amounts }) => ({
    ...amounts,
    name: nameBar(start, span),
    shortName: span === "month" ? nameBar(start, span) : formatDay(start).slice(0, 5),
    count: orders,
  }));
  return (
    <div className="mb-4 rounded-md border border-line bg-background p-4 md:p-5">
      <AmountChart
        name={`${salesFigures[figure].label} ${spanLabels[span]}`}
        bars={bars}
        period={formatPeriod(from, until)}
        periodBefore={`Antes: ${formatPeriod(before_from, addDays(from, -1))}`}
        counted={figure === "received" ? "Pagamentos" : "Pedidos"}
      />
    </div>
  );
}

const spanLabels: Record<BarSpan, string> = {
  day: "por dia",
  week: "por semana",
  month: "por mês",
};

/** '03/08/2026', 'semana de 03/08/2026', '08/2026' */
function nameBar(start: string, span: BarSpan): string {
  if (span === "month") return formatDay(start).slice(3);
  return span === "week" ? `Semana de ${formatDay(start)}` : formatDay(start);
}

/** '30/10/2026 a 28/11/2026', of one day that day. */
function formatPeriod(from: string, until: string): string {
  return from === until ? formatDay(from) : `${formatDay(from)} a ${formatDay(until)}`;
}
