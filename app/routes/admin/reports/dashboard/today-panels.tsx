import { Link } from "react-router";
import type { DayFigures } from "#app/domain/day/rules.ts";
import { formatOrderCount } from "#app/domain/orders/texts.ts";
import type { Dashboard } from "#app/domain/reports/dashboard/rules.ts";
import { Panel, PanelLink } from "#app/routes/admin/kit/page.tsx";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";

/** The deliveries of today, and below them those of tomorrow. */
export function DayPanel({ days: [today, tomorrow] }: { days: readonly DayFigures[] }) {
  if (!today) return null;
  return (
    <Panel title="Hoje" action={<PanelLink to={dayAddress(today)}>Abrir o dia</PanelLink>}>
      <div className="mb-3">
        <p className="text-2xl font-bold tabular-nums">{countStops(today.stops)}</p>
        <p className="text-muted tabular-nums">{describeDay(today)}</p>
      </div>
      {tomorrow && (
        <p className="relative mt-auto -mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2 tabular-nums">
          <Link
            to={dayAddress(tomorrow)}
            className="font-semibold underline decoration-line underline-offset-4 after:absolute after:inset-0 hover:decoration-current"
          >
            Amanhã
          </Link>
          <span className="text-muted">
            {countStops(tomorrow.stops).toLowerCase()}
            {tomorrow.stops > 0 && ` · ${formatMoney(tomorrow.amount)}`}
          </span>
        </p>
      )}
    </Panel>
  );
}

function dayAddress({ date }: DayFigures): string {
  return `/admin/day?date=${date}`;
}

function countStops(stops: number): string {
  if (stops === 0) return "Nenhuma parada";
  return stops === 1 ? "1 parada" : `${stops} paradas`;
}

/** 'R$ 310,00 · 12 kg · 3 produtos por separar' */
function describeDay({ stops, kilos, amount, unpicked }: DayFigures): string {
  if (stops === 0) return "Nada para entregar";
  const parts = [formatMoney(amount)];
  if (kilos > 0) parts.push(`${formatQuantity(kilos)} kg`);
  if (unpicked === 0) parts.push("tudo separado");
  else parts.push(unpicked === 1 ? "1 produto por separar" : `${unpicked} produtos por separar`);
  return parts.join(" · ");
}

/** The amounts that customers still owe, and below them the received ones. */
export function MoneyPanel({ receivable, received }: Pick<Dashboard, "receivable" | "received">) {
  const { orders, amount, overdue } = receivable;
  return (
    <Panel title="A receber" action={<PanelLink to="/admin/receivables">Ver quem deve</PanelLink>}>
      <div className="mb-3">
        <p className="text-2xl font-bold tabular-nums wrap-anywhere">{formatMoney(amount)}</p>
        <p className="text-muted tabular-nums">
          {formatOrderCount(orders)}
          {overdue > 0 && (
            <>
              {" · "}
              <span className="font-semibold text-danger-ink">
                {overdue === 1 ? "1 vencido" : `${overdue.toLocaleString("pt-BR")} vencidos`}
              </span>
            </>
          )}
        </p>
      </div>
      <p className="relative mt-auto -mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2 tabular-nums">
        <Link
          to="/admin/cash"
          className="font-semibold underline decoration-line underline-offset-4 after:absolute after:inset-0 hover:decoration-current"
        >
          Recebido no mês
        </Link>
        <span className="text-muted">
          {formatMoney(received.month)} · hoje {formatMoney(received.today)}
        </span>
      </p>
    </Panel>
  );
}
