import { useState } from "react";
import { Link } from "react-router";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { administratorContext, type LoaderShop, shopContext } from "#app/context.ts";
import { type Setup, setupSteps } from "#app/domain/reports/dashboard/rules.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { PageHeader, Panel } from "#app/routes/admin/kit/page.tsx";
import { PasswordProofForm } from "#app/routes/admin/kit/session/password-proof-form.tsx";
import { SeriesNotices } from "#app/routes/admin/series/series-notices.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { Route } from "./+types/dashboard";
import { BestSellersPanel, Figures, RevenuePanel } from "./sales-panels.tsx";
import { DayPanel, MoneyPanel } from "./today-panels.tsx";
import { ActivityPanel, ExpiryPanel, StockPanel, WaitingPanel } from "./work-panels.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const isOwner = context.get(administratorContext).role === "dono";
  return {
    ...(await shop.reports.readDashboard()),
    coming: await shop.day.readComing(),
    notices: await shop.series.listNotices(),
    origin: url.origin,
    expiring: await shop.stock.listExpiringLots(),
    warnings: isOwner ? await listWarnings(shop) : [],
  };
}

async function listWarnings({ machine, outgoing }: LoaderShop): Promise<string[]> {
  const pixProblem = await outgoing.describePixProblem();
  return [...(await machine.listWarnings()), ...(pixProblem ? [pixProblem] : [])];
}

/** Pending work first, then sales figures; until the shop is open, its first steps instead. A phone has the same order in one column. */
export default function Dashboard({ loaderData: dashboard }: Route.ComponentProps) {
  const isOwner = useAllowed();
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
      <div className="mb-4 grid gap-4 lg:grid-cols-[2fr_3fr]">
        <DayPanel days={dashboard.coming} />
        <WaitingPanel waiting={dashboard.waiting} />
        <MoneyPanel receivable={dashboard.receivable} received={dashboard.received} />
        <StockPanel stock={dashboard.stock} />
      </div>
      <SeriesNotices notices={dashboard.notices} origin={dashboard.origin} />
      {isOwner && dashboard.setup.stage === "demo" && <DemoPanel />}
      <ExpiryPanel lots={dashboard.expiring} />
      <Figures dashboard={dashboard} />
      <RevenuePanel days={dashboard.days} />
      <div className="grid gap-4 lg:grid-cols-2">
        <BestSellersPanel bestSellers={dashboard.bestSellers} />
        <ActivityPanel latest={dashboard.latest} />
      </div>
    </>
  );
}

/** The warnings for the shop's owner or the server's operator. */
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

const steps: Record<(typeof setupSteps)[number], { label: string; hint: string; to: string }> = {
  identity: {
    label: "Nome e logo",
    hint: "Como a loja se chama no alto de cada página.",
    to: "/admin/settings?tab=general",
  },
  contact: {
    label: "Contato e horário",
    hint: "WhatsApp, telefone, endereço e quando você atende.",
    to: "/admin/settings?tab=contact",
  },
  payment: {
    label: "Entrega e pagamento",
    hint: "Taxa, pedido mínimo e as formas que você aceita.",
    to: "/admin/settings?tab=payments",
  },
  products: {
    label: "Produtos",
    hint: "Um por um, ou uma planilha inteira em Mais, Importar.",
    to: "/admin/products",
  },
  look: {
    label: "Aparência",
    hint: "As cores do site; as imagens ficam em Conteúdo.",
    to: "/admin/settings?tab=appearance",
  },
};

/** The steps that set up a new shop, each linked to its screen, and the button that opens it. */
function SetupPanel({ setup }: { setup: Setup }) {
  const { act, pending } = useAction();
  const done = setupSteps.filter((step) => setup[step]).length;
  const open = () =>
    act("PATCH", "/api/settings", {
      body: { stage: "open", version: setup.version },
      done: () => ({ title: "Loja aberta", description: "Quem visita já vê os produtos." }),
      failed: "Não foi possível abrir a loja",
    });
  return (
    <Panel title={`Primeiros passos: ${done} de ${setupSteps.length}`}>
      <ol className="mb-5 divide-y divide-line">
        {setupSteps.map((step) => (
          <li key={step} className="relative flex min-h-16 items-center gap-3 py-2">
            <span
              className={
                setup[step]
                  ? "icon-[lucide--circle-check] size-6 shrink-0 text-success-ink"
                  : "icon-[lucide--circle] size-6 shrink-0 text-muted"
              }
              aria-hidden
            />
            <div className="min-w-0">
              <Link
                to={steps[step].to}
                className="font-semibold underline underline-offset-4 after:absolute after:inset-0"
              >
                {steps[step].label}
                {setup[step] && <span className="sr-only"> (feito)</span>}
              </Link>
              <p className="text-muted">{steps[step].hint}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mb-3 text-muted">
        Até abrir, quem visita vê o nome, o WhatsApp e ‘Em breve’. Você já vê a loja inteira.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button pending={pending !== undefined} onClick={() => void open()}>
          Abrir a loja
        </Button>
        <a
          href="/"
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center px-3 font-semibold underline"
        >
          Ver como vai ficar
        </a>
      </div>
    </Panel>
  );
}

/** Offers to replace the demonstration shop by one of the seller's own. */
function DemoPanel() {
  const refetch = useRefetch();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <section
      aria-label="Loja de demonstração"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-tint px-4 py-3 text-tint-ink md:px-5"
    >
      <p>Esta é a loja de demonstração.</p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        Começar minha loja
      </Button>
      <Dialog open={isAsking} onClose={close} title="Começar minha loja" className="dialog-small">
        <div className="flex flex-col gap-4 px-5 py-4 md:px-8">
          <p>
            Produtos, receitas, pedidos, imagens e textos da demonstração serão apagados. Antes,
            tudo é guardado em um backup no servidor. Sua conta fica.
          </p>
          <PasswordProofForm
            path="/api/own-shop"
            submitLabel="Apagar e começar"
            onDone={() => {
              close();
              toast({ title: "Sua loja está vazia", description: "Comece pelos cinco passos." });
              void refetch();
            }}
            onCancel={close}
          />
        </div>
      </Dialog>
    </section>
  );
}
