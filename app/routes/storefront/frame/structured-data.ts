import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { LabelFact } from "#app/domain/catalogue/food/rules.ts";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import { isAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import { categoryPath, productPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { siteName } from "#app/domain/company/rules.ts";
import { absoluteUrl, pictureAddress, summarize } from "#app/domain/company/seo.ts";
import { toDecimal } from "#app/shared/money.ts";
import type { SiteData } from "./site.ts";

/** The site's origin, without closing slash, and its settings. */
export type Site = Pick<SiteData, "origin" | "settings">;

export type ListEntry = { name: string; path: string };

const pictureWidth = 1280;

/** Absolute address of a picture in the width that previews and search results show. */
export function pictureUrl(site: Site, address: string): string {
  return absoluteUrl(site.origin, pictureAddress(address, pictureWidth));
}

export function webSiteData(site: Site) {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: siteName(site.settings),
    url: absoluteUrl(site.origin, "/"),
    inLanguage: "pt-BR",
    publisher: { "@id": businessId(site) },
  };
}

export function breadcrumbData(site: Site, crumbs: readonly ListEntry[]) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Início", path: "/" }, ...crumbs].map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: crumb.name,
      item: absoluteUrl(site.origin, crumb.path),
    })),
  };
}

/** The entries of a list page, each by the address of its own page. */
export function listData(site: Site, entries: readonly ListEntry[]) {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    itemListElement: entries.map((entry, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: absoluteUrl(site.origin, entry.path),
    })),
  };
}

/** A product with its offer. Without rating: the one on the page is not from customer reviews. */
export function productData(
  site: Site,
  product: Product,
  category?: Pick<Category, "name">,
  label: readonly LabelFact[] = [],
) {
  const { net_weight, origin } = product.food;
  const url = absoluteUrl(site.origin, productPath(product));
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": `${url}#produto`,
    name: product.title,
    description: summarize(product.long_desc || product.short_desc || product.title, 5000),
    image: product.images.map((image) => pictureUrl(site, image)),
    sku: product.id,
    gtin: product.sale_options[0]?.ean,
    ...(net_weight !== undefined && {
      weight: { "@type": "QuantitativeValue", value: net_weight, unitCode: "GRM" },
    }),
    ...(origin && { countryOfOrigin: origin }),
    ...(label.length > 0 && {
      additionalProperty: label.map(([name, value]) => ({ "@type": "PropertyValue", name, value })),
    }),
    category: category?.name,
    offers: {
      ...offeredPrice(product),
      url,
      priceCurrency: "BRL",
      availability: `https://schema.org/${isAvailable(product) ? "InStock" : "OutOfStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@type": "Store", "@id": businessId(site), name: siteName(site.settings) },
    },
  };
}

/** One price, or the range of several sale options. */
function offeredPrice(product: Product) {
  const { sale_options } = product;
  const prices = sale_options.map((option) => quoteOption(product, option, 1).total);
  if (sale_options.length < 2) return { "@type": "Offer", price: toDecimal(prices[0] ?? 0) };
  return {
    "@type": "AggregateOffer",
    lowPrice: toDecimal(Math.min(...prices)),
    highPrice: toDecimal(Math.max(...prices)),
    offerCount: sale_options.length,
    ...(sale_options.some(({ ean }) => ean) && {
      offers: sale_options.map((option, at) => ({
        "@type": "Offer",
        name: option.unit,
        price: toDecimal(prices[at] ?? 0),
        priceCurrency: "BRL",
        gtin: option.ean,
      })),
    }),
  };
}

/** The breadcrumb to a category, or to one of its products. */
export function categoryTrail(
  category: Pick<Category, "name" | "slug">,
  product?: Product,
): ListEntry[] {
  const crumbs = [
    { name: "Produtos", path: "/produtos" },
    { name: category.name, path: categoryPath(category.slug) },
  ];
  return product ? [...crumbs, { name: product.title, path: productPath(product) }] : crumbs;
}

/** The shop in the data of all pages. */
export function businessId(site: Site): string {
  return `${absoluteUrl(site.origin, "/")}#loja`;
}
