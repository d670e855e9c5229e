import { shopContext } from "#app/context.ts";
import { PageHeader } from "#app/routes/admin/ui/page-header.tsx";
import type { Route } from "./+types/dashboard";
import { BestSellersPanel, CurvePanel, Figures } from "./sales-panels.tsx";
import { SetupPanel } from "./setup-panel.tsx";
import { ActivityPanel, StockPanel, WaitingPanel } from "./work-panels.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return context.get(shopContext).readDashboard();
}

/** Pending work first, then sales figures. */
export default function Dashboard({ loaderData: dashboard }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Dashboard" description="O que fazer agora" />
      <SetupPanel setup={dashboard.setup} />
      <WaitingPanel waiting={dashboard.waiting} />
      <div className="mb-4 grid gap-4 lg:grid-cols-2">
        <StockPanel stock={dashboard.stock} setup={dashboard.setup} />
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
