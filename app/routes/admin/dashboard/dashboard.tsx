import { administratorContext, shopContext } from "#app/context.ts";
import type { DayFigures } from "#app/domain/day/rules.ts";
import { useRole } from "#app/routes/admin/layout-data.ts";
import { PageHeader, Panel, PanelLink } from "#app/routes/admin/ui/page.tsx";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import type { Route } from "./+types/dashboard";
import { DemoPanel, SetupPanel } from "./opening-panels.tsx";
import { BestSellersPanel, CurvePanel, Figures } from "./sales-panels.tsx";
import { ActivityPanel, ExpiryPanel, StockPanel, WaitingPanel } from "./work-panels.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const isOwner = context.get(administratorContext).role === "dono";
  return {
    ...(await shop.readDashboard()),
    coming: await shop.day.readComing(),
    expiring: await shop.listExpiringLots(),
    warnings: isOwner ? await shop.listWarnings() : [],
  };
}

/** Pending work first, then sales figures; until the shop is open, its first steps instead. */
export default function Dashboard({ loaderData: dashboard }: Route.ComponentProps) {
  const isOwner = useRole() === "dono";
  if (isOwner && dashboard.setup.stage === "preparing") {
    return (
      <>
        <PageHeader title="Dashboard" description="Sua loja, em cinco passos" />
        <Warnings warnings={dashboard.warnings} />
        <SetupPanel setup={dashboard.setup} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Dashboard" description="O que fazer agora" />
      <Warnings warnings={dashboard.warnings} />
      {isOwner && dashboard.setup.stage === "demo" && <DemoPanel />}
      <WaitingPanel waiting={dashboard.waiting} />
      <DayPanels days={dashboard.coming} />
      <div className="mb-4 grid gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <ExpiryPanel lots={dashboard.expiring} />
          <StockPanel stock={dashboard.stock} />
        </div>
        <div className="flex flex-col gap-4">
          <Figures dashboard={dashboard} />
          <ActivityPanel latest={dashboard.latest} />
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <CurvePanel days={dashboard.days} />
        <BestSellersPanel bestSellers={dashboard.bestSellers} />
      </div>
    </>
  );
}

/** What the server's operator should look at. */
function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div role="alert" className="mb-4 rounded-md bg-danger-soft p-4 text-danger-ink">
      {warnings.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** 'Hoje' and 'Amanhã': what goes out. Nothing where no order has a date. */
function DayPanels({ days }: { days: readonly DayFigures[] }) {
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
            {unpicked > 0 ? countUnpicked(unpicked) : stops > 0 && "tudo separado"}
          </p>
        </Panel>
      ))}
    </div>
  );
}

function countUnpicked(count: number): string {
  return count === 1 ? "1 produto por separar" : `${count} produtos por separar`;
}
