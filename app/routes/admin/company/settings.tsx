import { useCallback } from "react";
import { type ShouldRevalidateFunctionArgs, useNavigation, useSearchParams } from "react-router";
import { isRefetching } from "#app/client/refetch.ts";
import { shopContext } from "#app/context.ts";
import { readAuditView } from "#app/routes/admin/audit/audit-view.ts";
import { UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { LoadingState } from "#app/routes/admin/kit/states.tsx";
import { PaymentsTab } from "#app/routes/admin/payments/payments-tab.tsx";
import { type LateComponent, lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { Route } from "./+types/settings";
import { ContentTab } from "./content-tab.tsx";
import { DraftsProvider, useUnsavedTabs } from "./drafts.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { readSampleProduct } from "./sample-card.tsx";
import { TabSaveBar } from "./section-form.tsx";
import { panelElementId, type TabKey, TabList, tabElementId, tabIn } from "./settings-tabs.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, categories, zones, exceptions, audit] = await Promise.all([
    shop.readAllSettings(),
    shop.listCategories(),
    shop.listZones(),
    shop.listExceptions(),
    tabIn(url.search) === "audit" ? readAuditView(shop, url.searchParams) : undefined,
  ]);
  const sample = await readSampleProduct(shop, categories);
  return { settings, categories, audit, zones, exceptions, sample };
}

/** Switching tabs loads only the audit log. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const isOtherTab = currentUrl.search !== nextUrl.search && tabIn(nextUrl.search) !== "audit";
  const isWithinScreen = isOtherTab && currentUrl.pathname === nextUrl.pathname;
  return isRefetching() || (defaultShouldRevalidate && !isWithinScreen);
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

function Tabs(loaderData: Route.ComponentProps["loaderData"]) {
  const unsaved = useUnsavedTabs();
  const [active, select] = useActiveTab();
  return (
    <>
      <TabList active={active} unsaved={unsaved} onSelect={select} />
      <div
        id={panelElementId(active)}
        role="tabpanel"
        aria-labelledby={tabElementId(active)}
        className="[&_textarea]:max-h-[60vh]"
      >
        <TabSaveBar>
          <Panel {...loaderData} tab={active} />
        </TabSaveBar>
      </div>
      {unsaved.length > 0 && <UnsavedGuard dirty />}
    </>
  );
}

/** Tabs in files of their own: together they are more than a screen may load. */
const laterTabs = {
  about: lateComponent(async () => (await import("./about-tab.tsx")).AboutTab),
  appearance: lateComponent(async () => (await import("./appearance-tab.tsx")).AppearanceTab),
  audit: lateComponent(
    async () => (await import("#app/routes/admin/audit/audit-tab.tsx")).AuditTab,
  ),
  contact: lateComponent(async () => (await import("./contact-tab.tsx")).ContactTab),
  seo: lateComponent(async () => (await import("./seo-tab.tsx")).SeoTab),
};

type PanelProps = Route.ComponentProps["loaderData"] & { tab: TabKey };

function Panel({ tab, ...data }: PanelProps) {
  if (tab === "general") return <GeneralTab settings={data.settings} />;
  if (tab === "content") return <ContentTab {...data} />;
  if (tab === "payments") return <PaymentsTab {...data} />;
  // Each tab takes what it needs of the screen's data.
  return <LaterPanel key={tab} late={laterTabs[tab] as LateComponent<typeof data>} {...data} />;
}

type LaterPanelProps = Omit<PanelProps, "tab"> & { late: LateComponent<Omit<PanelProps, "tab">> };

function LaterPanel({ late, ...data }: LaterPanelProps) {
  const Tab = useLateComponent(late, true);
  return Tab ? <Tab {...data} /> : <LoadingState>Carregando configurações...</LoadingState>;
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
