import type { MetaDescriptor } from "react-router";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { LabelFact } from "#app/domain/catalogue/food/rules.ts";
import { categoryPath, pageAddress, productPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { defaultSiteName, siteName } from "#app/domain/company/rules.ts";
import { absoluteUrl, summarize } from "#app/domain/company/seo.ts";
import {
  breadcrumbData,
  categoryTrail,
  listData,
  pictureUrl,
  productData,
  type Site,
} from "./structured-data.ts";

type Page = {
  /** The title without the site's name, which is appended; absent on the home page. */
  title?: string;
  description?: string;
  /** The canonical address. */
  path: string;
  image?: string | null;
  type?: "website" | "article" | "product";
  /** Objects of schema.org, one script each. */
  structuredData?: object[];
};

/**
 * Title, description, keywords, author, Open Graph and canonical address of a page; the settings provide missing values.
 * Without a site (the settings could not be read) only the default name is used. What only crawlers read is rendered by the
 * server, and left out of the browser's code: they load every page from the server.
 */
export function siteMeta(site: Site | undefined, page: Page): MetaDescriptor[] {
  if (!site) return [{ title: page.title ?? defaultSiteName }];
  const { seo_default: seo } = site.settings;
  const name = siteName(site.settings);
  const title = page.title ? `${page.title} | ${name}` : seo.title || name;
  const description = summarize(page.description || seo.description || "");
  const tags = [
    { title },
    ...named({ description }),
    { tagName: "link", rel: "canonical", href: absoluteUrl(site.origin, page.path) },
  ];
  if (!import.meta.env.SSR) return tags;
  return [
    ...tags,
    ...named({ keywords: seo.keywords, author: seo.author || name }),
    ...openGraph(site, page, { title, description, name }),
    ...(page.structuredData ?? []).map(jsonLd),
  ];
}

function openGraph(
  site: Site,
  page: Page,
  text: { title: string; description: string; name: string },
): MetaDescriptor[] {
  const { seo_default: seo, hero_image_url } = site.settings;
  const isHome = page.title === undefined;
  const image = page.image || seo.og_image || hero_image_url;
  return [
    ...properties({
      "og:type": page.type ?? "website",
      "og:site_name": text.name,
      "og:locale": "pt_BR",
      "og:title": (isHome && seo.og_title) || text.title,
      "og:description": (isHome && seo.og_description) || text.description,
      "og:url": absoluteUrl(site.origin, page.path),
      "og:image": image ? pictureUrl(site, image) : undefined,
    }),
    ...named({ "twitter:card": image ? "summary_large_image" : "summary" }),
  ];
}

// React Router escapes `<`, `>` and `&` in it, so that no text from the back office can end the script.
function jsonLd(data: object): MetaDescriptor {
  return { "script:ld+json": data };
}

function named(values: Record<string, string | undefined>): MetaDescriptor[] {
  return present(values).map(([name, content]) => ({ name, content }));
}

function properties(values: Record<string, string | undefined>): MetaDescriptor[] {
  return present(values).map(([property, content]) => ({ property, content }));
}

function present(values: Record<string, string | undefined>): [string, string][] {
  return Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
}

type CategoryList = {
  products: readonly Product[];
  page: number;
  pages: number;
  group: string | undefined;
};

/** Each page of a category has an address of its own; a group of its products belongs to the category's. */
export function categoryMeta(
  site: Site | undefined,
  category: Category,
  { products, page, pages, group }: CategoryList,
): MetaDescriptor[] {
  const entries = import.meta.env.SSR
    ? products.map((product) => ({ name: product.title, path: productPath(product) }))
    : [];
  const path = categoryPath(category.slug);
  const tags = siteMeta(site, {
    title: page > 1 ? `${category.name}, página ${page}` : category.name,
    description: category.description,
    path: group === undefined ? pageAddress(path, page) : path,
    image: category.image_url,
    structuredData:
      import.meta.env.SSR && site
        ? [breadcrumbData(site, categoryTrail(category)), listData(site, entries)]
        : [],
  });
  if (!import.meta.env.SSR || !site) return tags;
  const link = (rel: string, number: number) => {
    const href = absoluteUrl(site.origin, pageAddress(path, number, group));
    return { tagName: "link" as const, rel, href };
  };
  return [
    ...tags,
    ...(page > 1 ? [link("prev", page - 1)] : []),
    ...(page < pages ? [link("next", page + 1)] : []),
  ];
}

export function productMeta(
  site: Site | undefined,
  product: Product,
  category: Category,
  label: readonly LabelFact[] = [],
): MetaDescriptor[] {
  return siteMeta(site, {
    title: product.title,
    description: product.short_desc || product.long_desc,
    path: productPath(product),
    image: product.images[0],
    type: "product",
    structuredData:
      import.meta.env.SSR && site
        ? [
            productData(site, product, category, label),
            breadcrumbData(site, categoryTrail(category, product)),
          ]
        : [],
  });
}
