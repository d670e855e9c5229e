import { shopContext } from "#app/context.ts";
import { PageHeader } from "#app/routes/admin/ui/page.tsx";
import type { Route } from "./+types/dashboard";
import { DayPanels } from "./day-panels.tsx";
import { DemoPanel, SetupPanel } from "./opening-panels.tsx";
import { BestSellersPanel, CurvePanel, Figures } from "./sales-panels.tsx";
import { ActivityPanel, ExpiryPanel, StockPanel, WaitingPanel } from "./work-panels.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return {
    ...(await shop.readDashboard()),
    coming: await shop.day.readComing(),
    expiring: await shop.listExpiringLots(),
    warnings: await shop.listWarnings(),
  };
}

/** Pending work first, then sales figures; until the shop is open, its first steps instead. */
export default function Dashboard({ loaderData: dashboard }: Route.ComponentProps) {
  if (dashboard.setup.stage === "preparing") {
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
      {dashboard.setup.stage === "demo" && <DemoPanel />}
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
