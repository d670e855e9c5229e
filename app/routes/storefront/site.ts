import { useRouteLoaderData } from "react-router";
import type { Settings } from "#app/domain/settings/schema.ts";

/** Data of every page, from the root loader. */
export type SiteData = {
  origin: string;
  /** Without the fields that single pages load. */
  settings: Omit<
    Settings,
    "policies" | "about_page_content" | "disabled_payment_methods" | "pix" | "order_messages"
  >;
  /** Custom properties of the theme. */
  theme: Record<string, string>;
  /** Slugs in the order of menu and tabs. */
  categoryOrder: string[];
};

/** Undefined on an error page without the root's data. */
export function useSite(): SiteData | undefined {
  return useRouteLoaderData<SiteData>("root");
}
