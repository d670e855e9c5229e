import { shopContext } from "#app/context.ts";
import type { Route } from "./+types/dashboard";
import { ActivityPanel } from "./dashboard/activity-panel.tsx";
import { BestSellersPanel } from "./dashboard/best-sellers-panel.tsx";
import { CurvePanel } from "./dashboard/curve-panel.tsx";
import { Figures } from "./dashboard/figures.tsx";
import { StockPanel } from "./dashboard/stock-panel.tsx";
import { WaitingPanel } from "./dashboard/waiting-panel.tsx";
import { PageHeader } from "./ui/page-header.tsx";
import "./dashboard/dashboard.css";

export function loader({ context }: Route.LoaderArgs) {
  return context.get(shopContext).readDashboard();
}

/** What a seller opens in the morning: first what must be done, then how things go. */
export default function Dashboard({ loaderData: dashboard }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Dashboard" description="O que fazer agora" />
      <WaitingPanel waiting={dashboard.waiting} />
      <div className="mb-4 grid gap-4 lg:grid-cols-2">
        <StockPanel stock={dashboard.stock} />
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
