import { Link } from "react-router";
import { shopContext } from "#app/context.ts";
import type { Setup } from "#app/domain/dashboard/rules.ts";
import { PageHeader } from "#app/routes/admin/ui/page-header.tsx";
import type { Route } from "./+types/dashboard";
import { Panel } from "./panel.tsx";
import { BestSellersPanel, CurvePanel, Figures } from "./sales-panels.tsx";
import { ActivityPanel, StockPanel, WaitingPanel } from "./work-panels.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return { ...(await shop.readDashboard()), warnings: await shop.listWarnings() };
}

/** Pending work first, then sales figures. */
export default function Dashboard({ loaderData: dashboard }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Dashboard" description="O que fazer agora" />
      <Warnings warnings={dashboard.warnings} />
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

const setupSteps: { key: keyof Setup; label: string; to: string }[] = [
  { key: "logo", label: "Enviar o logo", to: "/admin/settings?tab=general" },
  { key: "whatsapp", label: "Informar o WhatsApp", to: "/admin/settings?tab=contact" },
  { key: "product", label: "Cadastrar o primeiro produto", to: "/admin/products?editar=novo" },
  { key: "delivery", label: "Definir a entrega", to: "/admin/settings?tab=payments" },
];

/** The first steps of a new shop; gone when all are done. */
function SetupPanel({ setup }: { setup: Setup }) {
  if (setupSteps.every(({ key }) => setup[key])) return null;
  const done = setupSteps.filter(({ key }) => setup[key]).length;
  return (
    <Panel title={`Primeiros passos: ${done} de ${setupSteps.length}`} className="mb-4">
      <ul className="divide-y divide-line">
        {setupSteps.map(({ key, label, to }) => (
          <li key={key} className="flex min-h-11 items-center gap-3">
            <span
              className={
                setup[key]
                  ? "icon-[lucide--circle-check] size-5 text-success-ink"
                  : "icon-[lucide--circle] size-5 text-muted"
              }
              aria-hidden
            />
            {setup[key] ? (
              <span className="text-muted line-through">
                {label}
                <span className="sr-only"> (feito)</span>
              </span>
            ) : (
              <Link to={to} className="inline-flex min-h-11 items-center font-semibold underline">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
