import type { DayTally } from "#app/domain/dashboard/rules.ts";
import { formatMoney } from "#app/domain/money/rules.ts";
import { curveSize, toBars, toLine } from "./curve-points.ts";
import { Panel } from "./panel.tsx";

/** Thirty days: orders as columns, delivered revenue as a line; for screen readers a table. */
export function CurvePanel({ days }: { days: readonly DayTally[] }) {
  const orders = days.map((day) => day.orders);
  const revenue = days.map((day) => day.revenue);
  return (
    <Panel title="Últimos 30 dias">
      <div className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-2">
          <span className="curve-key" data-figure="orders" aria-hidden />
          Pedidos por dia, até {Math.max(...orders)}
        </span>
        <span className="flex items-center gap-2">
          <span className="curve-key" data-figure="revenue" aria-hidden />
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
      className="curve"
      aria-hidden="true"
    >
      <path d={`M0 ${height}H${width}M0 ${height / 2}H${width}M0 0H${width}`} data-part="grid" />
      {toBars(orders).map((bar) => (
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

function DaysTable({ days }: { days: readonly DayTally[] }) {
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

/** '2026-08-03' → '03/08'. */
function dayAndMonth(day: string): string {
  return day.split("-").slice(1).reverse().join("/");
}
