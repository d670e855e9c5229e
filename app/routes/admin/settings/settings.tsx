import { useCallback } from "react";
import { type ShouldRevalidateFunctionArgs, useNavigation, useSearchParams } from "react-router";
import { shopContext } from "#app/context.ts";
import { isRefetching } from "#app/routes/admin/live/use-refetch.ts";
import { UnsavedGuard } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { PageHeader } from "#app/routes/admin/ui/page.tsx";
import type { Route } from "./+types/settings";
import { AboutTab } from "./about-tab.tsx";
import { AppearanceTab } from "./appearance-tab.tsx";
import { AuditTab } from "./audit-tab.tsx";
import { readAuditView } from "./audit-view.ts";
import { ContactTab } from "./contact-tab.tsx";
import { ContentTab } from "./content-tab.tsx";
import { DraftsProvider, useUnsavedTabs } from "./drafts.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { PaymentsTab } from "./payments-tab.tsx";
import { readSampleProduct } from "./sample-card.tsx";
import { TabSaveBar } from "./section-form.tsx";
import { SeoTab } from "./seo-tab.tsx";
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

const settingsTabs = {
  general: GeneralTab,
  about: AboutTab,
  seo: SeoTab,
  contact: ContactTab,
};

type PanelProps = Route.ComponentProps["loaderData"] & { tab: TabKey };

function Panel({ tab, settings, categories, audit, zones, exceptions, sample }: PanelProps) {
  if (tab === "audit") return <AuditTab view={audit} />;
  if (tab === "appearance") return <AppearanceTab {...{ settings, sample }} />;
  if (tab === "payments") return <PaymentsTab {...{ settings, zones, exceptions }} />;
  if (tab === "content") return <ContentTab {...{ settings, categories }} />;
  const SettingsTab = settingsTabs[tab];
  return <SettingsTab settings={settings} />;
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
