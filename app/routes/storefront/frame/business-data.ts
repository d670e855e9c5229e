import type { MetaDescriptor } from "react-router";
import { weekRows } from "#app/domain/company/open-state.ts";
import { emailAddresses, siteName } from "#app/domain/company/rules.ts";
import { absoluteUrl } from "#app/domain/company/seo.ts";
import { acceptedPaymentMethods } from "#app/domain/payments/methods.ts";
import { phoneLinks } from "#app/shared/phone-numbers.ts";
import { siteMeta } from "./seo.ts";
import { businessId, pictureUrl, type Site, webSiteData } from "./structured-data.ts";

/** The shop with its address and opening hours. Apart from structured-data.ts, which category pages import. */
export function businessData(site: Site) {
  const { settings } = site;
  const { address, opening_hours: hours } = settings;
  const image = settings.logo || settings.hero_image_url;
  return {
    "@context": "https://schema.org",
    "@type": "Store",
    "@id": businessId(site),
    name: siteName(settings),
    url: absoluteUrl(site.origin, "/"),
    image: image ? pictureUrl(site, image) : undefined,
    telephone: phoneLinks(settings.phone)[0]?.href.replace("tel:", ""),
    email: emailAddresses(settings.email)[0],
    legalName: settings.legal_name || undefined,
    taxID: settings.cnpj || undefined,
    sameAs: settings.social_links.length > 0 ? settings.social_links : undefined,
    address: address && {
      "@type": "PostalAddress",
      streetAddress: [address.street, address.neighborhood].filter(Boolean).join(", "),
      addressLocality: address.city,
      addressRegion: address.state,
      postalCode: address.zipCode.replace(/^(\d{5})(\d{3})$/, "$1-$2"),
      addressCountry: "BR",
    },
    openingHoursSpecification: [
      ...weekRows(hours).flatMap(({ days, hours: times }) =>
        times ? [{ "@type": "OpeningHoursSpecification", dayOfWeek: days, ...times }] : [],
      ),
      ...(hours?.holidays ?? []).map(({ date, hours: times }) => ({
        "@type": "OpeningHoursSpecification",
        validFrom: date,
        validThrough: date,
        ...(times ?? { opens: "00:00", closes: "00:00" }),
      })),
    ],
    currenciesAccepted: "BRL",
    paymentAccepted: acceptedPaymentMethods(settings.payment_methods).join(", ") || undefined,
  };
}

export function homeMeta(site: Site | undefined): MetaDescriptor[] {
  return siteMeta(site, {
    path: "/",
    structuredData: import.meta.env.SSR && site ? [webSiteData(site), businessData(site)] : [],
  });
}
