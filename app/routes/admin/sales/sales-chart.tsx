import type { Bar, BarSpan } from "#app/domain/sales/rules.ts";
import { type SalesFigure, salesFigures } from "#app/domain/sales/schema.ts";
import { formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";

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
              <th scope="col">Início</th>
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
