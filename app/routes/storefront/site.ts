import { useRouteLoaderData } from "react-router";
import type { CompanyFacts } from "#app/domain/settings/company.ts";
import type { Settings } from "#app/domain/settings/schema.ts";

/** Settings that single pages load. */
type PageSettings =
  | "policies"
  | "about_page_content"
  | "disabled_payment_methods"
  | "pix"
  | "order_messages"
  | "customer_mails"
  | "reminder_minutes"
  | "service_types"
  | "home_hero_title"
  | "home_hero_text"
  | "home_claims"
  | "contact_claim"
  | "testimonial";

/** Data of every page, from the root loader. */
export type SiteData = {
  origin: string;
  settings: Omit<Settings, PageSettings>;
  company: CompanyFacts;
  /** Custom properties of the theme. */
  theme: Record<string, string>;
  /** Slugs in the order of menu and tabs. */
  categoryOrder: string[];
};

/** Undefined on an error page without the root's data. */
export function useSite(): SiteData | undefined {
  return useRouteLoaderData<SiteData>("root");
}
