import { createContext } from "react";
import { useRouteLoaderData } from "react-router";
import type { CompanyFacts } from "#app/domain/settings/company.ts";
import type { siteSettings } from "#app/domain/settings/public-settings.ts";
import type { Settings } from "#app/domain/settings/schema.ts";

/** Data of every page, from the root loader. */
export type SiteData = {
  origin: string;
  settings: Pick<Settings, (typeof siteSettings)[number]>;
  company: CompanyFacts;
  /** Custom properties of the theme. */
  theme: Record<string, string>;
  /** Slugs in the order of menu and tabs. */
  categoryOrder: string[];
};

/** The theme of a page without settings, given by the server alone: the browser does not load the theme code. */
export const DefaultTheme = createContext<SiteData["theme"] | undefined>(undefined);

/** Undefined on an error page without the root's data. */
export function useSite(): SiteData | undefined {
  return useRouteLoaderData<SiteData>("root");
}
