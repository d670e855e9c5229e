import { createContext } from "react";
import { useRouteLoaderData } from "react-router";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { CompanyFacts } from "#app/domain/company/company.ts";
import type { siteSettings } from "#app/domain/company/public-settings.ts";
import type { PublicSettings, Settings } from "#app/domain/company/schema.ts";

/** Data of every page, from the root loader. */
export type SiteData = {
  origin: string;
  settings: Pick<Settings, (typeof siteSettings)[number]> &
    Partial<Pick<PublicSettings, "delivery_choice" | "price_table">>;
  company: CompanyFacts;
  /** Width by height; absent for addresses elsewhere. */
  logoRatio?: number | undefined;
  /** Custom properties of the theme. */
  theme: Record<string, string>;
  /** The categories of menu and tabs, in their order. */
  categories: { slug: string; label: string; tint: Category["tint"] | undefined }[];
};

/** Given by the server alone; in the browser the attributes of the page's `<html>` stay as the server wrote them. */
type ServerValues = {
  /** The id of the build that the page runs. */
  build?: string;
  /** The theme of a page without settings: the browser does not load the theme code. */
  theme?: SiteData["theme"];
};

export const ServerContext = createContext<ServerValues>({});

/** Undefined on an error page without the root's data. */
export function useSite(): SiteData | undefined {
  return useRouteLoaderData<SiteData>("root");
}

/** Links of header, side menu and footer; the labels are those of the spec. */
export const mainLinks = [
  { to: "/", label: "Início" },
  { to: "/produtos", label: "Produtos" },
  { to: "/receitas", label: "Receitas" },
  { to: "/sobre", label: "Sobre" },
  { to: "/contato", label: "Contato" },
] as const;
