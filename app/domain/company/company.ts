import { formatCnpj } from "#app/shared/documents.ts";
import { parseUrl } from "#app/shared/parse-url.ts";
import type { Claim, CompanyAddress } from "./company-schema.ts";
import { weekRows } from "./open-state.ts";
import { siteName } from "./rules.ts";
import type { Settings } from "./schema.ts";

export function homeHero(
  settings: Pick<Settings, "home_hero_title" | "home_hero_text" | "site_name">,
) {
  return {
    title: settings.home_hero_title ?? siteName(settings),
    text:
      settings.home_hero_text ?? "Monte seu pedido aqui, sem cadastro: a gente confirma com você.",
  };
}

/** Undefined when the shop has none. */
export function contactClaim({ page_texts }: Pick<Settings, "page_texts">): Claim | undefined {
  const claim = page_texts?.contact_claim;
  return claim?.number || claim?.label ? claim : undefined;
}

/** The address in lines: street; neighborhood, city/state; CEP. Empty parts are left out. */
export function addressLines(address: CompanyAddress | null): string[] {
  if (!address) return [];
  const { street, neighborhood, zipCode } = address;
  return [
    street,
    [neighborhood, cityOf(address)].filter(Boolean).join(", "),
    zipCode && `CEP ${zipCode.replace(/^(\d{5})(\d{3})$/, "$1-$2")}`,
  ].filter(Boolean);
}

/** 'Jundiaí/SP' */
export function cityOf(address: CompanyAddress | null, separator = "/"): string {
  return [address?.city, address?.state].filter(Boolean).join(separator);
}

/** The shop on a map: its own link, or a search for the address. */
export function mapLink(address: CompanyAddress | null): string | undefined {
  if (!address) return undefined;
  const { map_url, street, zipCode } = address;
  if (map_url) return map_url;
  if (!street) return undefined;
  return mapSearch([street, cityOf(address, " - "), zipCode].filter(Boolean).join(", "));
}

export function mapSearch(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place })}`;
}

/** 'Razão Social Ltda. · CNPJ 11.222.333/0001-81'; empty when neither is known. */
export function legalLine({ legal_name, cnpj }: Pick<Settings, "legal_name" | "cnpj">): string {
  return [legal_name, cnpj && `CNPJ ${formatCnpj(cnpj)}`].filter(Boolean).join(" · ");
}

/** The facts about the company on every page, ready to be rendered: the browser needs no code for them. */
export type CompanyFacts = {
  /** A sentence about the goods that the shop sells. */
  line: string;
  address: string[];
  legal: string;
  hours: { label: string; text: string }[];
  networks: { name: string; address: string }[];
};

export function describeCompany(
  settings: Pick<
    Settings,
    "address" | "legal_name" | "cnpj" | "opening_hours" | "social_links" | "page_texts"
  >,
): CompanyFacts {
  return {
    line: settings.page_texts?.footer_line ?? "",
    address: addressLines(settings.address),
    legal: legalLine(settings),
    hours: weekRows(settings.opening_hours).map(({ label, text }) => ({ label, text })),
    networks: settings.social_links.map((address) => ({ name: networkName(address), address })),
  };
}

const networks: readonly [host: string, name: string][] = [
  ["instagram.com", "Instagram"],
  ["facebook.com", "Facebook"],
  ["tiktok.com", "TikTok"],
  ["youtube.com", "YouTube"],
  ["linkedin.com", "LinkedIn"],
  ["x.com", "X"],
  ["twitter.com", "X"],
];

/** Name of the network of a profile's address; its host when the network is unknown. */
export function networkName(address: string): string {
  const host = parseUrl(address)?.hostname.replace(/^www\./, "") ?? address;
  const known = networks.find(([name]) => host === name || host.endsWith(`.${name}`));
  return known?.[1] ?? host;
}
