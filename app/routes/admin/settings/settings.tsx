import { type ReactNode, Suspense, useCallback } from "react";
import { type ShouldRevalidateFunctionArgs, useNavigation, useSearchParams } from "react-router";
import { shopContext } from "#app/context.ts";
import { isRefetching } from "#app/routes/admin/live/use-refetch.ts";
import { onDemand } from "#app/routes/admin/ui/on-demand.tsx";
import { PageHeader } from "#app/routes/admin/ui/page-header.tsx";
import { LoadingState } from "#app/routes/admin/ui/states.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { Route } from "./+types/settings";
import { readAuditView } from "./audit-view.ts";
import { DraftsProvider, useUnsavedTabs } from "./drafts.tsx";
import { TabSaveBar } from "./section-form.tsx";
import { panelElementId, type TabKey, TabList, tabElementId, tabIn } from "./settings-tabs.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, categories, audit] = await Promise.all([
    shop.readAllSettings(),
    shop.listCategories(),
    tabIn(url.search) === "audit" ? readAuditView(shop, url.searchParams) : undefined,
  ]);
  return { settings, categories, audit };
}

/** Switching tabs loads only the audit log. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const isOtherTab = currentUrl.search !== nextUrl.search && tabIn(nextUrl.search) !== "audit";
  const isWithinScreen = isOtherTab && currentUrl.pathname === nextUrl.pathname;
  return isRefetching() || (defaultShouldRevalidate && !isWithinScreen);
}

const tabs = {
  general: onDemand(() => import("./general-tab.tsx").then((module) => module.GeneralTab)),
  content: onDemand(() => import("./content-tab.tsx").then((module) => module.ContentTab)),
  about: onDemand(() => import("./about-tab.tsx").then((module) => module.AboutTab)),
  seo: onDemand(() => import("./seo-tab.tsx").then((module) => module.SeoTab)),
  appearance: onDemand(() => import("./appearance-tab.tsx").then((module) => module.AppearanceTab)),
  payments: onDemand(() => import("./payments-tab.tsx").then((module) => module.PaymentsTab)),
  contact: onDemand(() => import("./contact-tab.tsx").then((module) => module.ContactTab)),
  audit: onDemand(() => import("./audit-tab.tsx").then((module) => module.AuditTab)),
};

// The open tab is part of the page that the server rendered.
if (!import.meta.env.SSR) await tabs[tabIn(location.search)].preload();

/** Loads a tab that the pointer or the focus reached, so that selecting it does not wait. */
function preloadTab(tab: TabKey) {
  tabs[tab].preload().catch((error) => console.warn("The tab was not loaded", error));
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Configurações" description="O que o site diz e como ele funciona" />
      <DraftsProvider>
        <Tabs {...loaderData} />
      </DraftsProvider>
    </>
  );
}

const unsavedGuard = lateComponent(() =>
  import("#app/routes/admin/ui/unsaved-guard.tsx").then((module) => module.UnsavedGuard),
);

function Tabs(loaderData: Route.ComponentProps["loaderData"]) {
  const unsaved = useUnsavedTabs();
  const [active, select] = useActiveTab();
  const Guard = useLateComponent(unsavedGuard, unsaved.length > 0);
  return (
    <>
      <TabList active={active} unsaved={unsaved} onSelect={select} onApproach={preloadTab} />
      <div
        id={panelElementId(active)}
        role="tabpanel"
        aria-labelledby={tabElementId(active)}
        className="[&_textarea]:max-h-[60vh]"
      >
        <Suspense fallback={<LoadingState>Carregando configurações...</LoadingState>}>
          <TabSaveBar>
            <Panel {...loaderData} tab={active} />
          </TabSaveBar>
        </Suspense>
      </div>
      {Guard && <Guard dirty={unsaved.length > 0} />}
    </>
  );
}

type PanelProps = Route.ComponentProps["loaderData"] & { tab: TabKey };

function Panel({ tab, settings, categories, audit }: PanelProps): ReactNode {
  if (tab === "audit") return <tabs.audit.OnDemand view={audit} />;
  if (tab === "content") return <tabs.content.OnDemand {...{ settings, categories }} />;
  const { OnDemand } = tabs[tab];
  return <OnDemand key={tab} settings={settings} />;
}

/** The tab of the URL; during a navigation the next one, so that it shows at once. */
function useActiveTab() {
  const [params, setParams] = useSearchParams();
  const { location: next } = useNavigation();
  const search = next?.pathname.endsWith("/settings") ? next.search : `?${params}`;
  const select = useCallback(
    (tab: TabKey) => setParams({ tab }, { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return [tabIn(search), select] as const;
}
