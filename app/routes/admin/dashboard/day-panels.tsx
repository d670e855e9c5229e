import type { DayFigures } from "#app/domain/day/rules.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Panel, PanelLink } from "./panel.tsx";

/** 'Hoje' and 'Amanhã': what goes out. Nothing where no order has a date. */
export function DayPanels({ days }: { days: readonly DayFigures[] }) {
  if (days.every(({ stops }) => stops === 0)) return null;
  return (
    <div className="mb-4 grid gap-4 sm:grid-cols-2">
      {days.map(({ date, stops, kilos, amount, unpicked }, index) => (
        <Panel
          key={date}
          title={index === 0 ? "Hoje" : "Amanhã"}
          action={<PanelLink to={`/admin/day?date=${date}`}>Abrir o dia</PanelLink>}
        >
          <p className="text-lg font-semibold tabular-nums">
            {stops === 1 ? "1 parada" : `${stops} paradas`} · {formatMoney(amount)}
          </p>
          <p className="text-muted tabular-nums">
            {kilos > 0 && `${formatQuantity(kilos)} kg · `}
            {unpicked === 0 ? "tudo separado" : countUnpicked(unpicked)}
          </p>
        </Panel>
      ))}
    </div>
  );
}

function countUnpicked(count: number): string {
  return count === 1 ? "1 produto por separar" : `${count} produtos por separar`;
}
