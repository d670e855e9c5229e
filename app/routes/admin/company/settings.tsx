import { useCallback } from "react";
import { type ShouldRevalidateFunctionArgs, useNavigation, useSearchParams } from "react-router";
import { isRefetching } from "#app/client/refetch.ts";
import { shopContext } from "#app/context.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { type AuditView, readAuditView } from "#app/routes/admin/audit/audit-view.ts";
import { UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { LoadingState } from "#app/routes/admin/kit/states.tsx";
import { PaymentsTab, paymentsTab } from "#app/routes/admin/payments/payments-tab.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { Route } from "./+types/settings";
import { AboutTab, aboutTab } from "./about-tab.tsx";
import { AppearanceTab, appearanceTab } from "./appearance-tab.tsx";
import { ContactTab, contactTab } from "./contact-tab.tsx";
import { ContentTab, contentTab } from "./content-tab.tsx";
import { GeneralTab, generalTab } from "./general-tab.tsx";
import { readSampleProduct } from "./sample-card.tsx";
import { SeoTab, seoTab } from "./seo-tab.tsx";
import { useSettingsForm } from "./settings-form.ts";
import {
  panelElementId,
  type TabKey,
  TabList,
  tabElementId,
  tabIn,
  tabKeys,
} from "./settings-tabs.tsx";
import { UnsavedSettingsContext } from "./unsaved-settings.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, categories, zones, exceptions, audit] = await Promise.all([
    shop.company.readSettings(),
    shop.catalogue.listCategories(),
    shop.delivery.listZones(),
    shop.delivery.listExceptions(),
    tabIn(url.search) === "audit" ? readAuditView(shop, url.searchParams) : undefined,
  ]);
  const sample = await readSampleProduct(shop, categories);
  const pixBank = shop.outgoing.nameOfPixBank();
  return { settings, categories, audit, zones, exceptions, sample, pixBank };
}

/** Switching tabs loads only the audit log. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const isOtherTab = currentUrl.search !== nextUrl.search && tabIn(nextUrl.search) !== "audit";
  const isWithinScreen = isOtherTab && currentUrl.pathname === nextUrl.pathname;
  return isRefetching() || (defaultShouldRevalidate && !isWithinScreen);
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const forms = useTabForms(loaderData.settings);
  const [active, select] = useActiveTab();
  const unsaved = formTabs.filter((tab) => forms[tab].unsavedKeys.length > 0);
  const hasUnsaved = unsaved.length > 0;
  return (
    <>
      <PageHeader title="Configurações" description="O que o site diz e como ele funciona" />
      <TabList active={active} unsaved={unsaved} onSelect={select} />
      <div
        id={panelElementId(active)}
        role="tabpanel"
        aria-labelledby={tabElementId(active)}
        className="[&_textarea]:max-h-[60vh]"
      >
        <UnsavedSettingsContext value={hasUnsaved}>
          <Panel {...loaderData} tab={active} forms={forms} />
        </UnsavedSettingsContext>
      </div>
      {hasUnsaved && <UnsavedGuard dirty />}
    </>
  );
}

/** The forms of all tabs: what is typed stays while the user switches between them. */
function useTabForms(settings: Settings) {
  return {
    general: useSettingsForm(generalTab, settings),
    content: useSettingsForm(contentTab, settings),
    about: useSettingsForm(aboutTab, settings),
    seo: useSettingsForm(seoTab, settings),
    appearance: useSettingsForm(appearanceTab, settings),
    payments: useSettingsForm(paymentsTab, settings),
    contact: useSettingsForm(contactTab, settings),
  };
}
type TabForms = ReturnType<typeof useTabForms>;

const formTabs = tabKeys.filter((tab) => tab !== "audit");

type PanelProps = Route.ComponentProps["loaderData"] & { tab: TabKey; forms: TabForms };

function Panel({ tab, forms, ...data }: PanelProps) {
  switch (tab) {
    case "general":
      return <GeneralTab form={forms.general} settings={data.settings} />;
    case "content":
      return <ContentTab form={forms.content} categories={data.categories} />;
    case "about":
      return <AboutTab form={forms.about} />;
    case "seo":
      return <SeoTab form={forms.seo} settings={data.settings} />;
    case "appearance":
      return <AppearanceTab form={forms.appearance} {...data} />;
    case "payments":
      return <PaymentsTab form={forms.payments} {...data} />;
    case "contact":
      return <ContactTab form={forms.contact} />;
    case "audit":
      return <LateAuditTab audit={data.audit} />;
  }
}

/** The other tabs do not need it. */
const auditTab = lateComponent(
  () => import("#app/routes/admin/audit/audit-tab.tsx"),
  ({ AuditTab }) => AuditTab,
);

/** The read-only audit log. `audit` is undefined while loading. */
function LateAuditTab({ audit }: { audit: AuditView | undefined }) {
  const AuditTab = useLateComponent(auditTab, true);
  if (!audit || !AuditTab) return <LoadingState>Carregando logs...</LoadingState>;
  return <AuditTab {...audit} />;
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
