import type { MetaDescriptor } from "react-router";
import { siteMeta } from "./seo.ts";
import { breadcrumbData, type Site } from "./structured-data.ts";

/** A text page with a breadcrumb: about, contact, policies. */
export function textPageMeta(
  site: Site | undefined,
  page: { title: string; description?: string; path: string; image?: string | null },
  more?: (site: Site) => object[],
): MetaDescriptor[] {
  const crumb = { name: page.title, path: page.path };
  return siteMeta(site, {
    ...page,
    structuredData:
      import.meta.env.SSR && site ? [breadcrumbData(site, [crumb]), ...(more?.(site) ?? [])] : [],
  });
}
